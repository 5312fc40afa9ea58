import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { locationCache } from "../src/platform/gate/credentials/location-cache.ts";
import { longestCalls } from "../src/platform/http/request/lifecycle.ts";
import { ask, envWithFaults } from "./cross-database/faults.ts";
import { call } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { rows } from "./support/database.ts";
import { newConnection, newTokens } from "./support/oauth.ts";
import { newWorld } from "./support/world.ts";

const usual = { ...longestCalls };
beforeEach(() => Object.assign(longestCalls, { readMs: 300, transactionMs: 600 }));
afterEach(() => Object.assign(longestCalls, usual));

/** Databases that stand still: the calls that `stops` names wait until `go`. Then all of them are executed. */
function standingStill(stops: (sql: string[], binding: string) => boolean) {
	let go = () => {};
	const over = new Promise<void>((resolve) => {
		go = resolve;
	});
	const executed: Promise<unknown>[] = [];
	const bindings = envWithFaults(async (binding, run, sql) => {
		if (!stops(sql, binding)) return await run();
		const late = over.then(run);
		executed.push(late.catch(() => {}));
		return await late;
	});
	return {
		bindings,
		/** Ends the standstill, and comes back when the database has executed everything that waited. */
		async end() {
			go();
			await Promise.all(executed);
		},
	};
}

const isRead = (sql: string[]): boolean => sql.every((one) => /^\s*select/i.test(one));

describe("while a database stands still", () => {
	it.each(["/v1/clients", "/v1/events"])(
		"the read %s is a 503 that invites to try again, in its time",
		async (path) => {
			const { key } = await newWorld();
			const still = standingStill((_, binding) => binding !== "DB");
			const began = Date.now();
			const answer = await ask(still.bindings, path, { key });
			expect([answer.status, answer.body.code, answer.headers.get("Retry-After")]).toEqual([
				503,
				"service_unavailable",
				"1",
			]);
			expect(Date.now() - began).toBeLessThan(5000);
			await still.end();
			await call(200, path, { key });
		},
	);

	it("a change that reads first is a 503 that invites to try again, and nothing is made", async () => {
		const { id, key } = await newWorld();
		const still = standingStill((_, binding) => binding !== "DB");
		const headers = { "Idempotency-Key": "still" };
		const change = { key, headers, body: { email: "still@example.com", first_name: "Ana" } };
		const answer = await ask(still.bindings, "/v1/clients", change);
		expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
		await still.end();
		expect(await rows("SELECT id FROM clients WHERE tenant_id = ?", id)).toEqual([]);
		await call(201, "/v1/clients", change);
	});

	it("a commit that waits is a 503 that promises nothing, and its repetition makes one record", async () => {
		const { id, key } = await newWorld();
		const still = standingStill((sql, binding) => binding !== "DB" && !isRead(sql));
		const headers = { "Idempotency-Key": "waits" };
		const change = { key, headers, body: { email: "waits@example.com", first_name: "Ana" } };
		const answer = await ask(still.bindings, "/v1/clients", change);
		expect([answer.status, answer.body.code, answer.headers.get("Retry-After")]).toEqual([
			503,
			"service_unavailable",
			null,
		]);
		await still.end();
		const made = await rows("SELECT id FROM clients WHERE tenant_id = ?", id);
		expect(made).toHaveLength(1);
		const { body } = await call(201, "/v1/clients", change);
		expect([{ id: body.id }]).toEqual(made);
	});

	it("a credential that nobody remembers is a 503 that invites to try again", async () => {
		const { key } = await newWorld();
		const still = standingStill((_, binding) => binding === "DB");
		const answer = await ask(still.bindings, "/v1/me", { key });
		expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
		await still.end();
		await call(200, "/v1/me", { key });
	});

	it("a remembered access token works, and does not wait as long as a read may take", async () => {
		Object.assign(longestCalls, usual);
		const { access_token: key } = await newTokens(await newConnection());
		await call(200, "/v1/me", { key });
		locationCache.clear();
		advance(31);
		const still = standingStill((_, binding) => binding === "DB");
		const began = Date.now();
		expect((await ask(still.bindings, "/v1/me", { key })).status).toBe(200);
		expect(Date.now() - began).toBeLessThan(longestCalls.readMs / 2);
		await still.end();
	});

	it.runIf("DATA_2" in env)("the tenants of other databases notice nothing", async () => {
		const { key } = await newWorld({ database: "DATA_2" });
		const still = standingStill((_, binding) => binding === "DATA_1");
		expect((await ask(still.bindings, "/v1/clients", { key })).status).toBe(200);
		await still.end();
	});
});
