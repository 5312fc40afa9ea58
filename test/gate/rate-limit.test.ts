import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { mintKey } from "../../src/platform/gate/credentials/api-keys.ts";
import { gateOf } from "../../src/platform/gate/gates.ts";
import type { Entry, Verdict } from "../../src/platform/gate/object/gate.ts";
import type { Bucket } from "../../src/platform/gate/object/token-bucket.ts";
import { type Answer, type Call, call, newAddress, send } from "../support/api.ts";
import { advance, stopClock } from "../support/clock.ts";
import { evict } from "../support/evict.ts";
import { until } from "../support/receiver.ts";
import { changePlan, newKey, newTenant, newWorld, operate } from "../support/world.ts";

const limitOf = ({ headers }: Answer) => Number(headers.get("RateLimit-Limit"));
const remainingOf = ({ headers }: Answer) => Number(headers.get("RateLimit-Remaining"));
const retryAfterOf = ({ headers }: Answer) => Number(headers.get("Retry-After"));

const customKey = (tenantId: string, perMinute: number, given: object = {}) =>
	newKey(tenantId, { rate_limit_tier: "custom", rate_limit_per_minute: perMinute, ...given });

async function drain(request: () => Promise<Answer>, atMost = 2000): Promise<{ through: number; refusal: Answer }> {
	for (let through = 0; through <= atMost; through++) {
		const answer = await request();
		if (answer.status === 429) return { through, refusal: answer };
	}
	throw new Error(`${atMost} requests were let through`);
}

/** The most requests that a bucket of this size can have admitted since it was full. */
const allowed = (limit: number, sinceMs: number) => limit + Math.ceil((Date.now() - sinceMs) * (limit / 60_000)) + 1;

function expectRefusal(answer: Answer, scope: string, limit: number) {
	const retryAfter = retryAfterOf(answer);
	expect(retryAfter).toBeGreaterThan(0);
	expect(answer.status).toBe(429);
	expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
	expect(answer.headers.get("X-RateLimit-Scope")).toBe(scope);
	expect(limitOf(answer)).toBe(limit);
	expect(remainingOf(answer)).toBe(0);
	expect(answer.headers.get("RateLimit-Reset")).toBe(String(retryAfter));
	expect(answer.headers.get("RateLimit-Policy")).toBe(`${limit};w=60`);
	expect(answer.body).toMatchObject({
		code: "rate_limit_exceeded",
		extra: { scope, limit, retry_after_seconds: retryAfter },
	});
	expect(answer.body.type).toMatch(/^https:.*\/errors\/rate_limit_exceeded$/);
	expect(answer.body.detail).toContain(scope);
	expect(answer.body.detail).toContain(`${retryAfter} second`);
}

