import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteOldEvents } from "../../src/domain/events/endpoint-work/retention.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { database, rows } from "../support/database.ts";
import { expectProblem } from "../support/expect.ts";
import { fillEvents } from "../support/fill-events.ts";
import { databaseOf, localIn } from "../support/local.ts";
import { newWorld, operate, type Tenant } from "../support/world.ts";

beforeEach(() => advance(60));

// biome-ignore lint/suspicious/noExplicitAny: the feed as JSON
type Json = any;

const read = async ({ key }: Tenant, query: string): Promise<Json> =>
	(await call(200, `/v1/events?${query}`, { key })).body;
const sequences = ({ data }: Json): number[] => data.map(({ sequence }: Json) => sequence);

describe("the feed", () => {
	let world: Tenant;
	beforeAll(async () => {
		world = await newWorld();
		await fillEvents(world, 10, ["client.created", "client.updated", "lead.created"]);
	});

	it("rises from the oldest and says where to go on", async () => {
		expect(await read(world, "after_sequence=0&limit=4")).toEqual({
			object: "list",
			data: [1, 2, 3, 4].map((sequence) => expect.objectContaining({ object: "event", sequence })),
			has_more: true,
			next_cursor: null,
			next_after_sequence: 4,
		});
		const last = await read(world, "after_sequence=8&limit=4");
		expect([sequences(last), last.has_more, last.next_after_sequence]).toEqual([[9, 10], false, 10]);
	});

	it.each([1, 2, 3, 5, 9, 10, 11])("gives every event once, in pages of %i, and its end is exact", async (limit) => {
		const seen: number[] = [];
		for (let after = 0, more = true; more; ) {
			const page = await read(world, `after_sequence=${after}&limit=${limit}`);
			expect(page.data.length).toBeGreaterThan(0);
			seen.push(...sequences(page));
			[after, more] = [page.next_after_sequence, page.has_more];
		}
		expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
	});

	it("shows an event as the list does", async () => {
		const [newest] = (await read(world, "limit=1")).data;
		expect((await read(world, "after_sequence=9")).data).toEqual([newest]);
	});

	it("takes several types, and moves past what was looked at", async () => {
		const two = "type=lead.created,client.updated";
		expect(sequences(await read(world, `after_sequence=0&${two}`))).toEqual([2, 3, 5, 6, 8, 9]);
		const page = await read(world, `after_sequence=2&limit=3&${two}`);
		expect([sequences(page), page.has_more, page.next_after_sequence]).toEqual([[3, 5, 6], true, 6]);
		const last = await read(world, `after_sequence=5&limit=3&${two}`);
		expect([sequences(last), last.has_more, last.next_after_sequence]).toEqual([[6, 8, 9], false, 10]);
		const none = await read(world, "after_sequence=0&type=payout.paid");
		expect([none.data, none.has_more, none.next_after_sequence]).toEqual([[], false, 10]);
		expect(sequences(await read(world, "after_sequence=1&type=client.created,client.created"))).toEqual([4, 7, 10]);
	});

	it("stays where it is after the last event", async () => {
		expect(await read(world, "after_sequence=10")).toMatchObject({
			data: [],
			has_more: false,
			next_after_sequence: 10,
		});
	});

	it("is empty for a tenant without events, and knows no other tenant's", async () => {
		expect(await read(await newWorld(), "after_sequence=0")).toMatchObject({ data: [], next_after_sequence: 0 });
	});

	it.each([
		["after_sequence=-1", "after_sequence", "validation_failed"],
		["after_sequence=", "after_sequence", "validation_failed"],
		["after_sequence=1.5", "after_sequence", "validation_failed"],
		["after_sequence=9007199254740992", "after_sequence", "validation_failed"],
		["after_sequence=1&after_sequence=2", "after_sequence", "validation_failed"],
		["after_sequence=0&wait=26", "wait", "validation_failed"],
		["after_sequence=0&wait=x", "wait", "validation_failed"],
		["after_sequence=0&limit=101", "limit", "validation_failed"],
		["after_sequence=0&type=client.created,client.exploded", "type", "validation_failed"],
		["after_sequence=0&type=", "type", "validation_failed"],
		["type=client.created,client.updated", "type", "validation_failed"],
		["after_sequence=0&cursor=abc", "cursor", "validation_error"],
		["after_sequence=0&created_since=2026-01-01T00:00:00Z", "created_since", "validation_error"],
		["after_sequence=0&sort=updated_at", "sort", "validation_error"],
		["wait=5", "wait", "validation_error"],
	])("refuses %s", async (query, path, code) => {
		const answer = await send(`/v1/events?${query}`, { key: world.key });
		expectProblem(answer, `/v1/events?${query}`, code as "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "querystring", path });
		expect(answer.body.detail).toContain(path);
	});

	it("takes a cursor without a value for none", async () => {
		expect((await read(world, "after_sequence=0&cursor=")).data).toHaveLength(10);
	});

	it("ends a page of large events early", async () => {
		const large = await newWorld();
		await fillEvents(large, 6);
		await database
			.prepare("UPDATE events SET data = json_object('text', hex(zeroblob(750000))) WHERE tenant_id = ?")
			.bind(large.id)
			.run();
		const seen: number[][] = [];
		for (let after = 0, more = true; more; ) {
			const page = await read(large, `after_sequence=${after}`);
			seen.push(sequences(page));
			[after, more] = [page.next_after_sequence, page.has_more];
		}
		expect(seen).toEqual([
			[1, 2],
			[3, 4],
			[5, 6],
		]);
	});
});

describe("events that are not kept any more", () => {
	const day = 86_400_000;
	const forget = async ({ id }: Tenant) => {
		const { caller, writer } = localIn(await databaseOf(id));
		await deleteOldEvents(caller, writer);
	};
	const refused = async ({ key }: Tenant, after: number) =>
		(await call(410, `/v1/events?after_sequence=${after}`, { key })).body;

	it("are told of with the oldest that is kept", async () => {
		const world = await newWorld();
		await fillEvents(world, 10);
		await database
			.prepare("UPDATE events SET created_at = created_at - ?2 WHERE tenant_id = ?1 AND sequence <= 4")
			.bind(world.id, 31 * day)
			.run();
		await forget(world);
		const path = "/v1/events?after_sequence=3";
		const answer = await send(path, { key: world.key });
		expectProblem(answer, path, "events_expired");
		expect(answer.body.oldest_sequence).toBe(5);
		expect(sequences(await read(world, "after_sequence=4"))).toEqual([5, 6, 7, 8, 9, 10]);
		expect(sequences(await read(world, "after_sequence=0&limit=1"))).toEqual([5]);
		expect((await read(world, "after_sequence=0&type=client.created")).data).toHaveLength(6);
	});

	it("are told of when none is left", async () => {
		const world = await newWorld();
		await fillEvents(world, 10, undefined, Date.now() - 31 * day);
		await forget(world);
		expect((await refused(world, 1)).oldest_sequence).toBe(11);
		expect((await refused(world, 9)).oldest_sequence).toBe(11);
		for (const after of [0, 10])
			expect(await read(world, `after_sequence=${after}`)).toMatchObject({ data: [], next_after_sequence: 10 });
		await call(201, "/v1/clients", { key: world.key, body: { email: "a@example.com", first_name: "Ana" } });
		expect(sequences(await read(world, "after_sequence=0"))).toEqual([11]);
	});

	it("are not passed over because an older one stays for its delivery", async () => {
		const world = await newWorld();
		await fillEvents(world, 10, undefined, Date.now() - 31 * day);
		await database.batch([
			database
				.prepare(
					`INSERT INTO webhook_endpoints (id, tenant_id, url, status, events, secret, created_at, updated_at, number)
					VALUES ('whe_' || ?1, ?1, 'https://receiver.example/', 'ACTIVE', '["*"]', 'sealed', 1, 1, 1)`,
				)
				.bind(world.id),
			database
				.prepare(
					`INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, missed, status, created_at, updated_at)
					SELECT 'wbd_' || ?1, ?1, 'whe_' || ?1, id, type, 1, 'SUCCEEDED', ?2, ?2 FROM events WHERE tenant_id = ?1 AND sequence = 3`,
				)
				.bind(world.id, Date.now()),
		]);
		await forget(world);
		expect(await rows("SELECT sequence FROM events WHERE tenant_id = ?", world.id)).toEqual([{ sequence: 3 }]);
		for (const after of [1, 2, 3, 7]) expect((await refused(world, after)).oldest_sequence).toBe(11);
		expect((await read(world, "after_sequence=0")).data).toEqual([]);
	});

	it("are told of with the first number to come where the studio has no event, or none as late", async () => {
		const world = await newWorld();
		expect((await refused(world, 1)).oldest_sequence).toBe(1);
		await fillEvents(world, 10, undefined, Date.now() - 31 * day);
		await forget(world);
		expect((await refused(world, 99)).oldest_sequence).toBe(11);
	});
});

describe("a reader that is ahead of the studio's events, as after a restore,", () => {
	it.each(["", "&wait=20", "&type=lead.created", "&wait=20&type=lead.created&limit=1"])(
		"is told to begin again, and at once: after_sequence=11%s",
		async (query) => {
			const world = await newWorld();
			await fillEvents(world, 10);
			const path = `/v1/events?after_sequence=11${query}`;
			const began = Date.now();
			const answer = await send(path, { key: world.key });
			expectProblem(answer, path, "events_expired");
			expect(answer.body).toMatchObject({ oldest_sequence: 1, detail: expect.stringContaining("The last one is 10") });
			expect(Date.now() - began).toBeLessThan(5000);
			expect(sequences(await read(world, "after_sequence=10"))).toEqual([]);
		},
	);
});

it("is for who may read events", async () => {
	const world = await newWorld();
	const path = `/admin/tenants/${world.id}/api_keys`;
	const { body } = await operate(201, path, { body: { name: "No events", scopes: ["read:clients"] } });
	await call(403, "/v1/events?after_sequence=0&wait=5", { key: body.key });
});
