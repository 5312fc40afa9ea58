import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { publicEventTypes } from "../src/platform/db/tables/data/events.ts";
import { credentialCache } from "../src/platform/gate/credentials/credential-cache.ts";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { database, envWithHooks } from "./support/database.ts";
import { fillEvents } from "./support/fill-events.ts";
import { gatesWith } from "./support/gates.ts";
import { newKey, newTenant, newWorld, operate, type Tenant } from "./support/world.ts";

const clientsInTable = 100_000;
let world: Tenant;
let clientId: string;

/** Adds enough clients to reveal a cost that depends on the size of the table. */
async function fill(tenantId: string, count: number): Promise<void> {
	const chunk = 20_000;
	for (let from = 0; from < count; from += chunk) {
		await database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
				INSERT INTO clients (id, tenant_id, email, email_key, first_name, created_at, updated_at)
				SELECT 'cli_' || printf('%032x', i), ?1, i || '@example.com', i || '@example.com', 'Ana', i, i FROM n`,
			)
			.bind(tenantId, from + 1, from + chunk)
			.run();
	}
}

beforeAll(async () => {
	world = await newWorld();
	await fill(world.id, clientsInTable);
	clientId = (await call(201, "/v1/clients", { key: world.key, body: { email: "ana@example.com", first_name: "Ana" } }))
		.body.id;
	await call(200, "/v1/me", { key: world.key });
});

const json = (method: string, body: unknown, idempotencyKey?: string): RequestInit => ({
	method,
	body: JSON.stringify(body),
	headers: { "Content-Type": "application/json", ...(idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {}) },
});

describe("what a request costs in a warm isolate", () => {
	it("GET /v1/me asks the gate once and the database never", async () => {
		expect(await costOf("/v1/me", world.key)).toMatchObject({
			status: 200,
			gate: { inSequence: 1 },
			db: { inSequence: 0 },
			rowsRead: 0,
		});
	});

	it("the first request of a cold isolate adds one read of the control database", async () => {
		credentialCache.clear();
		expect(await costOf("/v1/me", world.key)).toMatchObject({
			gate: { inSequence: 1 },
			db: { inSequence: 1 },
			rowsRead: 3,
		});
	});

	it("an isolate whose location knows the credential reads it from there, and asks no database for it", async () => {
		credentialCache.clear();
		await costOf("/v1/me", world.key);
		credentialCache.forget();
		expect(await costOf("/v1/me", world.key)).toMatchObject({
			status: 200,
			gate: { inSequence: 1, calls: 1 },
			db: { inSequence: 0 },
			rowsRead: 0,
		});
	});

	it.each([
		[200, {}],
		[304, { "If-None-Match": '"1"' }],
	])("GET of one record asks gate and database once each, and a %i writes nothing", async (status, headers) => {
		const cost = await costOf(`/v1/clients/${clientId}`, world.key, { headers });
		expect(cost).toMatchObject({ status, gate: { inSequence: 1 }, db: { inSequence: 1 }, rowsWritten: 0 });
		expect(cost.rowsRead).toBeLessThanOrEqual(3);
	});

	it("the request log costs a second call beside the one to the gate, and no database", async () => {
		for (const path of ["/v1/requests", "/v1/requests?status=5xx", "/v1/requests/unknown"])
			expect(await costOf(path, world.key)).toMatchObject({
				gate: { inSequence: 1, calls: 2 },
				db: { inSequence: 0 },
				rowsRead: 0,
				rowsWritten: 0,
			});
	});

	it.each([
		[
			"POST /v1/clients",
			() => ({ email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" }),
			["enter", "notify"],
		],
		["POST /v1/clients", () => ({}), ["enter", "release"]],
	])("a keyed %s with %o calls its gate twice: the lock leaves with the events", async (_, bodyOf, expected) => {
		const tenant = await newWorld({ plan: "empire" });
		const calls: string[] = [];
		const gate = new Proxy(env.GATE, {
			get: (target, name) => {
				const member = Reflect.get(target, name, target);
				if (name !== "getByName") return typeof member === "function" ? member.bind(target) : member;
				return (id: string) =>
					new Proxy(target.getByName(id), {
						get: (stub, method) => {
							// An object that is awaited is asked for it.
							if (method === "then") return undefined;
							if (id === tenant.id) calls.push(String(method));
							const called = Reflect.get(stub, method, stub) as (...given: unknown[]) => unknown;
							return (...given: unknown[]) => Reflect.apply(called, stub, given);
						},
					});
			},
		});
		const { app } = await import("../src/entry/app.ts");
		const key = crypto.randomUUID();
		const send = async (body: object) => {
			const headers = {
				Authorization: `Bearer ${tenant.key}`,
				"Content-Type": "application/json",
				"Idempotency-Key": key,
			};
			const request = new Request("https://api.test/v1/clients", {
				method: "POST",
				headers,
				body: JSON.stringify(body),
			});
			const ctx = createExecutionContext();
			const response = await app.fetch(request, { ...env, GATE: gate }, ctx);
			const text = await response.text();
			await waitOnExecutionContext(ctx);
			return { status: response.status, text };
		};
		const body = bodyOf();
		const first = await send(body);
		expect(calls).toEqual(expected);
		// The lock is free: a repetition is not told that the first request still runs.
		expect(await send(body)).toEqual(first);
	});

	it("GET of a record begins to read before the gate has answered", async () => {
		const started: string[] = [];
		const gate = gatesWith((stub) => ({
			enter: async (entry) => {
				await new Promise((resolve) => setTimeout(resolve, 20));
				started.push("gate answers");
				return stub.enter(entry);
			},
		}));
		const bindings = envWithHooks({ prepare: () => started.push("database asked") });
		const { app } = await import("../src/entry/app.ts");
		const headers = { Authorization: `Bearer ${world.key}` };
		const request = new Request(`https://api.test/v1/clients/${clientId}`, { headers });
		const ctx = createExecutionContext();
		const response = await app.fetch(request, { ...bindings, GATE: gate }, ctx);
		await waitOnExecutionContext(ctx);
		expect(response.status).toBe(200);
		expect(started).toEqual(["database asked", "gate answers"]);
	});

	it.each([
		["the first page", ""],
		["a page by email", "?email=500@example.com"],
		["a page in the order of changes", "?sort=updated_at&updated_since=2026-01-01T00:00:00Z"],
	])(`GET %s of 50 of ${clientsInTable} clients reads at most 60 rows`, async (_, query) => {
		const cost = await costOf(`/v1/clients${query}`, world.key);
		expect(cost).toMatchObject({ status: 200, gate: { inSequence: 1 }, db: { inSequence: 1 }, rowsWritten: 0 });
		expect(cost.rowsRead).toBeLessThanOrEqual(60);
	});

	it.each([99_990, 50_000, 0])(
		"GET of a page of the records changed since %i of 100000 reads at most 1002 rows, the newest first",
		async (since) => {
			const query = `updated_since=${new Date(since).toISOString()}`;
			const { body } = await call(200, `/v1/clients?${query}`, { key: world.key });
			expect(body.data).toHaveLength(Math.min(50, clientsInTable + 2 - since));
			for (const cursor of ["", `&cursor=${body.next_cursor}`])
				expect((await costOf(`/v1/clients?${query}${cursor}`, world.key)).rowsRead).toBeLessThanOrEqual(1002);
		},
	);

	it("GET of a page far down the list reads at most 60 rows", async () => {
		let cursor = (await call(200, "/v1/clients?limit=100", { key: world.key })).body.next_cursor;
		for (let page = 0; page < 20; page++) {
			cursor = (await call(200, `/v1/clients?limit=100&cursor=${cursor}`, { key: world.key })).body.next_cursor;
		}
		expect((await costOf(`/v1/clients?cursor=${cursor}`, world.key)).rowsRead).toBeLessThanOrEqual(60);
	});

	it("POST with an Idempotency-Key makes two round trips to the database, whatever the size of the table", async () => {
		const cost = await costOf(
			"/v1/clients",
			world.key,
			json("POST", { email: "b@example.com", first_name: "B" }, "post"),
		);
		expect(cost).toMatchObject({ status: 201, gate: { inSequence: 1 }, db: { inSequence: 2, calls: 2 } });
		expect(cost.rowsRead).toBeLessThanOrEqual(40);
	});

	it("PATCH with an Idempotency-Key makes two round trips in sequence", async () => {
		const cost = await costOf(`/v1/clients/${clientId}`, world.key, json("PATCH", { notes: "x" }, "patch"));
		expect(cost).toMatchObject({ status: 200, gate: { inSequence: 1 }, db: { inSequence: 2, calls: 2 } });
		expect(cost.rowsRead).toBeLessThanOrEqual(40);
	});

	it("a duplicate email is known before the commit is tried", async () => {
		const cost = await costOf(
			"/v1/clients",
			world.key,
			json("POST", { email: "ana@example.com", first_name: "B" }, "duplicate"),
		);
		expect(cost).toMatchObject({ status: 409, gate: { inSequence: 1 }, db: { inSequence: 2, calls: 2 } });
	});

	it("a replayed answer costs one read", async () => {
		const cost = await costOf(
			"/v1/clients",
			world.key,
			json("POST", { email: "b@example.com", first_name: "B" }, "post"),
		);
		expect(cost).toMatchObject({ status: 201, gate: { inSequence: 1 }, db: { inSequence: 1 }, rowsWritten: 0 });
	});
});

