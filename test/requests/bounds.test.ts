import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type AnsweredRequest, maxKept, refusalsKeptPerMinute } from "../../src/platform/gate/requests/request-log.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { call } from "../support/api.ts";
import { advance, stopClock } from "../support/clock.ts";
import { keptOf, listed, requestLog } from "../support/request-log.ts";
import { newWorld } from "../support/world.ts";

afterEach(() => vi.restoreAllMocks());

const day = 86_400;

const request = (given: Partial<AnsweredRequest> = {}): AnsweredRequest => {
	const id = newId("request", clock.now());
	return {
		id,
		requestId: id,
		method: "GET",
		path: "/v1/me",
		operationId: "getMe",
		status: 200,
		code: null,
		durationMs: 1,
		credential: { type: "api_key", id: "key_x" },
		by: "wxyz",
		ignored: [],
		createdAt: clock.now(),
		refused: false,
		...given,
	};
};
const many = (count: number, given: Partial<AnsweredRequest> = {}) =>
	Array.from({ length: count }, () => request(given));

const stored = async (tenantId: string): Promise<unknown> =>
	await runInDurableObject(
		await requestLog(tenantId),
		(_, { storage }) => storage.sql.exec("SELECT COUNT(*) AS n FROM requests").one().n,
	);

describe("the request log of a tenant", () => {
	it(`keeps the latest ${maxKept} requests, whether it counted them itself or wakes with them`, async () => {
		const log = await requestLog("full");
		const oldest = request();
		await log.keepRequests([oldest]);
		await runInDurableObject(log, (_, { storage }) => {
			storage.sql.exec(
				`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
				INSERT INTO requests SELECT ?2 || printf('%08x', i), NULL, method, path, operation_id, status, code,
					duration_ms, credential_type, credential_id, ignored, created_at FROM n, requests`,
				maxKept - 1,
				newId("request", clock.now()).slice(0, -8),
			);
		});
		await evictDurableObject(log);
		await log.keepRequests(many(150));
		expect(await stored("full")).toBe(maxKept);
		const newest = many(150);
		for (let n = 0; n < 2; n++) await log.keepRequests(newest);
		expect(await stored("full")).toBe(maxKept);
		expect(await log.latestRequest(oldest.id)).toBeNull();
		expect((await keptOf("full", 150)).map(({ id }) => id)).toEqual(newest.map(({ id }) => id).reverse());
	});

	it("shows a request for three days and then removes it, when the next comes or when nothing comes", async () => {
		const { id, key } = await newWorld();
		const first = (await call(200, "/v1/me", { key })).headers.get("X-Request-ID");
		advance(3 * day - 60);
		await call(200, `/v1/requests/${first}`, { key });
		expect(await listed(key, "operation_id=getMe")).toHaveLength(1);
		advance(120);
		expect(await listed(key, "operation_id=getMe")).toEqual([]);
		await call(404, `/v1/requests/${first}`, { key });
		const ids = (await keptOf(id)).map((kept) => kept.id);
		expect(await stored(id)).toBe(ids.length);
		const log = await requestLog(id);
		advance(day);
		expect(await runDurableObjectAlarm(log)).toBe(true);
		expect(await stored(id)).toBe(ids.length);
		advance(3 * day);
		expect(await runDurableObjectAlarm(log)).toBe(true);
		expect(await stored(id)).toBe(0);
	});

	it("keeps an expired request with a chosen id no longer than others", async () => {
		const log = await requestLog("chosen");
		await log.keepRequests([request({ requestId: "mine" })]);
		expect(await log.latestRequest("mine")).not.toBeNull();
		advance(3 * day + 1);
		expect(await log.latestRequest("mine")).toBeNull();
		await log.keepRequests([request()]);
		expect(await stored("chosen")).toBe(1);
	});

	it(`keeps ${refusalsKeptPerMinute} refused requests of a minute, and every admitted one`, async () => {
		const time = stopClock();
		time.set(60_000 - (time.start % 60_000));
		const log = await requestLog("flood");
		for (let n = 0; n < 6; n++) await log.keepRequests(many(200, { status: 429, refused: true }));
		await log.keepRequests(many(200));
		expect(await stored("flood")).toBe(refusalsKeptPerMinute + 200);
		time.set(60_000 - (time.start % 60_000) + 60_000);
		await log.keepRequests(many(200, { status: 429, refused: true }));
		expect(await stored("flood")).toBe(refusalsKeptPerMinute + 400);
	});

	it("keeps a batch once that comes twice", async () => {
		const log = await requestLog("twice");
		const batch = many(3, { requestId: "mine" });
		for (let n = 0; n < 2; n++) await log.keepRequests(batch);
		expect(await stored("twice")).toBe(3);
	});
});
