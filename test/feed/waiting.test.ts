import { createExecutionContext, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { announceTrials } from "../../src/domain/access/tenants/trials.ts";
import { app } from "../../src/entry/app.ts";
import { systemCaller } from "../../src/platform/commit/system-caller.ts";
import { openWriter } from "../../src/platform/commit/writer.ts";
import { entryHeader, type Gate } from "../../src/platform/gate/object/gate.ts";
import { maxWaitingSockets } from "../../src/platform/gate/object/waiting-sockets.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { database, envWithHooks } from "../support/database.ts";
import { expectProblem } from "../support/expect.ts";
import { gatesWith } from "../support/gates.ts";
import { move, moveWriter, otherDatabase } from "../support/moves.ts";
import { changePlan, newKey, newWorld as newTenantWithKey, operate, type Tenant } from "../support/world.ts";

// The tests run at the same time, and a change that takes a minute by this clock is refused, so it moves only once.
beforeAll(() => advance(60));

// biome-ignore lint/suspicious/noExplicitAny: the feed as JSON
type Json = any;

/** A tenant whose key the isolate already knows, so that no read of the key is counted. */
async function newWorld(given: Parameters<typeof newTenantWithKey>[0] = {}): Promise<Tenant> {
	const world = await newTenantWithKey(given);
	await call(200, "/v1/me", { key: world.key });
	return world;
}

let made = 0;
const create = ({ key }: { key: string }): Promise<Json> =>
	call(201, "/v1/clients", { key, body: { email: `w${++made}@example.com`, first_name: "Ana" } });
const publish = ({ id }: Tenant, type: string): Promise<Json> =>
	operate(201, `/admin/tenants/${id}/events`, { body: { type, data: {} } });

/** Emits `subscription.trial_ending`, which concerns no credential. */
async function endTrial({ id }: Tenant): Promise<void> {
	await database
		.prepare("UPDATE tenants SET subscription_status = 'trialing', trial_ends_at = ? WHERE id = ?")
		.bind(clock.now() + 86_400_000, id)
		.run();
	const ctx = createExecutionContext();
	const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work));
	await announceTrials(systemCaller(env, databases), writer);
}

const gateOf = ({ id }: Tenant) => (env.GATE as DurableObjectNamespace<Gate>).getByName(id);
const socketsOf = (world: Tenant): Promise<number> =>
	runInDurableObject(gateOf(world), (_, state) => state.getWebSockets().length);

/** Well before a wait of 20 seconds ends, even on a machine under other load. */
const soonMs = 15_000;

async function until(condition: () => Promise<boolean>): Promise<void> {
	const giveUpAt = Date.now() + soonMs;
	while (!(await condition())) {
		if (Date.now() > giveUpAt) throw new Error("It does not become true.");
		await scheduler.wait(10);
	}
}

interface Waited {
	body: Json;
	headers: Headers;
	ms: number;
}

const follow = async ({ key }: { key: string }, query: string): Promise<Waited> => {
	const began = Date.now();
	const { body, headers } = await call(200, `/v1/events?${query}`, { key });
	return { body, headers, ms: Date.now() - began };
};

/** The gate has the socket of the wait by then. */
async function waiting(world: Tenant, query: string, reader: { key: string } = world): Promise<() => Promise<Waited>> {
	const before = await socketsOf(world);
	const answer = follow(reader, query);
	await until(async () => (await socketsOf(world)) > before);
	return () => answer;
}

const sequences = ({ body }: { body: Json }): number[] => body.data.map(({ sequence }: Json) => sequence);
const trips = ({ headers }: { headers: Headers }, name: string) =>
	Number(new RegExp(`${name};dur=[\\d.]+;desc="(\\d+)`).exec(headers.get("Server-Timing") ?? "")?.[1]);

