import { env } from "cloudflare:workers";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { clocksAt } from "../../src/domain/events/dispatch/clocks.ts";
import { sweep } from "../../src/domain/events/dispatch/sweep.ts";
import { sweepAll } from "../../src/domain/events/dispatch/sweep-all.ts";
import { execute } from "../../src/platform/commit/execute.ts";
import { firstPosition } from "../../src/platform/commit/in-bulk/resumable-scan.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { Meter } from "../../src/platform/lib/meter.ts";
import { columnsOf, database, rows } from "../support/database.ts";
import { type EndpointOfTenant, newEndpoint } from "../support/endpoints.ts";
import { localIn } from "../support/local.ts";
import { newWorld } from "../support/world.ts";

const clear = () => database.prepare("DELETE FROM webhook_endpoints").run();
beforeEach(clear);
afterAll(clear);

/** An endpoint with so many deliveries without a nudge, due since `secondsAgo`. */
async function endpointWith(count: number, { secondsAgo = 60, claimed = 0 } = {}) {
	const tenant = await newWorld({ plan: "empire", database: "DATA_1" });
	const hook = await newEndpoint(tenant);
	await database
		.prepare(
			`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?3)
			INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, next_attempt_at, replaying, test_body,
				claimed_until, carried_until, created_at, updated_at)
			SELECT 'wbd_' || lower(hex(randomblob(16))), ?1, ?2, 'evt_' || lower(hex(randomblob(16))), 'client.created', 'PENDING', ?4, 1, '{}',
				CASE WHEN n <= ?5 THEN ?6 ELSE 0 END, 0, ?4, ?4 FROM n`,
		)
		.bind(tenant.id, hook.id, count, clock.now() - secondsAgo * 1000, claimed, Date.now() + 60_000)
		.run();
	return hook;
}

/** The number of deliveries that a sweep, or one of its statements, nudges at each endpoint. The queue loses them. */
async function swept(how: (local: ReturnType<typeof localIn>) => unknown) {
	const spy = vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async () => undefined as never);
	const meter = new Meter();
	const work: Promise<unknown>[] = [];
	await how(localIn("DATA_1", { meter, waitUntil: (one) => work.push(one) }));
	await Promise.all(work);
	const ids = spy.mock.calls.flatMap(([batch]) =>
		[...batch].map(({ body }) => (body as { delivery_id: string }).delivery_id),
	);
	spy.mockRestore();
	const found = await rows(
		"SELECT endpoint_id, count(*) AS n FROM deliveries WHERE id IN (SELECT value FROM json_each(?)) GROUP BY 1",
		JSON.stringify(ids),
	);
	return { at: Object.fromEntries(found.map(({ endpoint_id, n }) => [endpoint_id, n])), rowsRead: meter.rowsRead };
}

/** More than a sweep may read. */
const thousands = 50_000;

const sweptOnce = () =>
	swept(({ writer, caller }) => execute(writer, caller, () => sweep(clocksAt(caller.now), firstPosition)));
const sweptAll = (ms?: number) => swept(({ writer, caller }) => sweepAll(caller, writer, ms));

describe("the sweep", () => {
	it("has a turn for a tenant's one delivery beside thousands of older ones of another, and reads few rows", {
		tags: ["rows"],
		timeout: 60_000,
	}, async () => {
		const [many, few] = [await endpointWith(thousands, { secondsAgo: 600 }), await endpointWith(1)];
		const { at, rowsRead } = await sweptOnce();
		expect(at).toEqual({ [many.id]: 4, [few.id]: 1 });
		expect(rowsRead).toBeLessThan(300);
	});

	it("leaves out an endpoint that has ten attempts under way, and reads few rows of its thousands", {
		tags: ["rows"],
		timeout: 60_000,
	}, async () => {
		const [full, few] = [await endpointWith(thousands, { claimed: 10 }), await endpointWith(3)];
		const { at, rowsRead } = await sweptOnce();
		expect(at).toEqual({ [few.id]: 3 });
		expect(at[full.id]).toBeUndefined();
		expect(rowsRead).toBeLessThan(300);
	});

	it("takes what the next sweep finds still uncarried, and nothing twice", async () => {
		const hook = await endpointWith(10);
		for (const count of [4, 4, 2]) expect((await sweptOnce()).at).toEqual({ [hook.id]: count });
		expect((await sweptOnce()).at).toEqual({});
	});

	it("goes round all endpoints, however many there are", async () => {
		const first = await endpointWith(1);
		const ids = await copies(first, 250);
		const { at } = await sweptAll();
		expect(Object.keys(at).sort()).toEqual([first.id, ...ids].sort());
	});

	it("that is cut off goes on there at the next run, and comes round", async () => {
		const first = await endpointWith(1);
		const ids = [first.id, ...(await copies(first, 250))];
		const turns = [];
		for (let n = 0; n < 3; n++) turns.push(Object.keys((await sweptAll(0)).at));
		expect(turns.map(({ length }) => length)).toEqual([100, 100, 51]);
		expect(turns.flat().sort()).toEqual(ids.sort());
		expect(await rows("SELECT position FROM scan_positions WHERE step = 'sweep'")).toEqual([]);
	});
});

/** Adds copies of an endpoint, each with a copy of its delivery. */
async function copies({ id, tenantId }: EndpointOfTenant, count: number): Promise<string[]> {
	const copy = async (table: string, changed: Record<string, string>, column: string) => {
		const all = await columnsOf(table);
		await database
			.prepare(
				`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
				INSERT INTO ${table} (${all.map((name) => `"${name}"`)})
				SELECT ${all.map((name) => changed[name] ?? `"${name}"`)} FROM ${table}, n WHERE ${column} = ?1 AND tenant_id = ?3`,
			)
			.bind(id, count, tenantId)
			.run();
	};
	const made = "substr('whe_', 1, 4) || printf('%032d', n)";
	await copy("webhook_endpoints", { id: made }, "id");
	await copy(
		"deliveries",
		{ id: "'wbd_' || lower(hex(randomblob(16)))", endpoint_id: made, event_id: "lower(hex(randomblob(16)))" },
		"endpoint_id",
	);
	return (await rows("SELECT id FROM webhook_endpoints WHERE id <> ?", id)).map((row) => String(row.id));
}