describe("the limit of a key", () => {
	test.each<[plan: string, mode: "live" | "test", own: string | null, tier: string, limit: number]>([
		["solo", "live", null, "standard", 100],
		["duo", "live", null, "standard", 100],
		["crew", "live", null, "standard", 100],
		["studio", "live", null, "pro", 500],
		["empire", "live", null, "pro", 500],
		["solo", "test", null, "standard", 50],
		["studio", "test", null, "pro", 250],
		["studio", "live", "free", "free", 60],
		["studio", "test", "free", "free", 30],
		["solo", "live", "pro", "pro", 500],
		["empire", "live", "standard", "standard", 100],
	])("on %s, %s mode, own tier %s: %s, %i a minute", async (plan, mode, own, tier, limit) => {
		const id = await newTenant({ plan });
		const { key } = await newKey(id, { mode, rate_limit_tier: own });
		const answer = await call(200, "/v1/me", { key });
		expect(limitOf(answer)).toBe(limit);
		expect(remainingOf(answer)).toBe(limit - 1);
		expect(answer.headers.get("RateLimit-Policy")).toBe(`${limit};w=60`);
		expect(answer.body.api_key).toMatchObject({ rate_limit_tier: tier, rate_limit_per_minute: limit });
	});

	test.each([
		[7, "live", 7],
		[7, "test", 3],
		[1, "test", 1],
	])("custom %i in %s mode is %i", async (perMinute, mode, limit) => {
		const { id } = await newWorld();
		const { key } = await customKey(id, perMinute, { mode });
		const { through, refusal } = await drain(() => send("/v1/me", { key }));
		expect(through).toBe(limit);
		expectRefusal(refusal, "key", limit);
	});

	test("custom beyond the tenant's cap is bounded by the cap", async () => {
		const { key } = await newWorld({ limit: 99_999 });
		const answer = await call(200, "/v1/me", { key });
		expect([limitOf(answer), remainingOf(answer)]).toEqual([1000, 999]);
		expect(answer.body.api_key.rate_limit_per_minute).toBe(99_999);
	});

	test.each([
		[{ rate_limit_tier: "custom" }, "validation_error"],
		[{ rate_limit_per_minute: 10 }, "validation_error"],
		[{ rate_limit_tier: "custom", rate_limit_per_minute: 0 }, "validation_failed"],
		[{ rate_limit_tier: "custom", rate_limit_per_minute: 1.5 }, "validation_failed"],
		[{ rate_limit_tier: "gold" }, "validation_failed"],
	])("%j is 400 %s", async (given, code) => {
		const { id } = await newWorld();
		const { body } = await operate(400, `/admin/tenants/${id}/api_keys`, { body: { name: "Bad", ...given } });
		expect(body.code).toBe(code);
	});

	test("follows the plan at once, up and down, and what was used stays used", async () => {
		const id = await newTenant({ plan: "solo" });
		const { key } = await newKey(id);
		for (let n = 0; n < 50; n++) await call(200, "/v1/me", { key });
		await changePlan(id, "studio");
		const up = await call(200, "/v1/me", { key });
		expect(limitOf(up)).toBe(500);
		expect(remainingOf(up)).toBeGreaterThanOrEqual(249);
		expect(remainingOf(up)).toBeLessThan(300);
		await changePlan(id, "solo");
		const down = await call(200, "/v1/me", { key });
		expect(limitOf(down)).toBe(100);
		expect(remainingOf(down)).toBeLessThan(60);
	});

	test("follows the key's own tier at once", async () => {
		const { key, keyId } = await newWorld({ limit: 10 });
		expect(limitOf(await call(200, "/v1/me", { key }))).toBe(10);
		await operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body: { rate_limit_per_minute: 20 } });
		expect(limitOf(await call(200, "/v1/me", { key }))).toBe(20);
		await operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body: { rate_limit_tier: null } });
		expect(limitOf(await call(200, "/v1/me", { key }))).toBe(100);
	});

	test("is shared by the values of one key during an overlap", async () => {
		const { key, keyId } = await newWorld({ limit: 4 });
		const { body } = await operate(200, `/admin/api_keys/${keyId}/rotate`, { body: { overlap_seconds: 600 } });
		const values = [key, body.key, key, body.key];
		for (const [n, value] of values.entries())
			expect(remainingOf(await call(200, "/v1/me", { key: value }))).toBe(3 - n);
		for (const value of values) await call(429, "/v1/me", { key: value });
	});

	test("is each key's own", async () => {
		const { id } = await newWorld();
		const [one, other] = await Promise.all([customKey(id, 1), customKey(id, 1)]);
		await call(200, "/v1/me", one);
		await call(429, "/v1/me", one);
		await call(200, "/v1/me", other);
	});
});

