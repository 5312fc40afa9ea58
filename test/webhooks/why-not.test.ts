import { describe, expect, it } from "vitest";
import { ask } from "../cross-database/faults.ts";
import { call, send } from "../support/api.ts";
import { envWithHooks, rows } from "../support/database.ts";
import {
	consumeDeliveries,
	createClient,
	createEndpoint,
	deliveriesOf,
	waitForAttempts,
} from "../support/deliveries.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld, type Tenant } from "../support/world.ts";

const receiver = new Receiver();

interface Entry {
	object: "event_delivery";
	endpoint_id: string;
	delivery_id: string | null;
	status: string | null;
	reason: string | null;
}

const newestEvent = async ({ key }: Tenant): Promise<string> =>
	(await call(200, "/v1/events?limit=1", { key })).body.data[0].id;
const entriesOf = async ({ key }: Tenant, event: string): Promise<Map<string, Entry>> => {
	const pages = (await readAllPages(`/v1/events/${event}/deliveries?limit=2`, key)) as unknown as Entry[][];
	return new Map(pages.flat().map((entry) => [entry.endpoint_id, entry]));
};
const without = (endpoint_id: string, reason: string): Entry => ({
	object: "event_delivery",
	endpoint_id,
	delivery_id: null,
	status: null,
	reason,
});

describe("the deliveries of an event", () => {
	it("say of each endpoint whether it got the event, and if not, why (contract: Deliveries 21)", async () => {
		const world = await newWorld({ plan: "empire" });
		const patch = (id: string, body: object) =>
			call(200, `/v1/webhook_endpoints/${id}`, { key: world.key, method: "PATCH", body });
		const got = await createEndpoint(world.key);
		const other = await createEndpoint(world.key);
		await patch(other.id, { events: ["lead.created"] });
		const own = await createEndpoint(world.key);
		await patch(own.id, { exclude_own: true });
		const filtered = await createEndpoint(world.key);
		const { body: artist } = await call(201, "/v1/artists", { key: world.key, body: { name: "Mika" } });
		await patch(filtered.id, { filter: { artist_id: [artist.id] } });
		const off = await createEndpoint(world.key);
		await patch(off.id, { status: "DISABLED" });
		await createClient(world.key);
		const event = await newestEvent(world);
		const later = await createEndpoint(world.key);
		await rows("UPDATE webhook_endpoints SET created_at = created_at + 60000 WHERE id = ?", later.id);
		const entries = await entriesOf(world, event);
		expect([...entries.keys()]).toEqual([later, off, filtered, own, other, got].map(({ id }) => id));
		for (const [endpoint, reason] of [
			[later, "created_later"],
			[off, "disabled"],
			[filtered, "filtered"],
			[own, "own"],
			[other, "not_subscribed"],
		] as const)
			expect(entries.get(endpoint.id)).toEqual(without(endpoint.id, reason));
		expect(entries.get(got.id)).toEqual({
			object: "event_delivery",
			endpoint_id: got.id,
			delivery_id: expect.stringMatching(/^wbd_/),
			status: expect.stringMatching(/^(PENDING|SUCCEEDED)$/),
			reason: null,
		});
		const { body: delivery } = await call(200, `/v1/deliveries/${entries.get(got.id)?.delivery_id}`, {
			key: world.key,
		});
		expect([delivery.event_id, delivery.endpoint_id]).toEqual([event, got.id]);
		await rows("UPDATE webhook_endpoints SET disabled_reason = 'plan_limit' WHERE id = ?", off.id);
		expect((await entriesOf(world, event)).get(off.id)?.reason).toBe("plan_limit");
		await rows("UPDATE studios SET plan = 'light' WHERE tenant_id = ?", world.id);
		await rows("UPDATE webhook_endpoints SET disabled_at = NULL WHERE id = ?", off.id);
		expect((await entriesOf(world, event)).get(off.id)?.reason).toBe("light");
	});

	it("are not found for an event that does not exist or is another studio's, and are empty without endpoints", async () => {
		const world = await newWorld({ plan: "empire" });
		await createClient(world.key);
		const event = await newestEvent(world);
		const { body } = await call(200, `/v1/events/${event}/deliveries`, { key: world.key });
		expect(body).toEqual({ object: "list", data: [], has_more: false, next_cursor: null });
		const other = await newWorld({ plan: "empire" });
		await createEndpoint(other.key);
		await call(404, `/v1/events/${event}/deliveries`, { key: other.key });
		await call(404, `/v1/events/evt_${"0".repeat(32)}/deliveries`, { key: other.key });
	});
});

