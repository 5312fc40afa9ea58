import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { connectionLost } from "../../lab/harness/faulty-database.ts";
import { settleAddresses } from "../../src/domain/studio/artists/settle-addresses.ts";
import { systemCaller } from "../../src/platform/commit/system-caller.ts";
import { openWriter } from "../../src/platform/commit/writer.ts";
import { safeMessage } from "../../src/platform/db/errors.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { addRows, rows } from "../support/database.ts";
import { newWorld, type Tenant } from "../support/world.ts";
import { ask, envWithFaults, withoutDatabases } from "./faults.ts";

const settle = async (bindings: typeof env = env): Promise<void> => {
	const { databases, writer } = openWriter(bindings, () => {});
	await settleAddresses(systemCaller(bindings, databases), writer);
};

const create = (key: string, body: object) => send("/v1/artists", { key, body: { timezone: "UTC", ...body } });
const patch = (key: string, id: string, slug: string) =>
	send(`/v1/artists/${id}`, { method: "PATCH", key, body: { slug } });
const inTwo = async () => [await newWorld({ database: "DATA_1" }), await newWorld({ database: "DATA_2" })] as const;

const addressesOf = (tenant: Tenant) =>
	rows(
		"SELECT slug, held_until IS NOT NULL AS held FROM booking_addresses WHERE tenant_id = ? ORDER BY slug",
		tenant.id,
	);
const slugsOf = async (tenant: Tenant) =>
	(await rows("SELECT slug FROM artists WHERE tenant_id = ? ORDER BY slug", tenant.id)).map(({ slug }) => slug);

let made = 0;
const newSlug = () => `seam-${++made}`;

describe("tenants in different databases that race for one address", () => {
	it("that they give: exactly one has it, the others are refused", async () => {
		const slug = newSlug();
		const tenants = [...(await inTwo()), await newWorld({ database: "DATA_3" })];
		const answers = await Promise.all(tenants.map(({ key }) => create(key, { name: "Mika", slug })));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
		expect((await Promise.all(tenants.map(slugsOf))).flat()).toEqual([slug]);
	});

	it("that is made from a name: all get one of their own", async () => {
		const name = newSlug();
		const tenants = await inTwo();
		const answers = await Promise.all(
			Array.from({ length: 12 }, (_, n) => create(tenants[n % 2]?.key ?? "", { name })),
		);
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
		const slugs = answers.map(({ body }) => body.slug);
		expect(new Set(slugs).size).toBe(slugs.length);
		expect(slugs).toContain(name);
	});
});

describe("an address", () => {
	it("of a creation that was refused is the tenant's own at once, and everybody's after two minutes", async () => {
		const [a, b] = await inTwo();
		const slug = newSlug();
		const shop_id = "sho_00000000000000000000000000000000";
		expect((await create(a.key, { name: "Mika", slug, shop_id })).status).toBe(400);
		expect((await create(b.key, { name: "Mika", slug })).status).toBe(409);
		advance(121);
		await settle();
		expect(await addressesOf(a)).toEqual([]);
		expect((await create(b.key, { name: "Mika", slug })).status).toBe(201);

		const other = newSlug();
		expect((await create(a.key, { name: "Mika", slug: other, shop_id })).status).toBe(400);
		expect((await create(a.key, { name: "Mika", slug: other })).status).toBe(201);
	});

	it("that is made from a name is the tenant's own again after a 400", async () => {
		const [a] = await inTwo();
		const name = newSlug();
		const shop_id = "sho_00000000000000000000000000000000";
		expect((await create(a.key, { name, shop_id })).status).toBe(400);
		expect((await create(a.key, { name })).body.slug).toBe(name);
	});

	it("that an artist gave up is free for others after two minutes, and not before", async () => {
		const [a, b] = await inTwo();
		const [old, next] = [newSlug(), newSlug()];
		const { id } = (await create(a.key, { name: "Mika", slug: old })).body;
		advance(121);
		await settle();
		expect((await patch(a.key, id, next)).status).toBe(200);
		expect((await create(b.key, { name: "Mika", slug: old })).status).toBe(409);
		advance(121);
		await settle();
		expect(await addressesOf(a)).toEqual([{ slug: next, held: 0 }]);
		expect((await create(b.key, { name: "Mika", slug: old })).status).toBe(201);
		expect((await create(b.key, { name: "Mika", slug: next })).status).toBe(409);
	});

	it("stays the artist's where the change of it was refused", async () => {
		const [a, b] = await inTwo();
		const [own, taken] = [newSlug(), newSlug()];
		const { id } = (await create(a.key, { name: "Mika", slug: own })).body;
		await create(b.key, { name: "Mika", slug: taken });
		expect((await patch(a.key, id, taken)).status).toBe(409);
		advance(121);
		await settle();
		expect(await addressesOf(a)).toEqual([{ slug: own, held: 0 }]);
		expect((await create(b.key, { name: "Mika", slug: own })).status).toBe(409);
	});

	it("stays the artist's where nobody knew whether the change of it was made", async () => {
		const [a, b] = await inTwo();
		const [own, next] = [newSlug(), newSlug()];
		const { id } = (await create(a.key, { name: "Mika", slug: own })).body;
		const losing = envWithFaults(async (binding, run, sql) => {
			if (binding !== "DATA_1" || !sql.some((one) => /^update "artists"/i.test(one))) return await run();
			await run();
			throw connectionLost();
		});
		const answer = await ask(losing, `/v1/artists/${id}`, { method: "PATCH", key: a.key, body: { slug: next } });
		expect(answer.status).toBe(200);
		advance(121);
		await settle();
		expect([await slugsOf(a), await addressesOf(a)]).toEqual([[next], [{ slug: next, held: 0 }]]);
		expect((await create(b.key, { name: "Mika", slug: own })).status).toBe(201);
	});

	it("that is exchanged between two artists of a tenant stays with the tenant", async () => {
		const [a, b] = await inTwo();
		const [one, two, between] = [newSlug(), newSlug(), newSlug()];
		const first = (await create(a.key, { name: "Mika", slug: one })).body.id;
		const second = (await create(a.key, { name: "Mika", slug: two })).body.id;
		expect((await patch(a.key, first, between)).status).toBe(200);
		expect((await patch(a.key, second, one)).status).toBe(200);
		expect((await patch(a.key, first, two)).status).toBe(200);
		advance(121);
		await settle();
		expect(await addressesOf(a)).toEqual([one, two].sort().map((slug) => ({ slug, held: 0 })));
		expect((await create(b.key, { name: "Mika", slug: between })).status).toBe(201);
	});
});

