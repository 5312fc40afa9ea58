import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { requestsOf } from "../../src/platform/gate/gates.ts";
import { RequestBatches, requestBatches } from "../../src/platform/gate/requests/request-batches.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import worker from "../../src/worker.ts";
import { call, send } from "../support/api.ts";
import { keptOf } from "../support/request-log.ts";
import { newKey, newTenant, newWorld } from "../support/world.ts";

const { waitMs: quick } = requestBatches;
beforeEach(() => {
	requestBatches.waitMs = new RequestBatches().waitMs;
});
afterEach(() => {
	requestBatches.waitMs = quick;
	vi.restoreAllMocks();
});

/** Objects that record each call. `before` and `after` a call may throw. */
function watchedObjects({
	before,
	after,
}: {
	before?: (method: string) => void;
	after?: (method: string) => void;
} = {}) {
	const calls: string[] = [];
	const watched = (stub: object) =>
		new Proxy(stub, {
			get: (target, method: string) => async (given: never) => {
				calls.push(method);
				before?.(method);
				const answer = await (Reflect.get(target, method) as (given: never) => Promise<unknown>)(given);
				after?.(method);
				return answer;
			},
		});
	const watchedIn = <T extends Rpc.DurableObjectBranded>(namespace: DurableObjectNamespace<T>) =>
		new Proxy(namespace, {
			get: (target, name) =>
				name === "getByName" ? (id: string) => watched(target.getByName(id)) : Reflect.get(target, name, target),
		});
	const [GATE, REQUESTS] = [watchedIn(env.GATE), watchedIn(env.REQUESTS)];
	return { calls, bindings: { ...env, GATE, REQUESTS } };
}

const get = (path: string, key: string) =>
	new Request(`https://api.test${path}`, { headers: { Authorization: `Bearer ${key}` } });

/** The stored requests, without those that wait in this isolate. */
const keptAlready = async (tenantId: string) =>
	await requestsOf(env, { id: tenantId, region: "any" }).listRequests({}, { take: 1000 });

