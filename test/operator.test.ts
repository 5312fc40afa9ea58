import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { operatorEndpoints } from "../src/api/operator/endpoints.ts";
import { app } from "../src/entry/app.ts";
import { defaultScopes } from "../src/platform/gate/scopes.ts";
import { clock } from "../src/platform/lib/clock.ts";
import { newId } from "../src/platform/lib/ids.ts";
import { call, send } from "./support/api.ts";
import { advance, now } from "./support/clock.ts";
import { database } from "./support/database.ts";
import { expectProblem } from "./support/expect.ts";
import { eventsOf } from "./support/history.ts";
import { scheduledWork } from "./support/scheduled.ts";
import { createKey, createTenant, letPass, newTenant, newWorld, operate } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

beforeEach(() => advance(60));

const patchTenant = (status: number, id: string, body: object) =>
	operate(status, `/admin/tenants/${id}`, { method: "PATCH", body });
const patchKey = (status: number, id: string, body: object) =>
	operate(status, `/admin/api_keys/${id}`, { method: "PATCH", body });

describe("the lists", () => {
	it("of tenants takes updated_since", async () => {
		const id = await newTenant();
		const { updated_at } = (await operate(200, `/admin/tenants/${id}`)).body;
		const since = async (time: string) => (await operate(200, `/admin/tenants?updated_since=${time}`)).body.data;
		expect((await since(updated_at)).map((tenant: Json) => tenant.id)).toContain(id);
		expect(
			(await since(new Date(Date.parse(updated_at) + 1).toISOString())).map((tenant: Json) => tenant.id),
		).not.toContain(id);
	});

	it("of OAuth apps takes updated_since", async () => {
		const body = { tenant_id: await newTenant({ plan: "studio" }), name: "Inkflow" };
		const given = { redirect_uris: ["https://app.example/callback"], scopes: ["read:clients"] };
		const { app } = (await operate(201, "/admin/oauth_apps", { body: { ...body, ...given } })).body;
		const since = async (time: string) => (await operate(200, `/admin/oauth_apps?updated_since=${time}`)).body.data;
		expect((await since(app.updated_at)).map(({ id }: Json) => id)).toContain(app.id);
		expect(
			(await since(new Date(Date.parse(app.updated_at) + 1).toISOString())).map(({ id }: Json) => id),
		).not.toContain(app.id);
	});
});