describe("the headers are true", () => {
	test("on successes and on the operation's own errors: each takes one token, and the reset is when the bucket is full", async () => {
		const { id } = await newWorld();
		const { key } = await customKey(id, 10);
		const requests: [number, string, Call][] = [
			[200, "/v1/me", {}],
			[201, "/v1/clients", { body: { email: "a@example.com", first_name: "A" } }],
			[400, "/v1/clients", { body: {} }],
			[409, "/v1/clients", { body: { email: "a@example.com", first_name: "A" } }],
			[415, "/v1/clients", { raw: "x", headers: { "Content-Type": "text/plain" } }],
			[400, "/v1/clients/x", {}],
			[400, "/v1/clients?limit=0", {}],
			[200, "/v1/clients", {}],
		];
		for (const [n, [status, path, options]] of requests.entries()) {
			const answer = await call(status, path, { key, ...options });
			expect([limitOf(answer), remainingOf(answer)]).toEqual([10, 9 - n]);
			const reset = Number(answer.headers.get("RateLimit-Reset"));
			expect(reset).toBeLessThanOrEqual(6 * (n + 1));
			expect(reset).toBeGreaterThanOrEqual(6 * (n + 1) - 1);
			expect(answer.headers.has("Retry-After")).toBe(false);
			expect(answer.headers.has("X-RateLimit-Scope")).toBe(false);
		}
		advance(48);
		expect(remainingOf(await call(200, "/v1/me", { key }))).toBe(9);
	});

	test("on 401 and 404: they describe the bucket of the client's address", async () => {
		const from = newAddress();
		const answers = [
			await call(401, "/v1/me", { from }),
			await call(404, "/v1/nothing", { from }),
			await call(401, "/v1/clients", { from, key: mintKey("live") }),
		];
		expect(answers.map(limitOf)).toEqual([60, 60, 60]);
		expect(answers.map(remainingOf)).toEqual([59, 58, 57]);
	});

	test("a number remaining is a number that is let through", async () => {
		const { id } = await newWorld();
		const { key } = await customKey(id, 9);
		await call(200, "/v1/me", { key });
		await call(200, "/v1/me", { key });
		const { through } = await drain(() => send("/v1/me", { key }));
		expect(through).toBe(7);
	});

	test("work that began beside the gate shows in no refusal", async () => {
		const { id } = await newWorld();
		const { key } = await customKey(id, 3);
		await call(200, "/v1/me", { key });
		const answers = await Promise.all(Array.from({ length: 10 }, () => send("/v1/clients", { key })));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
		for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, "key", 3);
	});
});

describe("a refusal", () => {
	test.each([1, 2, 7, 13, 59, 61, 97])("at %i a minute: waiting Retry-After seconds always suffices", async (limit) => {
		const { id } = await newWorld();
		const { key } = await customKey(id, limit);
		const { through, refusal } = await drain(() => send("/v1/me", { key }));
		expect(through).toBeGreaterThanOrEqual(limit);
		expectRefusal(refusal, "key", limit);
		for (let n = 0, last = refusal; n < 5; n++) {
			advance(retryAfterOf(last));
			await call(200, "/v1/me", { key });
			last = (await drain(() => send("/v1/me", { key }))).refusal;
			expectRefusal(last, "key", limit);
		}
	});

	test("takes no token: however many, they delay nothing", async () => {
		const { id } = await newWorld();
		const { key } = await customKey(id, 2);
		const { refusal } = await drain(() => send("/v1/me", { key }));
		const entry: Entry = { claims: [{ scope: "key", name: "k", limit: 2 }] };
		const gate = env.GATE.getByName("refusals");
		await gate.enter(entry);
		await gate.enter(entry);
		for (let n = 0; n < 1000; n++) expect((await gate.enter(entry)).outcome).toBe("limited");
		for (let n = 0; n < 20; n++) await call(429, "/v1/me", { key });
		advance(retryAfterOf(refusal));
		await call(200, "/v1/me", { key });
		expect((await gate.enter(entry)).outcome).toBe("admitted");
	});

	test("by one bucket leaves the tokens of the others", async () => {
		const { id } = await newWorld();
		const [small, large] = await Promise.all([customKey(id, 1), customKey(id, 100_000)]);
		await call(200, "/v1/me", small);
		const before = remainingOf(await call(200, "/v1/me", large));
		for (let n = 0; n < 30; n++) await call(429, "/v1/me", small);
		expect(remainingOf(await call(200, "/v1/me", large))).toBeGreaterThanOrEqual(before - 1);
	});

	test("300 parallel requests against a full bucket let no more through than it holds", async () => {
		const { id } = await newWorld();
		const { key } = await customKey(id, 100);
		await Promise.all([call(401, "/v1/me"), changePlan(id, "duo")]);
		const since = Date.now();
		const answers = await Promise.all(Array.from({ length: 300 }, () => send("/v1/me", { key })));
		const through = answers.filter(({ status }) => status === 200);
		expect(through.length).toBeGreaterThanOrEqual(100);
		expect(through.length).toBeLessThanOrEqual(allowed(100, since));
		for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, "key", 100);
	});

	test("for a missing scope is answered 403 and counted, and stays 403 when the bucket is empty", async () => {
		const { id } = await newWorld();
		const { key } = await customKey(id, 3, { scopes: [] });
		for (const left of [2, 1, 0, 0, 0]) expect(remainingOf(await call(403, "/v1/clients", { key }))).toBe(left);
		expectRefusal(await call(429, "/v1/me", { key }), "key", 3);
	});
});

