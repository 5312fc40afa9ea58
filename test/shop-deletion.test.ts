import { beforeEach, describe, expect, it } from "vitest";
import { call } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { overtaken } from "./support/database.ts";
import { expectProblem } from "./support/expect.ts";
import { at, newArtist, newStudio } from "./support/studio.ts";
import { newWorld } from "./support/world.ts";

beforeEach(() => advance(60));

const newShop = async (key: string): Promise<string> =>
	(await call(201, "/v1/shops", { key, body: { name: "Kreuzberg" } })).body.id;

describe("deleting a shop", () => {
	it("removes it, frees its slug and is audited", async () => {
		const { key } = await newWorld();
		const id = await newShop(key);
		const { body } = await call(200, `/v1/shops/${id}`, { key, method: "DELETE" });
		expect(body).toEqual({ object: "shop", id, deleted: true });
		await call(404, `/v1/shops/${id}`, { key });
		await call(404, `/v1/shops/${id}`, { key, method: "DELETE" });
		const audit = (await call(200, "/v1/audit_log", { key })).body.data;
		expect(audit[0]).toMatchObject({ action: "shop.deleted", resource_id: id });
		const again = await call(201, "/v1/shops", { key, body: { name: "Kreuzberg" } });
		expect(again.body.slug).toBe("kreuzberg");
	});

	it("is a conflict while an artist belongs to it", async () => {
		const { key } = await newWorld();
		const id = await newShop(key);
		const artist = await newArtist(key, { shop_id: id });
		expectProblem(await call(409, `/v1/shops/${id}`, { key, method: "DELETE" }), `/v1/shops/${id}`, "conflict");
		await call(200, `/v1/artists/${artist}`, { key, method: "PATCH", body: { shop_id: null } });
		await call(200, `/v1/shops/${id}`, { key, method: "DELETE" });
	});

	it("is a conflict when an artist comes to it meanwhile", async () => {
		const { key } = await newWorld();
		const id = await newShop(key);
		const init = { method: "DELETE", headers: { Authorization: `Bearer ${key}` } };
		const { status, body } = await overtaken(() => newArtist(key, { shop_id: id }), `/v1/shops/${id}`, init);
		expect([status, body.code]).toEqual([409, "conflict"]);
		await call(200, `/v1/shops/${id}`, { key });
	});

	it("leaves no appointment in it, also one that is booked while the artist leaves and the shop is deleted", async () => {
		const studio = await newStudio();
		const { key } = studio;
		const id = await newShop(key);
		const artist = `/v1/artists/${studio.artistId}`;
		await call(200, artist, { key, method: "PATCH", body: { shop_id: id } });
		const meanwhile = async () => {
			await call(200, artist, { key, method: "PATCH", body: { shop_id: null } });
			await call(200, `/v1/shops/${id}`, { key, method: "DELETE" });
		};
		const booking = { artist_id: studio.artistId, client_id: studio.clientId, event_type_id: studio.typeId };
		const { status, body } = await overtaken(meanwhile, "/v1/appointments", {
			method: "POST",
			headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
			body: JSON.stringify({ ...booking, start_at: at("10:00") }),
		});
		expect([status, body.shop_id]).toEqual([201, null]);
	});

	it("cannot reach another tenant's", async () => {
		const [mine, theirs] = [await newWorld(), await newWorld()];
		const id = await newShop(theirs.key);
		await call(404, `/v1/shops/${id}`, { key: mine.key, method: "DELETE" });
		await call(200, `/v1/shops/${id}`, { key: theirs.key });
	});
});