describe.concurrent("a reader that waits", () => {
	it("is answered at the end of its wait when nothing happens, with one call to the gate and one read", async () => {
		const world = await newWorld();
		await create(world);
		const waited = await follow(world, "after_sequence=1&wait=1");
		expect(waited.body).toMatchObject({ data: [], has_more: false, next_after_sequence: 1 });
		expect(waited.ms).toBeGreaterThanOrEqual(990);
		expect(waited.ms).toBeLessThan(soonMs);
		expect([trips(waited, "gate"), trips(waited, "db")]).toEqual([1, 1]);
		await until(async () => (await socketsOf(world)) === 0);
	});

	it("counts once against the limit", async () => {
		const { id } = await newWorld();
		const { key } = await newKey(id, { rate_limit_tier: "custom", rate_limit_per_minute: 60 });
		const remaining = async (query: string) =>
			Number((await follow({ key }, query)).headers.get("RateLimit-Remaining"));
		const before = await remaining("after_sequence=0");
		expect(await remaining("after_sequence=0&wait=1")).toBeGreaterThanOrEqual(before - 1);
	});

	it("is answered at once when there is something", async () => {
		const world = await newWorld();
		await create(world);
		const waited = await follow(world, "after_sequence=0&wait=20");
		expect([sequences(waited), waited.ms < soonMs]).toEqual([[1], true]);
		await until(async () => (await socketsOf(world)) === 0);
	});

	it("is answered as soon as something happens, with one more read", async () => {
		const world = await newWorld();
		const answer = await waiting(world, "after_sequence=0&wait=20");
		await create(world);
		const waited = await answer();
		expect(sequences(waited)).toEqual([1]);
		expect(waited.ms).toBeLessThan(soonMs);
		expect([trips(waited, "gate"), trips(waited, "db")]).toEqual([1, 2]);
	});

	it.each([
		["an event that the operator publishes", (world: Tenant) => publish(world, "payout.paid")],
		["an event of a change in the control database", endTrial],
		["an event of a change that concerns its credential", ({ id }: Tenant) => changePlan(id, "crew")],
	])("hears of %s", async (_, happen) => {
		const world = await newWorld();
		const answer = await waiting(world, "after_sequence=0&wait=20");
		await happen(world);
		const waited = await answer();
		expect(waited.ms).toBeLessThan(soonMs);
		expect(sequences(waited)).toEqual([1]);
	});

	it("sleeps on when events of other types happen, and when another tenant's do", async () => {
		const [world, stranger] = await Promise.all([newWorld(), newWorld()]);
		const answer = await waiting(world, "after_sequence=0&wait=2&type=payout.paid,lead.created");
		for (let n = 0; n < 3; n++) await create(world);
		await publish(stranger, "payout.paid");
		const waited = await answer();
		expect(waited.body).toMatchObject({ data: [], next_after_sequence: 0 });
		expect(trips(waited, "db")).toBe(1);
		expect(sequences(await follow(world, "after_sequence=0"))).toEqual([1, 2, 3]);
	});

	it("wakes for one of its types and passes over the others", async () => {
		const world = await newWorld();
		const answer = await waiting(world, "after_sequence=0&wait=20&type=payout.paid,lead.created");
		await create(world);
		await publish(world, "payout.paid");
		const waited = await answer();
		expect([sequences(waited), waited.body.next_after_sequence]).toEqual([[2], 2]);
	});

	it("hears nothing of changes that make no event", async () => {
		const world = await newWorld();
		const answer = await waiting(world, "after_sequence=0&wait=1");
		await call(201, "/v1/forms", {
			key: world.key,
			body: { name: "Intake", fields: [{ key: "a", label: "A", type: "text" }] },
		});
		const waited = await answer();
		expect([waited.body.data, trips(waited, "db")]).toEqual([[], 1]);
	});

	it("is one of twenty who all get the same event", async () => {
		const world = await newWorld();
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => follow(world, "after_sequence=0&wait=20")).concat(
				until(async () => (await socketsOf(world)) === 20)
					.then(() => create(world))
					.then(() => []) as never,
			),
		);
		expect(answers.slice(0, 20).map(sequences)).toEqual(Array(20).fill([1]));
	});
});