describe("the cap of a tenant", () => {
	test("holds 1000 a minute over all its keys, and says so", async () => {
		const { id, key } = await newWorld();
		const others = await Promise.all([customKey(id, 100_000), customKey(id, 100_000), newKey(id)]);
		const other = await newWorld();
		const keys = [key, ...others.slice(0, 2).map((made) => made.key)];
		// On a slow machine the bucket refills as fast as the requests come.
		const stopped = stopClock();
		onTestFinished(() => void vi.restoreAllMocks());
		const claims = [{ scope: "tenant", name: "tenant", limit: 1000 } as const];
		for (let n = 0; n < 900; n++) await gateOf(env, { id, region: "any" }).enter({ claims });
		const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => send("/v1/me", { key: keys[n % 3] })));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
		const refusal = await send("/v1/me", { key });
		expectRefusal(refusal, "tenant", 1000);
		await call(200, "/v1/me", { key: other.key });
		stopped.set(retryAfterOf(refusal) * 1000);
		const last = await call(200, "/v1/me", { key: others[2]?.key });
		expect([limitOf(last), last.body.api_key.rate_limit_tier]).toEqual([1000, "standard"]);
	});
});

describe("the cap of an endpoint", () => {
	const key = (limit = 100) => ({ scope: "key", name: "k", limit }) as const;
	const tenant = { scope: "tenant", name: "tenant", limit: 1000 } as const;
	const endpoint = { scope: "endpoint", name: "k:createThing", limit: 3 } as const;
	const enter = (name: string, claims: Entry["claims"], more: Partial<Entry> = {}): Promise<Verdict> =>
		env.GATE.getByName(name).enter({ claims, ...more }) as Promise<Verdict>;

	test("refuses in its own name and leaves the key's other requests alone", async () => {
		const capped = () => enter("cap", [key(), tenant, endpoint]);
		for (const remaining of [2, 1, 0])
			expect(await capped()).toMatchObject({ outcome: "admitted", limits: { scope: "endpoint", limit: 3, remaining } });
		for (let n = 0; n < 5; n++)
			expect(await capped()).toMatchObject({
				outcome: "limited",
				limits: { scope: "endpoint", limit: 3, remaining: 0, retryAfterSeconds: 20 },
			});
		expect(await enter("cap", [key(), tenant])).toMatchObject({ outcome: "admitted", limits: { remaining: 96 } });
	});

	test("of two empty buckets the one to wait for longest speaks, and waiting that long suffices", async () => {
		const claims = [key(1), tenant, { ...endpoint, limit: 1 }];
		await enter("both", [key(1)]);
		advance(30);
		await enter("both", [endpoint]);
		await enter("both", [endpoint]);
		await enter("both", [endpoint]);
		const verdict = await enter("both", claims);
		expect(verdict).toMatchObject({ outcome: "limited", limits: { scope: "endpoint", retryAfterSeconds: 60 } });
		advance(31);
		expect(await enter("both", claims)).toMatchObject({ outcome: "limited", limits: { scope: "endpoint" } });
		advance(29);
		expect(await enter("both", claims)).toMatchObject({ outcome: "admitted" });
	});

	test("a request that is refused anyway takes its tokens while there are any, and no lock is asked for", async () => {
		const forbidden = () => enter("forbidden", [key(2), tenant], { refusedAnyway: true });
		expect(await forbidden()).toMatchObject({ outcome: "admitted", limits: { remaining: 1 }, lock: null });
		expect(await forbidden()).toMatchObject({ outcome: "admitted", limits: { remaining: 0 } });
		expect(await forbidden()).toMatchObject({ outcome: "admitted", limits: { remaining: 0, retryAfterSeconds: 30 } });
		expect(await enter("forbidden", [{ ...key(2), name: "other" }, tenant])).toMatchObject({ outcome: "admitted" });
	});
});

