import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../src/platform/lib/ids.ts";
import { call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { createKey, createTenant, newWorld, operate, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: entries as JSON
type Json = any;

let world: Tenant;
beforeAll(async () => {
	world = await newWorld();
});
beforeEach(() => advance(60));

const entries = async (key = world.key): Promise<Json[]> => (await readAllPages("/v1/audit_log?limit=100", key)).flat();
const newest = async (key = world.key): Promise<Json> =>
	(await call(200, "/v1/audit_log?limit=1", { key })).body.data[0];

let made = 0;
const newClient = () => ({ email: `a${++made}@example.com`, first_name: "Ana" });

describe("the audit log", () => {
	it("tells of a change what, by whom, from where, in which request", async () => {
		const { body: client } = await call(201, "/v1/clients", {
			key: world.key,
			body: newClient(),
			from: "198.51.100.7",
			headers: { "X-Request-ID": "request-1" },
		});
		expect(await newest()).toEqual({
			object: "audit_entry",
			id: expect.stringMatching(/^aud_[0-9a-f]{32}$/),
			tenant_id: world.id,
			action: "client.created",
			resource_id: client.id,
			actor: { type: "api_key", id: world.keyId },
			ip_address: "198.51.100.7",
			request_id: "request-1",
			test_mode: false,
			details: null,
			changes: null,
			created_at: client.created_at,
		});
	});

	it("has one entry for each change of a client", async () => {
		const { key } = world;
		const [a, b] = await Promise.all(
			[newClient(), newClient()].map(async (body) => (await call(201, "/v1/clients", { key, body })).body.id),
		);
		const before = (await entries()).length;
		const changes: [string, object][] = [
			[`/v1/clients/${a}`, { method: "PATCH", body: { notes: "n" } }],
			[`/v1/clients/${a}/merge`, { body: { source_id: b } }],
			[`/v1/clients/${a}`, { method: "DELETE" }],
		];
		for (const [path, options] of changes) await call(200, path, { key, ...options });
		const added = (await entries()).slice(0, -before);
		expect(added.map(({ details }) => details)).toEqual([null, { source_id: b }, null]);
		expect(added.map(({ action, resource_id }) => [action, resource_id])).toEqual([
			["client.deleted", a],
			["client.merged", a],
			["client.updated", a],
		]);
	});

	it("says when a test-mode key did it", async () => {
		const test = await createKey(world.id, { mode: "test" });
		await call(201, "/v1/clients", { key: test.key, body: newClient() });
		expect(await newest()).toMatchObject({ actor: { type: "api_key", id: test.id }, test_mode: true });
	});

	it("has one entry for each of many parallel changes", async () => {
		const tenant = await newWorld();
		const before = (await entries(tenant.key)).length;
		await Promise.all(
			Array.from({ length: 40 }, () => call(201, "/v1/clients", { key: tenant.key, body: newClient() })),
		);
		expect((await entries(tenant.key)).length).toBe(before + 40);
	});

	it("leaves out reads, refusals and changes that change nothing", async () => {
		const { key } = world;
		const body = newClient();
		const { id } = (await call(201, "/v1/clients", { key, body })).body;
		const before = await entries();
		await call(200, `/v1/clients/${id}`, { key });
		await call(409, "/v1/clients", { key, body });
		await call(400, "/v1/clients", { key, body: {} });
		await call(200, `/v1/clients/${id}`, { method: "PATCH", key, body });
		await call(400, `/v1/clients/${id}/merge`, { key, body: { source_id: id } });
		await call(404, `/v1/clients/${newId("client", Date.now())}`, { method: "DELETE", key });
		await send("/v1/clients", { body: newClient() });
		expect(await entries()).toEqual(before);
	});

	it("holds the operator's changes, under the operator's name", async () => {
		const id = await createTenant();
		const { id: keyId, key } = await createKey(id);
		const tenant = { id, key, keyId };
		const from = "2001:db8::7";
		const headers = { "X-Request-ID": "operator-1" };
		await operate(200, `/admin/tenants/${tenant.id}`, { method: "PATCH", body: { plan: "duo" }, from, headers });
		const { body } = await operate(201, `/admin/tenants/${tenant.id}/users`, {
			body: { email: "audit@example.com", password: "correct horse" },
		});
		await operate(200, `/admin/api_keys/${tenant.keyId}`, { method: "PATCH", body: { name: "Renamed" } });
		const doomed = await createKey(tenant.id);
		await operate(200, `/admin/api_keys/${doomed.id}/rotate`, { method: "POST" });
		await operate(200, `/admin/api_keys/${doomed.id}`, { method: "PATCH", body: { status: "REVOKED" } });
		const log = await entries(tenant.key);
		expect(log.map(({ action, resource_id }) => [action, resource_id])).toEqual([
			["api_key.revoked", doomed.id],
			["api_key.rotated", doomed.id],
			["api_key.created", doomed.id],
			["api_key.updated", tenant.keyId],
			["user.created", body.id],
			["tenant.updated", tenant.id],
			["api_key.created", tenant.keyId],
			["tenant.created", tenant.id],
		]);
		for (const { actor } of log) expect(actor).toEqual({ type: "operator", id: null });
		expect(log[5]).toMatchObject({ ip_address: from, request_id: "operator-1", test_mode: false });
	});

	it("leaves out what the operator was refused and what changed nothing", async () => {
		const { id, key, keyId } = await newWorld();
		const before = await entries(key);
		await operate(200, `/admin/tenants/${id}`, { method: "PATCH", body: { plan: "solo" } });
		await operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body: { status: "ACTIVE" } });
		await operate(400, `/admin/tenants/${id}/api_keys`, { body: { name: "x", rate_limit_tier: "custom" } });
		await call(401, `/admin/tenants/${id}`, { method: "PATCH", key: "wrong", body: { plan: "empire" } });
		expect(await entries(key)).toEqual(before);
	});

	it("shows a tenant its own entries alone", async () => {
		const theirs = await newWorld();
		for (const { tenant_id } of await entries(theirs.key)) expect(tenant_id).toBe(theirs.id);
		for (const { tenant_id } of await entries()) expect(tenant_id).toBe(world.id);
	});

	it("lists the newest first, in pages, and since a time", async () => {
		const tenant = await newWorld();
		const since = advance(10);
		for (let n = 0; n < 5; n++) await call(201, "/v1/clients", { key: tenant.key, body: newClient() });
		const whole = await entries(tenant.key);
		const ids = whole.map(({ id }) => id);
		expect(ids).toEqual([...ids].sort().reverse());
		expect((await readAllPages("/v1/audit_log?limit=2", tenant.key)).flat()).toEqual(whole);
		const { body } = await call(200, `/v1/audit_log?created_since=${since}`, { key: tenant.key });
		expect(body.data).toEqual(whole.slice(0, 5));
	});
});