// One by one, because an eviction waits for all other work of the runtime.
describe("nothing is missed", () => {
	/** Sends a request to the feed, and runs `meanwhile` between its first read and its call to the gate. */
	async function overtaken(
		world: Tenant,
		meanwhile: () => Promise<unknown>,
		wait: number,
		after = 0,
	): Promise<{ body: Json; ms: number }> {
		let read = () => {};
		const hasRead = new Promise<void>((resolve) => {
			read = resolve;
		});
		const bindings = envWithHooks({ prepare: (sql) => /event_sequences/.test(sql) && read() });
		const GATE = gatesWith((stub) => ({
			fetch: async (...request) => {
				await hasRead;
				await scheduler.wait(100);
				await meanwhile();
				return await stub.fetch(...request);
			},
		}));
		const headers = { Authorization: `Bearer ${world.key}` };
		const began = Date.now();
		const request = new Request(`https://api.test/v1/events?after_sequence=${after}&wait=${wait}`, { headers });
		const response = await app.fetch(request, { ...bindings, GATE }, createExecutionContext());
		return { body: await response.json(), ms: Date.now() - began };
	}

	it("when the event commits after the first read, and the gate is told before it knows the reader", async () => {
		const world = await newWorld();
		const { body, ms } = await overtaken(
			world,
			async () => {
				await create(world);
				// The commit notifies the gate while its answer is on the way.
				await scheduler.wait(200);
			},
			15,
		);
		expect(sequences({ body })).toEqual([1]);
		expect(ms).toBeLessThan(14_000);
	});

	it("when the gate is told of two commits in the wrong order", async () => {
		const world = await newWorld({ database: "DATA_1" });
		await create(world);
		const { body, ms } = await overtaken(
			world,
			async () => {
				await create(world);
				await scheduler.wait(200);
				await gateOf(world).notify({ database: "DATA_1", sequence: 1, types: ["client.created"] });
			},
			15,
			1,
		);
		expect(sequences({ body })).toEqual([2]);
		expect(ms).toBeLessThan(14_000);
	});

	it("when the gate has forgotten by then: at the next request", async () => {
		const world = await newWorld();
		const { body } = await overtaken(
			world,
			async () => {
				await create(world);
				await scheduler.wait(200);
				await evictDurableObject(gateOf(world));
			},
			1,
		);
		expect(body.next_after_sequence).toBe(0);
		expect(sequences(await follow(world, "after_sequence=0&wait=5"))).toEqual([1]);
	});

	it("when the gate sleeps in between", async () => {
		const world = await newWorld();
		const answer = await waiting(world, "after_sequence=0&wait=20");
		await evictDurableObject(gateOf(world));
		await create(world);
		const waited = await answer();
		expect([sequences(waited), waited.ms < soonMs]).toEqual([[1], true]);
	});

	it("when the gate loses its sockets: one read at the end of the wait", async () => {
		const world = await newWorld();
		const answer = await waiting(world, "after_sequence=0&wait=2");
		await evictDurableObject(gateOf(world), { webSockets: "close" });
		await create(world);
		const waited = await answer();
		expect(sequences(waited)).toEqual([1]);
		expect(trips(waited, "db")).toBe(3);
		expect(waited.ms).toBeGreaterThanOrEqual(1990);
	});

	it.runIf("DATA_2" in env)("when the tenant moves to another database in between", async () => {
		const world = await newWorld({ database: "DATA_1" });
		await create(world);
		const answer = await waiting(world, "after_sequence=1&wait=20");
		await move(world.id, await otherDatabase(world.id));
		expect(sequences(await follow(world, "after_sequence=0"))).toEqual([1]);
		await create(world);
		const waited = await answer();
		expect([sequences(waited), waited.ms < 15_000]).toEqual([[2], true]);
	});

	it.runIf("DATA_2" in env)("when the gate has not heard of the move, and who commits knows", async () => {
		const world = await newWorld({ database: "DATA_1" });
		const answer = await waiting(world, "after_sequence=0&wait=15");
		const deaf = { beginChange: async () => {}, endChange: async () => {} } as unknown as DurableObjectStub<Gate>;
		await move(world.id, await otherDatabase(world.id), { ...moveWriter(), gateOf: async () => deaf });
		await publish(world, "payout.paid");
		const waited = await answer();
		expect([sequences(waited), waited.ms < 14_000]).toEqual([[1], true]);
	});

	it.runIf("DATA_2" in env)("when it moves, and the gate loses its sockets", async () => {
		const world = await newWorld({ database: "DATA_1" });
		const answer = await waiting(world, "after_sequence=0&wait=3");
		await evictDurableObject(gateOf(world), { webSockets: "close" });
		await move(world.id, await otherDatabase(world.id));
		await create(world);
		expect(sequences(await answer())).toEqual([1]);
	});
});