describe("a refused request asks the gate at most once and a warm isolate's database never", () => {
	const free = { gate: { inSequence: 1 }, db: { inSequence: 0 }, rowsRead: 0 };

	it("401 without a credential", async () => {
		expect(await costOf("/v1/clients", "nonsense")).toMatchObject({ status: 401, ...free });
	});

	it("401 with a paused key, which is asked about beside the count of its address", async () => {
		const { id, key } = await newKey(world.id);
		await operate(200, `/admin/api_keys/${id}`, { method: "PATCH", body: { status: "INACTIVE" } });
		await costOf("/v1/clients", key);
		expect(await costOf("/v1/clients", key)).toMatchObject({ status: 401, ...free });
	});

	it("401 with a revoked key", async () => {
		const { id, key } = await newKey(world.id);
		await operate(200, `/admin/api_keys/${id}`, { method: "PATCH", body: { status: "REVOKED" } });
		await costOf("/v1/clients", key);
		expect(await costOf("/v1/clients", key)).toMatchObject({ status: 401, ...free });
	});

	it("403 for a missing scope", async () => {
		const { key } = await newKey(world.id, { scopes: ["read:events"] });
		await costOf("/v1/me", key);
		expect(await costOf("/v1/clients", key)).toMatchObject({ status: 403, ...free });
	});

	it("429", async () => {
		const { key } = await newKey(await newTenant(), { rate_limit_tier: "custom", rate_limit_per_minute: 2 });
		await costOf("/v1/me", key);
		await costOf("/v1/me", key);
		expect(await costOf("/v1/clients", key)).toMatchObject({ status: 429, ...free });
	});
});