describe("the door", () => {
	const paths = operatorEndpoints.map(
		({ method, path, params }) =>
			[method, path.replace(/:(\w+)/g, (_, name) => newId(params[name] ?? "tenant", Date.now()))] as const,
	);
	const request = (method: string, path: string, token = env.OPERATOR_TOKEN) =>
		new Request(`https://api.test${path}`, { method, headers: { Authorization: `Bearer ${token}` } });

	it.each(paths)("%s %s does not exist without an OPERATOR_TOKEN", async (method, path) => {
		const { OPERATOR_TOKEN: _, ...without } = env;
		for (const bindings of [without, { ...without, OPERATOR_TOKEN: "" }]) {
			for (const token of [env.OPERATOR_TOKEN, "undefined", "x"]) {
				const response = await app.fetch(request(method, path, token), bindings, createExecutionContext());
				expect(response.status).toBe(404);
				expect(await response.json()).toMatchObject({ code: "resource_not_found" });
			}
		}
	});

	it.each(paths)("%s %s refuses a missing, a wrong and a tenant's credential", async (method, path) => {
		const { key } = await newWorld();
		const missing = await send(path, { method });
		expectProblem(missing, path, "missing_api_key");
		expect(missing.headers.get("WWW-Authenticate")).toBe("Bearer");
		for (const wrong of ["wrong", `${env.OPERATOR_TOKEN}x`, key]) {
			const answer = await send(path, { method, key: wrong });
			expectProblem(answer, path, "invalid_api_key");
			expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
		}
	});

	it("limits how often an address may guess the token", async () => {
		const from = "198.51.100.99";
		const guesses = await Promise.all(Array.from({ length: 70 }, () => send("/admin/tenants", { key: "guess", from })));
		expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(8);
	});

	it("is not open to scripts of other origins", async () => {
		const { headers } = await operate(200, "/admin/tenants", { headers: { Origin: "https://app.example" } });
		expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
	});

	it("has no clock to move in production", async () => {
		const bindings = { ...env, ENVIRONMENT: "production" };
		const response = await app.fetch(request("POST", "/admin/dev/advance"), bindings, createExecutionContext());
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({ code: "resource_not_found" });
		const tenants = await app.fetch(request("GET", "/admin/tenants"), bindings, createExecutionContext());
		expect(tenants.status).toBe(200);
		expect(tenants.headers.has("Server-Timing")).toBe(false);
	});

	it("moves the clock in development", async () => {
		const before = (await letPass(0)).body;
		const after = (await letPass(3600)).body;
		const passedMs = Date.parse(after.now) - Date.parse(before.now);
		expect(passedMs).toBeGreaterThanOrEqual(3_600_000);
		expect(passedMs).toBeLessThan(3_660_000);
	});

	it("does not move the clock back once there is a tenant", async () => {
		await newWorld();
		const before = (await letPass(0)).body;
		const { body } = await operate(409, "/admin/dev/advance", { body: { seconds: -1 } });
		expect(body.code).toBe("conflict");
		expect(Date.parse((await letPass(0)).body.now)).toBeGreaterThanOrEqual(Date.parse(before.now));
	});

	it.each([-366 * 86_400 - 1, "60", null, 1e300])("does not move the clock by %j", async (seconds) => {
		const { body } = await operate(400, "/admin/dev/advance", { body: { seconds } });
		expect(body.code).toBe("validation_failed");
	});

	it("does not know other routes, with or without the token", async () => {
		for (const path of ["/admin", "/admin/", "/admin/nothing", "/admin/tenants/x/y"]) {
			expectProblem(await operate(404, path), path, "resource_not_found");
			expectProblem(await send(path), path, "resource_not_found");
		}
	});
});