describe.concurrent("the gate", () => {
	it(`gives ${maxWaitingSockets} requests a socket, and none to another one`, async () => {
		const gate = env.GATE.getByName("many readers");
		const wait = { types: null, ms: 20_000 };
		const headers = { Upgrade: "websocket", [entryHeader]: JSON.stringify({ claims: [], wait }) };
		const open = () => gate.fetch("https://gate/", { headers });
		// The answers are kept, because the runtime closes the socket of an answer that nobody holds.
		const sockets = await Promise.all(Array.from({ length: maxWaitingSockets }, open));
		expect(new Set(sockets.map(({ status }) => status))).toEqual(new Set([101]));
		expect((await open()).status).toBe(204);
	});

	it(`tells ${maxWaitingSockets} at a time. Who waits beside them is answered at the end of the wait`, async () => {
		const world = await newWorld();
		const many = Array.from({ length: maxWaitingSockets }, () => follow(world, "after_sequence=0&wait=20"));
		await until(async () => (await socketsOf(world)) === maxWaitingSockets);
		const beside = follow(world, "after_sequence=0&wait=3");
		await scheduler.wait(200);
		expect(await socketsOf(world)).toBe(maxWaitingSockets);
		await create(world);
		for (const waited of await Promise.all(many)) expect([sequences(waited), waited.ms < 10_000]).toEqual([[1], true]);
		const waited = await beside;
		expect(sequences(waited)).toEqual([1]);
		expect(waited.ms).toBeGreaterThanOrEqual(2990);
		await until(async () => (await socketsOf(world)) === 0);
	});

	it("tells a revoked key nothing more", async () => {
		const world = await newWorld();
		const reader = await newKey(world.id);
		const before = await socketsOf(world);
		const path = "/v1/events?after_sequence=0&wait=20";
		const answer = send(path, { key: reader.key });
		await until(async () => (await socketsOf(world)) > before);
		await operate(200, `/admin/api_keys/${reader.id}`, { method: "PATCH", body: { status: "REVOKED" } });
		expectProblem(await answer, path, "revoked_api_key");
	});

	it("lets who waits wait on when another key is revoked, and counts the request once", async () => {
		const world = await newWorld();
		const [reader, other] = [await newKey(world.id, { rate_limit_tier: "free" }), await newKey(world.id)];
		const answer = await waiting(world, "after_sequence=0&wait=20", reader);
		for (const status of ["INACTIVE", "ACTIVE", "REVOKED"]) {
			await operate(200, `/admin/api_keys/${other.id}`, { method: "PATCH", body: { status } });
			await until(async () => (await socketsOf(world)) === 1);
		}
		await create(world);
		const waited = await answer();
		expect(sequences(waited)).toEqual([1]);
		expect(waited.headers.get("RateLimit-Remaining")).toBe("59");
	});

	it("opens no socket for a request that is refused", async () => {
		const world = await newWorld();
		const { key } = await newKey(world.id, { rate_limit_tier: "custom", rate_limit_per_minute: 1 });
		await call(200, "/v1/me", { key });
		await call(429, "/v1/events?after_sequence=0&wait=20", { key });
		await call(400, "/v1/events?after_sequence=0&wait=20&sort=updated_at", { key: world.key });
		await call(400, "/v1/events?after_sequence=0&wait=26", { key: world.key });
		await until(async () => (await socketsOf(world)) === 0);
	});
});
