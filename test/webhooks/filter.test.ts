import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, send } from "../support/api.ts";
import { database, rows } from "../support/database.ts";
import {
	deliveriesOf,
	type EndpointOfTenant,
	endpointOf,
	newEndpoint,
	patchEndpoint,
	publish,
} from "../support/endpoints.ts";
import { databaseOf } from "../support/local.ts";
import { Receiver } from "../support/receiver.ts";
import { addAppointments, newArtist, newClient, newStudio, type Studio } from "../support/studio.ts";
import { newWorld } from "../support/world.ts";

new Receiver();
afterAll(async () => {
	await database.prepare("DELETE FROM webhook_endpoints").run();
	await new Promise((resolve) => setTimeout(resolve, 50));
});

let studio: Studio;
let shopId: string;
let otherArtist: string;
let otherClient: string;
beforeAll(async () => {
	studio = await newStudio();
	shopId = (await call(201, "/v1/shops", { key: studio.key, body: { name: "Kreuzberg" } })).body.id;
	otherArtist = await newArtist(studio.key);
	otherClient = await newClient(studio.key);
});

const told = async (hook: EndpointOfTenant): Promise<string[]> =>
	(await deliveriesOf(hook)).map(({ event_id }) => event_id as string);
const message = async (data: object): Promise<string> => (await publish(studio.id, { data })).id;

/** For each of these filters: whether its endpoint gets an event with such data. */
async function heard(filters: object[], data: object): Promise<boolean[]> {
	const hooks = await Promise.all(filters.map((filter) => newEndpoint(studio, { filter })));
	const id = await message(data);
	return await Promise.all(hooks.map(async (hook) => (await told(hook)).includes(id)));
}

describe("an endpoint with a filter", () => {
	it("is told of the events that name one of the ids, of each list that is given, and of no others", async () => {
		const { artistId, clientId } = studio;
		const filters = [
			{ artist_id: [artistId] },
			{ artist_id: [otherArtist, artistId] },
			{ artist_id: [artistId], client_id: [clientId] },
			{ artist_id: [artistId], client_id: [otherClient] },
			{ client_id: [clientId], shop_id: [shopId] },
			{ shop_id: [shopId] },
		];
		expect(await heard(filters, { artistId, clientId, shopId })).toEqual([true, true, true, false, true, true]);
		expect(await heard(filters, { artistId, clientId })).toEqual([true, true, true, false, false, false]);
		expect(await heard(filters, { artistId: otherArtist, clientId: otherClient, shopId })).toEqual([
			false,
			true,
			false,
			false,
			false,
			true,
		]);
		expect(await heard(filters, {})).toEqual(filters.map(() => false));
		expect(await heard(filters, { artistId: null, clientId: [clientId], shopId: { id: shopId } })).toEqual(
			filters.map(() => false),
		);
	});

	it("goes by the data of events that changes cause, one or many at once", async () => {
		const mine = await newEndpoint(studio, { filter: { artist_id: [studio.artistId] } });
		const theirs = await newEndpoint(studio, { filter: { artist_id: [otherArtist] } });
		const clientId = await newClient(studio.key);
		await addAppointments({ ...studio, clientId }, 12);
		await addAppointments({ ...studio, artistId: otherArtist, clientId }, 3);
		await call(200, `/v1/clients/${clientId}`, { method: "DELETE", key: studio.key });
		expect([(await told(mine)).length, (await told(theirs)).length]).toEqual([12, 3]);
		const { body } = await call(201, "/v1/appointments", {
			key: studio.key,
			body: {
				artist_id: studio.artistId,
				client_id: studio.clientId,
				event_type_id: studio.typeId,
				start_at: "2027-03-02T10:00:00Z",
			},
		});
		expect((await deliveriesOf(mine)).map(({ event_type }) => event_type)).toContain("appointment.created");
		expect(body.artist_id).toBe(studio.artistId);
		expect(await told(theirs)).toHaveLength(3);
	});

	it("shows what was set, once each, replaces it whole, and tells of everything again after null", async () => {
		const { artistId, clientId } = studio;
		const hook = await newEndpoint(studio, { filter: { artist_id: [artistId, otherArtist, artistId] } });
		expect((await endpointOf(hook)).filter).toEqual({ artist_id: [artistId, otherArtist] });
		expect((await patchEndpoint(hook, { filter: { client_id: [clientId] } })).filter).toEqual({
			client_id: [clientId],
		});
		expect((await patchEndpoint(hook, { description: "x" })).filter).toEqual({ client_id: [clientId] });
		expect(await told(hook)).toEqual([]);
		expect((await patchEndpoint(hook, { filter: null })).filter).toBeNull();
		const id = await message({});
		expect(await told(hook)).toEqual([id]);
		expect((await endpointOf(await newEndpoint(studio, { filter: null }))).filter).toBeNull();
	});

	it("holds for what is sent later: missed events match the filter as it is then", async () => {
		const { artistId } = studio;
		const hook = await newEndpoint(studio, { filter: { artist_id: [artistId] } });
		await patchEndpoint(hook, { status: "DISABLED" });
		const [mine, theirs] = [await message({ artistId }), await message({ artistId: otherArtist })];
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		expect(await told(hook)).toEqual([mine]);
		await patchEndpoint(hook, { filter: { artist_id: [otherArtist] } });
		const since = (await call(200, `/v1/events/${mine}`, { key: studio.key })).body.created_at;
		const body = { since, include_missed: true };
		const { count } = (await call(200, `/v1/webhook_endpoints/${hook.id}/recover`, { key: studio.key, body })).body;
		expect(count).toBe(1);
		expect((await told(hook)).sort()).toEqual([mine, theirs].sort());
	});

	it("that names a client who is merged into another names the other, once, and is told of the merge", async () => {
		const [source, target] = [await newClient(studio.key), await newClient(studio.key)];
		const hook = await newEndpoint(studio, { filter: { client_id: [source] } });
		const both = await newEndpoint(studio, { filter: { client_id: [target, source], artist_id: [studio.artistId] } });
		const before = await endpointOf(hook);
		await call(200, `/v1/clients/${target}/merge`, { key: studio.key, body: { source_id: source } });
		const after = await endpointOf(hook);
		expect(after.filter).toEqual({ client_id: [target] });
		expect(after.updated_at > before.updated_at).toBe(true);
		expect((await endpointOf(both)).filter).toEqual({ client_id: [target], artist_id: [studio.artistId] });
		expect((await deliveriesOf(hook)).map(({ event_type }) => event_type)).toEqual(["client.merged"]);
	});
});

