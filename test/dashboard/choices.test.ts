import { expect, it } from "vitest";
import { call } from "../support/api.ts";
import { formsOn, newMember } from "../support/dashboard.ts";
import { database } from "../support/database.ts";
import { newArtist, newStudio } from "../support/studio.ts";

it("a choice lists the newest 200, says so, and a form that is saved keeps what it does not list", async () => {
	const { id, key } = await newStudio();
	const owner = await newMember({ tenantId: id });
	const shop = (await call(201, "/v1/shops", { key, body: { name: "The first" } })).body;
	const artist = await newArtist(key, { shop_id: shop.id });
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
			INSERT INTO shops (id, tenant_id, name, slug, timezone, metadata, created_at, updated_at)
			SELECT 'shp_f' || printf('%031x', i), ?1, 'Shop ' || i, 'shop-' || i, 'UTC', '{}', i, i FROM n`,
		)
		.bind(id)
		.run();
	const path = `/artists/${artist}/edit`;
	const { text } = await owner.open(200, path);
	expect(text).toContain("Only the newest 200 are listed");
	expect(text.match(/>Shop \d+</g)).toHaveLength(200);
	expect(text).not.toContain("The first");
	const [form] = formsOn(text).filter(({ action }) => action.includes(path));
	await owner.submit(303, path, Object.fromEntries(form?.fields ?? []));
	expect((await call(200, `/v1/artists/${artist}`, { key })).body.shop_id).toBe(shop.id);
});