describe("a client without a valid credential", () => {
	test("has one bucket per address, 60 a minute, for everything it tries", async () => {
		const { id, key: revoked, keyId } = await newWorld();
		const paused = await newKey(id);
		const bound = await newKey(id, { ip_allowlist: ["192.0.2.1"] });
		const expired = await newKey(id, { expires_at: "2020-01-01T00:00:00Z" });
		await operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body: { status: "REVOKED" } });
		await operate(200, `/admin/api_keys/${paused.id}`, { method: "PATCH", body: { status: "INACTIVE" } });
		const from = newAddress();
		const tries: [number, string, Call][] = [
			[401, "/v1/me", {}],
			[404, "/v1/nothing", {}],
			[404, "/nothing", {}],
			[404, "/v1/clients", { method: "PUT" }],
			[401, "/v1/me", { key: "nonsense" }],
			[401, "/v1/me", { key: mintKey("test") }],
			[401, "/v1/me", { key: revoked }],
			[401, "/v1/me", { key: paused.key }],
			[401, "/v1/me", { key: expired.key }],
			[403, "/v1/me", { key: bound.key }],
			[401, "/admin/tenants", {}],
			[401, "/admin/tenants", { key: "svcop_wrong" }],
		];
		// On a slow machine the bucket refills in the meantime.
		const stopped = stopClock();
		onTestFinished(() => void vi.restoreAllMocks());
		const since = Date.now();
		for (let round = 0, n = 0; round < 5; round++)
			for (const [status, path, options] of tries) {
				const answer = await call(status, path, { from, ...options });
				expect(remainingOf(answer)).toBeGreaterThanOrEqual(59 - n);
				expect(remainingOf(answer)).toBeLessThanOrEqual(allowed(60, since) - ++n);
			}
		const { through, refusal } = await drain(() => send("/v1/me", { from }));
		expect(60 + through).toBeLessThanOrEqual(allowed(60, since));
		expectRefusal(refusal, "key", 60);
		for (const [, path, options] of tries) await call(429, path, { from, ...options });
		await call(401, "/v1/me", { from: newAddress() });
		stopped.set(retryAfterOf(refusal) * 1000);
		await call(401, "/v1/me", { from });
	});

	test("does not use up the bucket of a key that works, from the same address", async () => {
		const { key } = await newWorld();
		const from = newAddress();
		await drain(() => send("/v1/me", { from }));
		await call(200, "/v1/me", { key, from });
	});

	test("cannot get a fresh bucket by spelling its address differently", async () => {
		const spellings = ["198.51.100.77", "::ffff:198.51.100.77", "::FFFF:c633:644d", "0:0:0:0:0:ffff:c633:644d"];
		const since = Date.now();
		let n = 0;
		const { through } = await drain(() => send("/v1/me", { from: spellings[n++ % spellings.length] as string }));
		expect(through).toBeLessThanOrEqual(allowed(60, since));
	});

	test("200 parallel calls of one address let no more than 60 through to a 401", async () => {
		const from = newAddress();
		const since = Date.now();
		const answers = await Promise.all(Array.from({ length: 200 }, () => send("/v1/me", { from })));
		const through = answers.filter(({ status }) => status === 401).length;
		expect(through).toBeGreaterThanOrEqual(60);
		expect(through).toBeLessThanOrEqual(allowed(60, since));
	});
});