describe("the sweep takes no address that an artist has or gets", () => {
	/** Runs `meanwhile` once, after an address is held and before the commit. */
	const between = (meanwhile: () => Promise<unknown>) => {
		let begun = false;
		return envWithFaults(async (binding, run, sql) => {
			if (!begun && binding !== "DB" && sql.some((one) => /^insert into "?artists/i.test(one))) {
				begun = true;
				await meanwhile();
			}
			return await run();
		});
	};

	it("when it runs between the holding and the commit", async () => {
		const [a, b] = await inTwo();
		const slug = newSlug();
		const bindings = between(async () => {
			advance(110);
			await settle();
		});
		const answer = await ask(bindings, "/v1/artists", { key: a.key, body: { name: "Mika", slug } });
		expect(answer.status).toBe(201);
		expect((await create(b.key, { name: "Mika", slug })).status).toBe(409);
		advance(60);
		await settle();
		expect(await addressesOf(a)).toEqual([{ slug, held: 0 }]);
	});

	it("when the address is held anew after the sweep has looked", async () => {
		const [a] = await inTwo();
		const slug = newSlug();
		const shop_id = "sho_00000000000000000000000000000000";
		expect((await create(a.key, { name: "Mika", slug, shop_id })).status).toBe(400);
		advance(121);
		const looked = envWithFaults(async (binding, run, sql) => {
			const result = await run();
			if (binding !== "DB" && /from "artists"/.test(sql[0] ?? ""))
				expect((await create(a.key, { name: "Mika", slug })).status).toBe(201);
			return result;
		});
		await settle(looked);
		expect(await addressesOf(a)).toEqual([{ slug, held: 1 }]);
		advance(121);
		await settle();
		expect(await addressesOf(a)).toEqual([{ slug, held: 0 }]);
	});

	it("when the tenant's database is away: the address stays held, and others are settled, however many wait", async () => {
		const [a, b] = await inTwo();
		for (let n = 0; n < 250; n++)
			await addRows(["booking_addresses", { slug: `waits-${n}`, tenant_id: a.id, held_until: n }]);
		const slug = newSlug();
		await create(b.key, { name: "Mika", slug });
		await call(201, "/v1/artists", { key: a.key, body: { name: "Mika", slug: `${slug}-of-a`, timezone: "UTC" } });
		advance(121);
		const fault = await settle(withoutDatabases("DATA_1")).catch(safeMessage);
		expect(fault).toContain("Network connection lost");
		expect(await addressesOf(b)).toEqual([{ slug, held: 0 }]);
		expect(await addressesOf(a)).toHaveLength(251);
		await settle();
		await settle();
		expect(await addressesOf(a)).toEqual([{ slug: `${slug}-of-a`, held: 0 }]);
	});
});