describe("answered requests", () => {
	it("leave together, after their answers, within a second", async () => {
		const { id, key } = await newWorld();
		await call(200, "/v1/me", { key });
		await keptOf(id);
		const { calls, bindings } = watchedObjects();
		const contexts = Array.from({ length: 300 }, () => createExecutionContext());
		const since = Date.now();
		await Promise.all(contexts.map(async (ctx) => (await worker.fetch(get("/v1/me", key), bindings, ctx)).text()));
		expect(calls.filter((method) => method === "enter")).toHaveLength(300);
		const answeredAt = Date.now();
		await Promise.all(contexts.map(waitOnExecutionContext));
		expect(calls.filter((method) => method === "keepRequests").length).toBeLessThanOrEqual(
			2 + Math.ceil((answeredAt - since) / 800),
		);
		expect(await keptAlready(id)).toHaveLength(301);
	});

	it("are in the log two seconds later, also when no other request comes", async () => {
		const { id, key } = await newWorld();
		await call(200, "/v1/me", { key });
		expect(await keptAlready(id)).toEqual([]);
		await scheduler.wait(1500);
		expect(await keptAlready(id)).toHaveLength(1);
	});

	it("cost no call before the answer", async () => {
		const { key } = await newWorld();
		const { calls, bindings } = watchedObjects();
		const ctx = createExecutionContext();
		await (await worker.fetch(get("/v1/me", key), bindings, ctx)).text();
		expect(calls).toEqual(["enter"]);
		await waitOnExecutionContext(ctx);
		expect(calls).toEqual(["enter", "keepRequests"]);
	});

	it("of different tenants go to their own logs", async () => {
		const worlds = await Promise.all([newWorld(), newWorld(), newWorld()]);
		await Promise.all(worlds.flatMap(({ key }) => [call(200, "/v1/me", { key }), call(200, "/v1/clients", { key })]));
		for (const { id, keyId } of worlds)
			expect((await keptOf(id)).map(({ credential }) => credential.id)).toEqual([keyId, keyId]);
	});

	it("are lost with the isolate only as far as they still waited", async () => {
		const { id, key } = await newWorld();
		await call(200, "/v1/me", { key });
		await keptOf(id);
		await call(200, "/v1/clients", { key });
		requestBatches.clear();
		await call(200, "/v1/leads", { key });
		expect((await keptOf(id)).map(({ operationId }) => operationId)).toEqual(["listLeads", "getMe"]);
	});

	it("are sent again when their log does not answer, and kept once when only its answer was lost", async () => {
		requestBatches.waitMs = quick;
		const { id, key } = await newWorld();
		const failsOnce = () => {
			let faults = 1;
			return (method: string) => {
				if (method === "keepRequests" && faults-- > 0) throw new Error("overloaded");
			};
		};
		const { calls, bindings } = watchedObjects({ before: failsOnce(), after: failsOnce() });
		const ctx = createExecutionContext();
		expect((await worker.fetch(get("/v1/me", key), bindings, ctx)).status).toBe(200);
		await waitOnExecutionContext(ctx);
		expect(calls).toEqual(["enter", ...Array(3).fill("keepRequests")]);
		expect(await keptAlready(id)).toHaveLength(1);
	});

	describe("in a batch of their own", () => {
		/** Adds copies of a real request to batches of their own. */
		async function newBatches(waitMs: number) {
			const { id, key } = await newWorld();
			await call(200, "/v1/me", { key });
			const [template] = await keptOf(id);
			if (!template) throw new Error("nothing kept");
			const batches = new RequestBatches();
			batches.waitMs = waitMs;
			const { calls, bindings } = watchedObjects();
			const work: Promise<unknown>[] = [];
			const add = (waitUntil = (promise: Promise<unknown>): void => void work.push(promise)) => {
				const request = { ...template, id: newId("request", Date.now()), refused: false, by: "wxyz" };
				batches.add(bindings, { id, region: "any" }, request, waitUntil);
			};
			return { id, add, work, calls };
		}

		it("that the platform left behind leave with the next request", async () => {
			const { id, add, work } = await newBatches(0);
			vi.spyOn(scheduler, "wait").mockImplementationOnce(() => new Promise(() => {}));
			add(() => {});
			await scheduler.wait(600);
			add();
			await Promise.all(work);
			expect(await keptAlready(id)).toHaveLength(3);
		});

		it("are at most 200 in one call", async () => {
			const { id, add, work, calls } = await newBatches(10);
			for (let n = 0; n < 450; n++) add();
			await Promise.all(work);
			expect(calls).toEqual(Array(3).fill("keepRequests"));
			expect(await keptAlready(id)).toHaveLength(451);
		});
	});

	it("tell their log which of them the gate refused, because these have a limit", async () => {
		const add = vi.spyOn(requestBatches, "add");
		const id = await newTenant();
		const narrow = await newKey(id, { scopes: ["read:leads"] });
		const slow = await newKey(id, { rate_limit_tier: "custom", rate_limit_per_minute: 1 });
		await call(403, "/v1/clients", narrow);
		await call(404, `/v1/leads/led_${"0".repeat(32)}`, narrow);
		await call(400, "/v1/clients", { ...slow, raw: "{", headers: { "Content-Type": "application/json" } });
		await call(429, "/v1/me", slow);
		await call(200, "/v1/events?after_sequence=0&wait=0", await newKey(id));
		const told = add.mock.calls.map(([, , { status, refused }]) => [status, refused]);
		expect(told).toEqual([
			[403, true],
			[404, false],
			[400, false],
			[429, true],
			[200, false],
		]);
	});
});

it("a flood of refused requests is kept, too", async () => {
	const tenantId = await newTenant();
	const { key } = await newKey(tenantId, { rate_limit_tier: "custom", rate_limit_per_minute: 5 });
	const statuses = await Promise.all(Array.from({ length: 300 }, async () => (await send("/v1/me", { key })).status));
	const kept = await keptOf(tenantId);
	expect(kept.map(({ status }) => status).sort()).toEqual(statuses.sort());
	expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(280);
});