describe("buckets", () => {
	test("survive the eviction of the object that holds them", async () => {
		const { id } = await newWorld();
		const { key } = await customKey(id, 5);
		for (const left of [4, 3, 2, 1, 0]) {
			expect(remainingOf(await call(200, "/v1/me", { key }))).toBe(left);
			await evict(env.GATE.getByName(id));
		}
		expectRefusal(await call(429, "/v1/me", { key }), "key", 5);
	});

	test("of a busy object are written within a second, so that an eviction gives back no tokens older than that", async () => {
		const { id } = await newWorld();
		const { id: keyId, key } = await customKey(id, 5);
		const gate = env.GATE.getByName(id);
		const writes = () =>
			runInDurableObject(gate, (_, state) => state.storage.kv.get<Bucket>(`bucket:${keyId}`)?.debtMs);
		for (const left of [4, 3, 2, 1]) expect(remainingOf(await call(200, "/v1/me", { key }))).toBe(left);
		expect(await writes()).toBe(12_000);
		await until(async () => (await writes()) !== 12_000);
		await evict(gate);
		expect(remainingOf(await call(200, "/v1/me", { key }))).toBe(0);
		expectRefusal(await call(429, "/v1/me", { key }), "key", 5);
	});

	test("that are full again within a second are neither written nor kept in memory, and set no alarm", async () => {
		const { id } = await newWorld();
		const { key } = await customKey(id, 600);
		const gate = env.GATE.getByName(id);
		await call(200, "/v1/me", { key });
		const seen = () =>
			runInDurableObject(gate, async (object, state) => ({
				stored: [...state.storage.kv.list({ prefix: "bucket:" })].length,
				alarm: await state.storage.getAlarm(),
				inMemory: (object as unknown as { buckets: { inMemory: Map<string, unknown> } }).buckets.inMemory.size,
			}));
		const nothing = { stored: 0, alarm: null, inMemory: 0 };
		await until(async () => isDeepStrictEqual(await seen(), nothing));
		expect(remainingOf(await call(200, "/v1/me", { key }))).toBe(599);
	});

	test("of hundreds of callers of one object are all stored, though they are written in one moment", async () => {
		const gate = env.GATE.getByName(`crowd-${crypto.randomUUID()}`);
		const callers = Array.from({ length: 300 }, (_, n) => `caller-${n}`);
		for (const name of callers) await gate.enter({ claims: [{ scope: "key", name, limit: 1 }] });
		const stored = () =>
			runInDurableObject(gate, (_, state) => [...state.storage.kv.list({ prefix: "bucket:" })].length);
		await until(async () => (await stored()) === callers.length);
	});

	test("are forgotten by the alarm when they are full again, and only then", async () => {
		const { id } = await newWorld();
		const [slow, quick] = await Promise.all([customKey(id, 1), customKey(id, 20)]);
		const gate = env.GATE.getByName(id);
		const stored = () =>
			runInDurableObject(gate, (_, state) =>
				[...state.storage.kv.list({ prefix: "bucket:" })].map(([name]) => name).sort(),
			);
		await call(200, "/v1/me", slow);
		await call(200, "/v1/me", quick);
		const all = [`bucket:${slow.id}`, `bucket:${quick.id}`].sort();
		await until(async () => isDeepStrictEqual(await stored(), all));
		advance(5);
		expect(await runDurableObjectAlarm(gate)).toBe(true);
		expect(await stored()).toEqual([`bucket:${slow.id}`]);
		await call(429, "/v1/me", slow);
		expect(remainingOf(await call(200, "/v1/me", quick))).toBe(19);
		advance(60);
		expect(await runDurableObjectAlarm(gate)).toBe(true);
		expect(await stored()).toEqual([]);
		expect(await runDurableObjectAlarm(gate)).toBe(false);
		await call(200, "/v1/me", slow);
		await call(429, "/v1/me", slow);
		await until(async () => isDeepStrictEqual(await stored(), [`bucket:${slow.id}`]));
		expect(await runDurableObjectAlarm(gate)).toBe(true);
	});

	test("that a clock far ahead left behind refill from now on: Retry-After stays true", async () => {
		const gate = env.GATE.getByName("rehearsal");
		const entry: Entry = { claims: [{ scope: "key", name: "k", limit: 60 }] };
		const ahead = Date.now() + 400 * 86_400_000;
		await runInDurableObject(gate, (_, state) => state.storage.kv.put("bucket:k", { debtMs: 60_000, at: ahead }));
		const verdict = (await gate.enter(entry)) as Verdict;
		expect(verdict).toMatchObject({ outcome: "limited", limits: { retryAfterSeconds: 1 } });
		advance(1);
		expect(await gate.enter(entry)).toMatchObject({ outcome: "admitted" });
	});
});
