import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { maxUsesKept } from "../../src/platform/gate/requests/last-uses.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { call } from "../support/api.ts";
import { advance, stopClock } from "../support/clock.ts";
import { me, newApp, newConnection, newTokens } from "../support/oauth.ts";
import { requestLog } from "../support/request-log.ts";
import { newKey, newTenant, newWorld, operate } from "../support/world.ts";

afterEach(() => vi.restoreAllMocks());

const day = 86_400;
const usesOf = async (tenantId: string, credentialId?: string) =>
	await (await requestLog(tenantId)).lastUses(credentialId);
const minute = () => clock.now() - (clock.now() % 60_000);

describe("the last use of a credential", () => {
	it("is known of each key, by the minute, whether the request was answered well or not", async () => {
		const tenantId = await newTenant();
		const [one, other, unused] = [
			await newKey(tenantId),
			await newKey(tenantId, { scopes: [] }),
			await newKey(tenantId),
		];
		await call(200, "/v1/me", one);
		const first = minute();
		advance(3600);
		await call(404, `/v1/clients/cli_${"0".repeat(32)}`, one);
		await call(403, "/v1/clients", other);
		const uses = await usesOf(tenantId);
		expect(uses).toHaveLength(2);
		expect(uses).toEqual(
			expect.arrayContaining([
				{ credentialId: one.id, by: one.key.slice(-4), at: minute() },
				{ credentialId: other.id, by: other.key.slice(-4), at: minute() },
			]),
		);
		expect(minute()).toBeGreaterThan(first);
		expect(await usesOf(tenantId, unused.id)).toEqual([]);
	});

	it("is known of each value of a rotated key, as long as the replaced one works", async () => {
		const tenantId = await newTenant();
		const { id, key: old } = await newKey(tenantId);
		const rotation = { body: { overlap_seconds: 7 * day } };
		const { key } = (await operate(200, `/admin/api_keys/${id}/rotate`, rotation)).body;
		await call(200, "/v1/me", { key: old });
		const oldAt = minute();
		advance(3600);
		await call(200, "/v1/me", { key });
		expect(await usesOf(tenantId, id)).toEqual([
			{ credentialId: id, by: key.slice(-4), at: minute() },
			{ credentialId: id, by: old.slice(-4), at: oldAt },
		]);
		advance(7 * day);
		await call(401, "/v1/me", { key: old });
		expect((await usesOf(tenantId, id)).map(({ at }) => at)).toContain(oldAt);
	});

	it("is known of each grant of an app", async () => {
		const connection = await newConnection({ app: await newApp() });
		const { access_token } = await newTokens(connection);
		const { oauth } = (await me(200, access_token)).body;
		expect(await usesOf(connection.tenantId)).toEqual([
			{ credentialId: connection.app.id, by: oauth.grant_id, at: minute() },
		]);
	});

	it("does not change by a credential that is not valid", async () => {
		const { id, key, keyId } = await newWorld();
		await operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body: { status: "INACTIVE" } });
		await call(401, "/v1/me", { key });
		expect(await usesOf(id)).toEqual([]);
	});

	it("outlasts the request itself and the eviction of the object, and goes after a year", async () => {
		const { id, key, keyId } = await newWorld();
		await call(200, "/v1/me", { key });
		const used = { credentialId: keyId, by: key.slice(-4), at: minute() };
		advance(360 * day);
		const log = await requestLog(id);
		expect(await runDurableObjectAlarm(log)).toBe(true);
		await evictDurableObject(log);
		expect(await usesOf(id)).toEqual([used]);
		advance(7 * day);
		expect(await usesOf(id)).toEqual([]);
		expect(await runDurableObjectAlarm(log)).toBe(true);
		const left = await runInDurableObject(log, (_, { storage }) =>
			storage.sql.exec("SELECT * FROM last_uses").toArray(),
		);
		expect(left).toEqual([]);
		expect(await runDurableObjectAlarm(log)).toBe(false);
	});

	it("costs one write a minute, however often the key is used", async () => {
		const time = stopClock();
		time.set(60_000 - (time.start % 60_000));
		const { id, key } = await newWorld();
		const written = async () => {
			const log = await requestLog(id);
			return await runInDurableObject(log, (_, { storage }) => {
				const changed = "SELECT count(*) AS n FROM writes";
				storage.sql.exec("CREATE TABLE IF NOT EXISTS writes (n)");
				for (const event of ["INSERT", "UPDATE"])
					storage.sql.exec(
						`CREATE TRIGGER IF NOT EXISTS on_${event} AFTER ${event} ON last_uses BEGIN INSERT INTO writes VALUES (1); END`,
					);
				return storage.sql.exec(changed).one().n;
			});
		};
		await call(200, "/v1/me", { key });
		expect(await written()).toBe(0);
		for (let n = 0; n < 3; n++) {
			await call(200, "/v1/me", { key });
			expect(await written()).toBe(0);
		}
		time.set(60_000 - (time.start % 60_000) + 60_000);
		for (let n = 0; n < 3; n++) await call(200, "/v1/me", { key });
		expect(await written()).toBe(1);
	});

	it(`is kept of the ${maxUsesKept} that were used latest`, async () => {
		const { id, key, keyId } = await newWorld();
		await call(200, "/v1/me", { key });
		const log = await requestLog(id);
		await runInDurableObject(log, (_, { storage }) => {
			storage.sql.exec(
				`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
					INSERT INTO last_uses SELECT 'key_' || i, 'wxyz', ?2 + i FROM n`,
				maxUsesKept + 50,
				clock.now() - 3_600_000,
			);
		});
		const other = await newKey(id);
		await call(200, "/v1/me", other);
		const kept = (await usesOf(id)).map(({ credentialId }) => credentialId);
		expect(kept).toHaveLength(maxUsesKept);
		expect(kept).toEqual(expect.arrayContaining([keyId, other.id]));
		const stored = await runInDurableObject(log, (_, { storage }) =>
			storage.sql.exec("SELECT count(*) AS n FROM last_uses").one(),
		);
		expect(stored.n).toBe(maxUsesKept);
	});

	it("of one tenant is in no other tenant's log", async () => {
		const [one, other] = [await newWorld(), await newWorld()];
		await call(200, "/v1/me", one);
		expect(await usesOf(other.id)).toEqual([]);
	});
});