describe("a filter", () => {
	const post = (filter: unknown) =>
		send("/v1/webhook_endpoints", {
			key: studio.key,
			body: { url: "https://hooks.example/filter", events: ["*"], filter },
		});

	it.each([
		["no list", {}, "filter"],
		["an empty list", { artist_id: [] }, "filter.artist_id"],
		["no list but one id", { artist_id: "art_0199044a4400744a9fb4f20a3dea5fd9" }, "filter.artist_id"],
		["null as a list", { artist_id: null }, "filter.artist_id"],
		["an id of another kind", { artist_id: ["cli_0199044a4400744a9fb4f20a3dea5fd9"] }, "filter.artist_id.0"],
		["text that is no id", { shop_id: ["Kreuzberg"] }, "filter.shop_id.0"],
		["a number", { client_id: [7] }, "filter.client_id.0"],
		["a list", ["art_0199044a4400744a9fb4f20a3dea5fd9"], "filter"],
		[
			"101 ids",
			{ artist_id: Array.from({ length: 101 }, (_, n) => `art_${String(n).padStart(32, "0")}`) },
			"filter.artist_id",
		],
	])("with %s gets 400 validation_failed", async (_, filter, path) => {
		const { status, body } = await post(filter);
		expect([status, body.code, body.errors[0].path]).toEqual([400, "validation_failed", path]);
	});

	it("with an id that is unknown or another tenant's gets 400 validation_error, which names each of them", async () => {
		const stranger = await newWorld({ database: await databaseOf(studio.id) });
		const theirs = await newArtist(stranger.key);
		const unknown = "shp_0199044a4400744a9fb4f20a3dea5fd9";
		const filter = { artist_id: [studio.artistId, theirs], shop_id: [unknown] };
		const { status, body } = await post(filter);
		expect([status, body.code]).toEqual([400, "validation_error"]);
		expect(body.errors).toEqual([
			{ location: "body", path: "filter.artist_id.1", message: "names no artist" },
			{ location: "body", path: "filter.shop_id.0", message: "names no shop" },
		]);
		const hook = await newEndpoint(studio);
		const patched = await send(`/v1/webhook_endpoints/${hook.id}`, {
			method: "PATCH",
			key: studio.key,
			body: { filter },
		});
		expect([patched.status, patched.body.code]).toEqual([400, "validation_error"]);
		expect((await endpointOf(hook)).filter).toBeNull();
	});

	it("may keep an id whose record is gone, and the list may grow", async () => {
		const [gone, there] = [await newClient(studio.key), await newClient(studio.key)];
		const hook = await newEndpoint(studio, { filter: { client_id: [gone] } });
		await call(200, `/v1/clients/${gone}`, { method: "DELETE", key: studio.key });
		const filter = { client_id: [gone, there] };
		expect((await patchEndpoint(hook, { filter })).filter).toEqual(filter);
	});

	it("with a misspelt list gets its name in Service-Ignored-Fields", async () => {
		const filter = { artist_id: [studio.artistId], artists: [studio.artistId] };
		const answer = await post(filter);
		expect(answer.status).toBe(201);
		expect(answer.headers.get("Service-Ignored-Fields")).toBe("filter.artists");
		expect(answer.body.endpoint.filter).toEqual({ artist_id: [studio.artistId] });
	});

	it("with a hundred ids is fine", async () => {
		const ids = (await rows("SELECT id FROM clients WHERE tenant_id = ?", studio.id)).map(({ id }) => String(id));
		while (ids.length < 100) ids.push(await newClient(studio.key));
		expect((await post({ client_id: ids.slice(0, 100) })).status).toBe(201);
	});
});