describe("the operator's audit log", () => {
	it("shows one tenant when asked for it", async () => {
		const tenant = await createTenant();
		await createKey(tenant);
		const { body } = await operate(200, `/admin/audit_log?tenant_id=${tenant}`);
		expect(body).toMatchObject({ object: "list", has_more: false, next_cursor: null });
		expect(body.data.map(({ action }: Json) => action)).toEqual(["api_key.created", "tenant.created"]);
	});

	it("shows all tenants otherwise", async () => {
		const tenants = [await createTenant(), await createTenant()];
		const { body } = await operate(200, "/admin/audit_log?limit=2");
		expect(body.data.map(({ resource_id }: Json) => resource_id)).toEqual(tenants.reverse());
		expect(body.has_more).toBe(true);
	});

	it("is empty for a tenant that does not exist", async () => {
		const id = newId("tenant", Date.now());
		expect((await operate(200, `/admin/audit_log?tenant_id=${id}`)).body.data).toEqual([]);
	});

	it("refuses a tenant whose id is none", async () => {
		await operate(400, "/admin/audit_log?tenant_id=nobody");
	});

	it("binds the cursor to the tenant", async () => {
		const tenant = await createTenant();
		await createKey(tenant);
		const { body } = await operate(200, `/admin/audit_log?tenant_id=${tenant}&limit=1`);
		await operate(200, `/admin/audit_log?tenant_id=${tenant}&limit=1&cursor=${body.next_cursor}`);
		expect((await operate(400, `/admin/audit_log?cursor=${body.next_cursor}`)).body.code).toBe("invalid_cursor");
	});
});