describe.each([100, 1_000_000])("a page of 50 of the feed, among %i events", (many) => {
	let world: Tenant;
	const others = publicEventTypes.filter((type) => type !== "payout.paid");
	beforeAll(async () => {
		world = await newWorld();
		await fillEvents(world, many, others);
		await database
			.prepare("UPDATE events SET type = 'payout.paid' WHERE tenant_id = ? AND sequence IN (5, ?)")
			.bind(world.id, many)
			.run();
		await call(200, "/v1/me", { key: world.key });
	}, 120_000);

	/** The page, one event that shows that more follow, and the row with the last number. */
	const whole = 52;

	it.each([
		["the first page", "after_sequence=0", whole + 1],
		["a page in the middle", `after_sequence=${many / 2}`, whole],
		["the end", `after_sequence=${many}`, 2],
		["the end, for all types", `after_sequence=${many}&type=${publicEventTypes}`, 1 + publicEventTypes.length],
		["a rare type from the beginning on", "after_sequence=0&type=payout.paid", 5],
		["a frequent type", "after_sequence=7&type=lead.created", whole],
		["two types, one of them rare", "after_sequence=7&type=lead.created,payout.paid", whole + 2],
		["five types", `after_sequence=0&type=${publicEventTypes.slice(0, 5)}`, whole + 5 + 5],
		["all types", `after_sequence=7&type=${publicEventTypes}`, whole + publicEventTypes.length],
	])("%s: the rows read are those shown and at most one for each type", async (_, query, most) => {
		const cost = await costOf(`/v1/events?${query}`, world.key);
		expect(cost).toMatchObject({ status: 200, gate: { inSequence: 1 }, db: { inSequence: 1 }, rowsWritten: 0 });
		expect(cost.rowsRead).toBeLessThanOrEqual(most);
	});
});