describe("tenants", () => {
	it("are created with what is given", async () => {
		const given = {
			name: "Iron & Ink",
			plan: "crew",
			email: "owner@example.com",
			timezone: "America/New_York",
			subscription_status: "trialing",
			trial_ends_at: "2030-01-01T02:00:00+02:00",
		};
		const { headers, body } = await operate(201, "/admin/tenants", { body: given });
		expect(body).toEqual({
			object: "tenant",
			id: expect.stringMatching(/^ten_[0-9a-f]{32}$/),
			...given,
			trial_ends_at: "2030-01-01T00:00:00.000Z",
			region: "any",
			database: expect.stringMatching(/^DATA_\d$/),
			stored_bytes: 0,
			stored_bytes_limit: 5 * 1024 ** 3,
			delete_at: null,
			created_at: body.updated_at,
			updated_at: expect.any(String),
		});
		expect(headers.get("Location")).toBe(`/admin/tenants/${body.id}`);
		const read = (await operate(200, `/admin/tenants/${body.id}`)).body;
		expect(read).toEqual({ ...body, stored_bytes: expect.any(Number) });
	});

	it("start on Light, in UTC, active", async () => {
		const { body } = await operate(201, "/admin/tenants", { body: { name: "Plain", email: "p@example.com" } });
		expect(body).toMatchObject({
			plan: "light",
			timezone: "UTC",
			subscription_status: "active",
			trial_ends_at: null,
		});
	});

	it.each([
		["name", ""],
		["plan", "Solo"],
		["plan", "enterprise"],
		["email", "nobody"],
		["timezone", "Berlin"],
		["timezone", "+02:00"],
		["subscription_status", "paused"],
		["trial_ends_at", "tomorrow"],
	])("are refused with %s %j", async (field, value) => {
		const body = { name: "A", email: "a@example.com", [field]: value };
		const answer = await operate(400, "/admin/tenants", { body });
		expectProblem(answer, "/admin/tenants", "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path: field });
	});

	it("are listed newest first, in pages", async () => {
		const ids = [await createTenant(), await createTenant(), await createTenant()].reverse();
		const first = (await operate(200, "/admin/tenants?limit=2")).body;
		const second = (await operate(200, `/admin/tenants?limit=1&cursor=${first.next_cursor}`)).body;
		expect([...first.data, ...second.data].map(({ id }: Json) => id)).toEqual(ids);
	});

	it("that do not exist are not found, badly formed ids are refused", async () => {
		const id = newId("tenant", Date.now());
		expectProblem(await operate(404, `/admin/tenants/${id}`), `/admin/tenants/${id}`, "resource_not_found");
		await patchTenant(404, id, { name: "x" });
		await operate(404, `/admin/tenants/${id}/api_keys`, { body: { name: "x" } });
		await operate(404, `/admin/tenants/${id}/users`, { body: { email: "x@example.com", password: "long enough" } });
		expectProblem(await operate(400, "/admin/tenants/x"), "/admin/tenants/x", "invalid_id");
	});

	it.each([
		[{ plan: "studio" }, "subscription.activated"],
		[{ plan: "light" }, "subscription.cancelled"],
		[{ subscription_status: "past_due" }, "subscription.past_due"],
		[{ subscription_status: "cancelled" }, "subscription.cancelled"],
		[{ subscription_status: "past_due", plan: "duo" }, "subscription.past_due"],
	])("changed by %j emit %s", async (patch, type) => {
		const { id, key } = await newWorld();
		const { body } = await patchTenant(200, id, patch);
		expect(body).toMatchObject(patch);
		if ("plan" in patch && patch.plan === "light") await patchTenant(200, id, { plan: "solo" });
		const [event] = await eventsOf(key);
		expect(event).toMatchObject({
			type,
			actor: { type: "operator", id: null },
			data: { tenantId: id, plan: body.plan, subscriptionStatus: body.subscription_status },
		});
		expect(Object.keys(event.data.changes)).toEqual(
			["plan", "subscriptionStatus"].filter((name) => (name === "plan" ? "plan" : "subscription_status") in patch),
		);
	});

	it("that become active again emit subscription.activated", async () => {
		const { id, key } = await newWorld();
		await patchTenant(200, id, { subscription_status: "past_due" });
		await patchTenant(200, id, { subscription_status: "active" });
		expect((await eventsOf(key)).map(({ type }) => type)).toEqual(["subscription.past_due", "subscription.activated"]);
	});

	it.each([{ name: "New name" }, { email: "new@example.com" }, { timezone: "UTC" }])(
		"changed by %j emit nothing",
		async (patch) => {
			const { id, key } = await newWorld();
			expect((await patchTenant(200, id, patch)).body).toMatchObject(patch);
			expect(await eventsOf(key)).toEqual([]);
		},
	);

	it("a PATCH that changes nothing emits nothing and leaves updated_at", async () => {
		const { id, key } = await newWorld();
		const before = (await operate(200, `/admin/tenants/${id}`)).body;
		advance(5);
		expect((await patchTenant(200, id, { plan: "solo", name: before.name })).body).toEqual(before);
		expect(await eventsOf(key)).toEqual([]);
	});

	it("fall to Light and come back from the very next request", async () => {
		const { id, key } = await newWorld();
		for (let round = 0; round < 3; round++) {
			await patchTenant(200, id, { plan: "light" });
			await call(403, "/v1/me", { key });
			await patchTenant(200, id, { plan: "solo" });
			await call(200, "/v1/me", { key });
		}
	});

	it("of parallel changes none is silently lost", async () => {
		const { id, key } = await newWorld();
		const answers = await Promise.all(
			["duo", "crew", "studio", "empire"].map((plan) =>
				send(`/admin/tenants/${id}`, { method: "PATCH", key: env.OPERATOR_TOKEN, body: { plan } }),
			),
		);
		for (const { status, body } of answers) if (status !== 200) expect([status, body.code]).toEqual([409, "conflict"]);
		const events = await eventsOf(key);
		expect(events).toHaveLength(answers.filter(({ status }) => status === 200).length);
		let plan = "solo";
		for (const { data } of events) {
			expect(data.changes.plan.old).toBe(plan);
			plan = data.changes.plan.new;
		}
		expect((await call(200, "/v1/me", { key })).body.plan_slug).toBe(plan);
	});
});

describe("trials", () => {
	const day = 86_400;
	const trial = async (days: number) => {
		const now = clock.now();
		const id = await createTenant({
			subscription_status: "trialing",
			trial_ends_at: new Date(now + days * day * 1000).toISOString(),
		});
		return { id, key: (await createKey(id)).key };
	};
	const announced = async (key: string) =>
		(await eventsOf(key)).filter(({ type }) => type === "subscription.trial_ending").length;

	it("announce their end three days before, once", async () => {
		const { id, key } = await trial(10);
		await scheduledWork();
		expect(await announced(key)).toBe(0);
		advance(7 * day - 60);
		await scheduledWork();
		expect(await announced(key)).toBe(0);
		advance(120);
		await Promise.allSettled([scheduledWork(), scheduledWork()]);
		await scheduledWork();
		advance(5 * day);
		await scheduledWork();
		expect(await announced(key)).toBe(1);
		const [event] = await eventsOf(key);
		expect(event).toMatchObject({
			actor: { type: "system", id: null },
			data: { tenantId: id, plan: "solo", subscriptionStatus: "trialing" },
		});
	});

	it("announce it again when the end is moved", async () => {
		const { id, key } = await trial(2);
		await scheduledWork();
		const later = new Date(Date.parse(now()) + 10 * day * 1000).toISOString();
		await patchTenant(200, id, { trial_ends_at: later });
		await scheduledWork();
		expect(await announced(key)).toBe(1);
		advance(8 * day);
		await scheduledWork();
		expect(await announced(key)).toBe(2);
	});

	it("that were converted or have no end announce nothing", async () => {
		const converted = await trial(2);
		await patchTenant(200, converted.id, { subscription_status: "active" });
		const endless = await createTenant({ subscription_status: "trialing" });
		await scheduledWork();
		expect(await announced(converted.key)).toBe(0);
		expect(await announced((await createKey(endless)).key)).toBe(0);
	});
});

describe("users", () => {
	const add = (status: number, tenant: string, body: object) =>
		operate(status, `/admin/tenants/${tenant}/users`, { body });
	const stored = async (id: string): Promise<Json> =>
		await database.prepare("SELECT * FROM users WHERE id = ?").bind(id).first();

	it("are stored with a scrypt hash, and nothing shows the password", async () => {
		const tenant = await createTenant();
		const password = "correct horse battery";
		const { body, text } = await add(201, tenant, { email: " Mia@Example.com ", password, name: "Mia" });
		expect(body).toEqual({
			object: "user",
			id: expect.stringMatching(/^usr_[0-9a-f]{32}$/),
			email: "Mia@Example.com",
			name: "Mia",
			role: "OWNER",
			status: "ACTIVE",
			tenant_id: tenant,
			created_at: expect.any(String),
			updated_at: expect.any(String),
		});
		expect(text).not.toMatch(/password|scrypt/);
		const { password_hash: hash } = await stored(body.id);
		expect(hash).toMatch(/^scrypt\$\d+\$\d+\$\d+\$[\w-]{22}\$[\w-]{43}$/);
		expect(hash).not.toContain(password);
	});

	it("with the same password have different hashes", async () => {
		const tenant = await createTenant();
		const password = "same password";
		const a = (await add(201, tenant, { email: "same-a@example.com", password })).body.id;
		const b = (await add(201, tenant, { email: "same-b@example.com", password })).body.id;
		expect((await stored(a)).password_hash).not.toBe((await stored(b)).password_hash);
	});

	it("who exist elsewhere are invited, and keep the password they have", async () => {
		const [first, second] = [await newTenant(), await newTenant()];
		const email = "two-studios@example.com";
		const user = (await add(201, first, { email, password: "first password", name: "Noa" })).body;
		const before = await stored(user.id);
		const again = (await add(201, second, { email: email.toUpperCase(), password: "other password", name: "N" })).body;
		expect(again).toEqual({ ...user, tenant_id: second, status: "INVITED", updated_at: expect.any(String) });
		expect(await stored(user.id)).toEqual(before);
	});

	it("who are members already are refused, also at the same time", async () => {
		const tenant = await createTenant();
		const body = { email: "member@example.com", password: "long enough" };
		await add(201, tenant, body);
		expect((await add(409, tenant, { ...body, email: "Member@example.com" })).body.code).toBe("conflict");
		const racing = { ...body, email: "racing@example.com" };
		const answers = await Promise.all(
			Array.from({ length: 3 }, () =>
				send(`/admin/tenants/${tenant}/users`, { key: env.OPERATOR_TOKEN, body: racing }),
			),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
	});

	it.each([
		["email", "nobody"],
		["password", "short"],
		["password", "eight ch"],
		["password", " ".repeat(12)],
		["password", "PassWord123"],
		["password", "p".repeat(257)],
		["role", "ADMIN"],
	])("are refused with %s %j", async (field, value) => {
		const body = { email: "u@example.com", password: "long enough", [field]: value };
		expect((await add(400, await createTenant(), body)).body.errors[0].path).toBe(field);
	});
});

describe("API keys", () => {
	const postKey = (status: number, tenant: string, body: object) =>
		operate(status, `/admin/tenants/${tenant}/api_keys`, { body });

	it("have defaults for everything but the name, and show their value once", async () => {
		const tenant = await createTenant();
		const { body } = await postKey(201, tenant, { name: "Zapier" });
		expect(body.key).toMatch(/^svc_live_sk_[0-9A-Za-z]{36}$/);
		expect(body.api_key).toEqual({
			object: "api_key",
			id: expect.stringMatching(/^key_[0-9a-f]{32}$/),
			tenant_id: tenant,
			name: "Zapier",
			mode: "live",
			status: "ACTIVE",
			hint: body.key.slice(-4),
			scopes: [...defaultScopes],
			ip_allowlist: [],
			expires_at: null,
			rate_limit_tier: null,
			rate_limit_per_minute: null,
			created_at: body.api_key.updated_at,
			updated_at: expect.any(String),
		});
		const changed = await patchKey(200, body.api_key.id, { name: "Other" });
		expect(changed.text).not.toContain(body.key);
		const dump = await database.prepare("SELECT * FROM api_key_values WHERE key_id = ?").bind(body.api_key.id).all();
		expect(JSON.stringify(dump.results)).not.toContain(body.key.slice(12, 30));
	});

	it("get every read scope but the audit log's and four write scopes by default", async () => {
		const { body } = await postKey(201, await createTenant(), { name: "Defaults" });
		expect([...body.api_key.scopes].sort()).toEqual(
			[
				...["clients", "appointments", "leads", "ideas", "forms", "form_submissions", "artists", "shops"],
				...["webhook_endpoints", "deliveries", "automation", "event_types", "events"],
			]
				.map((resource) => `read:${resource}`)
				.concat(["clients", "appointments", "leads", "form_submissions"].map((resource) => `write:${resource}`))
				.sort(),
		);
	});

	it("in test mode look like it", async () => {
		const { body } = await postKey(201, await createTenant(), { name: "Test", mode: "test" });
		expect(body.key).toMatch(/^svc_test_sk_[0-9A-Za-z]{36}$/);
		expect((await call(200, "/v1/me", { key: body.key })).body.api_key.test_mode).toBe(true);
	});

	it.each([
		["scopes", ["read:clients", "write:everything"], "scopes.1"],
		["scopes", ["write:events"], "scopes.0"],
		["scopes", "read:clients", "scopes"],
		["ip_allowlist", ["10.0.0.1", "10.0.0.256"], "ip_allowlist.1"],
		["ip_allowlist", ["10.0.0.0/33"], "ip_allowlist.0"],
		["ip_allowlist", ["example.com"], "ip_allowlist.0"],
		["ip_allowlist", [""], "ip_allowlist.0"],
		["mode", "sandbox", "mode"],
		["rate_limit_tier", "gold", "rate_limit_tier"],
		["rate_limit_per_minute", 0, "rate_limit_per_minute"],
		["expires_at", "2030-01-01", "expires_at"],
		["name", "", "name"],
	])("are refused with %s %j", async (field, value, path) => {
		const tenant = await createTenant();
		const answer = await postKey(400, tenant, { name: "Bad", [field]: value });
		expectProblem(answer, `/admin/tenants/${tenant}/api_keys`, "validation_failed");
		expect(answer.body.errors[0]).toMatchObject({ location: "body", path });
	});

	it("of the custom tier need a number, and no other tier takes one", async () => {
		const tenant = await createTenant();
		for (const given of [{ rate_limit_tier: "custom" }, { rate_limit_per_minute: 5 }]) {
			const { body } = await postKey(400, tenant, { name: "x", ...given });
			expect(body.code).toBe("validation_error");
			expect(body.errors[0].path).toBe("rate_limit_per_minute");
		}
		const { id, key } = await createKey(tenant, { rate_limit_tier: "custom", rate_limit_per_minute: 7 });
		expect((await call(200, "/v1/me", { key })).headers.get("RateLimit-Limit")).toBe("7");
		await patchKey(400, id, { rate_limit_per_minute: null });
		const { body } = await patchKey(200, id, { rate_limit_tier: "pro" });
		expect(body).toMatchObject({ rate_limit_tier: "pro", rate_limit_per_minute: null });
		expect((await call(200, "/v1/me", { key })).headers.get("RateLimit-Limit")).toBe("500");
	});

	it("follow the tenant's plan unless they have a tier of their own", async () => {
		const tenant = await createTenant({ plan: "solo" });
		const { key } = await createKey(tenant);
		expect((await call(200, "/v1/me", { key })).body.api_key.rate_limit_tier).toBe("standard");
		await patchTenant(200, tenant, { plan: "studio" });
		expect((await call(200, "/v1/me", { key })).body.api_key.rate_limit_tier).toBe("pro");
	});

	it("change scopes, allowlist and expiry from the very next request", async () => {
		const { id, key } = await createKey(await createTenant());
		await call(200, "/v1/clients", { key });
		await patchKey(200, id, { scopes: ["read:events", "read:events"] });
		const { body } = await call(403, "/v1/clients", { key });
		expect(body.granted_scopes).toEqual(["read:events"]);
		await patchKey(200, id, { ip_allowlist: ["198.51.100.0/24"] });
		expect((await call(403, "/v1/events", { key, from: "198.51.101.1" })).body.code).toBe("ip_not_allowed");
		await call(200, "/v1/events", { key, from: "198.51.100.200" });
		const soon = new Date(Date.parse(now()) + 60_000).toISOString();
		await patchKey(200, id, { ip_allowlist: [], expires_at: soon });
		await call(200, "/v1/events", { key });
		advance(61);
		expect((await call(401, "/v1/events", { key })).body.code).toBe("expired_api_key");
		await patchKey(200, id, { expires_at: null });
		await call(200, "/v1/events", { key });
	});

	it("that are paused come back, and those revoked never", async () => {
		const { id, key } = await createKey(await createTenant());
		await patchKey(200, id, { status: "INACTIVE" });
		expect((await call(401, "/v1/me", { key })).body.code).toBe("inactive_api_key");
		await patchKey(200, id, { status: "ACTIVE" });
		await call(200, "/v1/me", { key });
		await patchKey(200, id, { status: "REVOKED" });
		for (const change of [{ status: "ACTIVE" }, { status: "INACTIVE" }, { name: "Lazarus" }])
			expect((await patchKey(409, id, change)).body.code).toBe("conflict");
		expect((await operate(409, `/admin/api_keys/${id}/rotate`, { method: "POST" })).body.code).toBe("conflict");
		expect((await call(401, "/v1/me", { key })).body.code).toBe("revoked_api_key");
	});

	it("rotate without a body: the old value ends at once", async () => {
		const { id, key } = await createKey(await createTenant());
		const { body } = await operate(200, `/admin/api_keys/${id}/rotate`, { method: "POST" });
		expect(body.key).not.toBe(key);
		expect(body.api_key).toMatchObject({ id, hint: body.key.slice(-4) });
		expect((await call(401, "/v1/me", { key })).body.code).toBe("revoked_api_key");
		expect((await call(200, "/v1/me", { key: body.key })).body.api_key.id).toBe(id);
	});

	it("rotate with an overlap: both values work until it is over", async () => {
		const { id, key } = await createKey(await createTenant());
		const { body } = await operate(200, `/admin/api_keys/${id}/rotate`, { body: { overlap_seconds: 3600 } });
		advance(3500);
		await call(200, "/v1/me", { key });
		await call(200, "/v1/me", { key: body.key });
		advance(101);
		await call(401, "/v1/me", { key });
		await call(200, "/v1/me", { key: body.key });
	});

	it("lose a replaced value before its overlap is over, from the next request on, and keep the current one", async () => {
		const { id, key } = await createKey(await createTenant());
		const end = (status: number) => operate(status, `/admin/api_keys/${id}/end_replaced_value`, { method: "POST" });
		const before = (await operate(200, `/admin/api_keys/${id}`)).body;
		// Nothing was replaced, so nothing changes.
		expect((await end(200)).body).toEqual(before);
		const { body } = await operate(200, `/admin/api_keys/${id}/rotate`, { body: { overlap_seconds: 3600 } });
		await call(200, "/v1/me", { key });
		expect((await end(200)).body).toMatchObject({ id, hint: body.key.slice(-4) });
		expect((await call(401, "/v1/me", { key })).body.code).toBe("revoked_api_key");
		await call(200, "/v1/me", { key: body.key });
		await patchKey(200, id, { status: "REVOKED" });
		expect((await end(409)).body.code).toBe("conflict");
	});

	it.each([-1, 604_801, 1.5, "60"])("do not rotate with an overlap of %j seconds", async (overlap_seconds) => {
		const { id } = await createKey(await createTenant());
		await operate(400, `/admin/api_keys/${id}/rotate`, { body: { overlap_seconds } });
	});

	it("rotated in parallel: one value is left standing", async () => {
		const { id } = await createKey(await createTenant());
		const answers = await Promise.all(
			Array.from({ length: 5 }, () =>
				send(`/admin/api_keys/${id}/rotate`, { method: "POST", key: env.OPERATOR_TOKEN }),
			),
		);
		for (const { status } of answers) expect([200, 409]).toContain(status);
		const keys = answers.filter(({ status }) => status === 200).map(({ body }) => body.key);
		const works = await Promise.all(keys.map((key) => send("/v1/me", { key })));
		expect(works.filter(({ status }) => status === 200)).toHaveLength(1);
	});
});

it("a trial that begins on the same plan is told as an activation", async () => {
	const { id, key } = await newWorld();
	await patchTenant(200, id, { subscription_status: "trialing", trial_ends_at: "2027-01-01T00:00:00Z" });
	const { data } = (await call(200, "/v1/events", { key })).body;
	expect(data.map(({ type }: { type: string }) => type)).toEqual(["subscription.activated"]);
	expect(data[0].data).toMatchObject({ subscriptionStatus: "trialing" });
});

it("a plan that changes during a trial is told, too", async () => {
	const { id, key } = await newWorld();
	await patchTenant(200, id, { subscription_status: "trialing", trial_ends_at: "2027-01-01T00:00:00Z" });
	await patchTenant(200, id, { plan: "studio" });
	const events = await eventsOf(key);
	expect(events).toHaveLength(2);
	expect(events[1]).toMatchObject({
		type: "subscription.activated",
		data: { plan: "studio", subscriptionStatus: "trialing", changes: { plan: { old: "solo", new: "studio" } } },
	});
});

it("a plan that changes while a trial begins is told as the plan's change", async () => {
	const { id, key } = await newWorld();
	await patchTenant(200, id, { plan: "studio", subscription_status: "trialing" });
	const { data } = (await call(200, "/v1/events", { key })).body;
	expect(data.map(({ type }: { type: string }) => type)).toEqual(["subscription.activated"]);
});