describe("a request that a receiver got", () => {
	it("is valid as it came, and told why not once it is changed (contract: Signature 12)", async () => {
		const world = await newWorld({ plan: "empire" });
		const endpoint = await createEndpoint(world.key);
		await createClient(world.key);
		const [delivery] = await deliveriesOf(world.key, endpoint.id);
		await consumeDeliveries([delivery.id]);
		await waitForAttempts(world.key, delivery.id, 1);
		const [request] = receiver.received.filter(({ url }) => url === endpoint.url);
		if (!request) throw new Error("The receiver got nothing.");
		const headers = Object.fromEntries(request.headers);
		const { body } = request;
		const verify = async (given: object, id = endpoint.id) =>
			(await call(200, `/v1/webhook_endpoints/${id}/verify`, { key: world.key, body: { headers, body, ...given } }))
				.body;
		const valid = { object: "signature_check", valid: true, reason: null, signed_at: expect.stringMatching(/\.000Z$/) };
		expect(await verify({})).toEqual(valid);
		expect(await verify({ headers: { "SERVICE-SIGNATURE": headers["service-signature"] } })).toEqual(valid);
		const reasonOf = async (given: object, id?: string) => (await verify(given, id)).reason;
		expect(await reasonOf({ body: JSON.stringify(JSON.parse(body), null, 1) })).toBe("body_reserialised");
		expect(await reasonOf({ body: `${body}\n` })).toBe("body_reserialised");
		expect(await reasonOf({ body: body.replace("client.created", "client.updated") })).toBe("other_secret");
		expect(await reasonOf({ headers: {} })).toBe("missing_signature");
		expect(await reasonOf({ headers: { "service-signature": "t=1" } })).toBe("malformed_signature");
		const other = await createEndpoint(world.key);
		expect(await reasonOf({}, other.id)).toBe("other_secret");
		expect(await verify({ headers: {} })).toEqual({
			object: "signature_check",
			valid: false,
			reason: "missing_signature",
			signed_at: null,
		});
	});

	it("is hashed for the secrets of its endpoint alone, however many endpoints there are", async () => {
		const world = await newWorld({ plan: "empire" });
		const { id } = await createEndpoint(world.key);
		await createEndpoint(world.key);
		let others = 0;
		const bindings = envWithHooks({
			prepare: (sql) => {
				if (/"webhook_endpoints"\."id" <> \?/.test(sql)) others++;
			},
		});
		const body = { headers: { "service-signature": `t=1,v1=${"a".repeat(64)}` }, body: "b".repeat(600_000) };
		const answer = await ask(bindings, `/v1/webhook_endpoints/${id}/verify`, { key: world.key, body });
		expect([answer.status, others]).toEqual([200, 0]);
	});

	it("is checked with the secrets of one's own studio alone, and its size is bounded", async () => {
		const world = await newWorld({ plan: "empire" });
		const { id } = await createEndpoint((await newWorld({ plan: "empire" })).key);
		const body = { headers: {}, body: "{}" };
		await call(404, `/v1/webhook_endpoints/${id}/verify`, { key: world.key, body });
		const own = await createEndpoint(world.key);
		const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`a${n}`, ""]));
		for (const wrong of [
			{ headers: many },
			{ headers: { a: "b".repeat(8193) } },
			{ body: "b".repeat(600_001) },
			{ headers: "a" },
		])
			expect(
				(await send(`/v1/webhook_endpoints/${own.id}/verify`, { key: world.key, body: { ...body, ...wrong } })).status,
			).toBe(400);
	});
});
