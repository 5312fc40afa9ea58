import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { app as worker } from "../../src/app.ts";
import { hashOfSecret } from "../../src/lib/secret-value.ts";
import { send } from "../support/api.ts";
import { basic, me, newApp, newConnection, newTokens, post, refresh } from "../support/oauth.ts";
import { newKey, newTenant, operate } from "../support/world.ts";

const path = "/admin/oauth_apps";
let tenant_id: string;
beforeAll(async () => {
	tenant_id = await newTenant({ plan: "studio" });
});

const least = () => ({
	tenant_id,
	name: "Inkflow",
	redirect_uris: ["https://app.example/callback"],
	scopes: ["read:clients"],
});
const register = async (given: Record<string, unknown> = {}) =>
	(await operate(201, path, { body: { ...least(), ...given } })).body;
const patch = (status: number, id: string, body: object) => operate(status, `${path}/${id}`, { method: "PATCH", body });
const rotate = async (id: string) => (await operate(200, `${path}/${id}/rotate_secret`, { method: "POST" })).body;

/** The same Worker, as it stands in production. */
async function inProduction(method: string, path: string, body: object): Promise<{ status: number; body: unknown }> {
	const ctx = createExecutionContext();
	const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, "Content-Type": "application/json" };
	const request = new Request(`https://api.test${path}`, { method, headers, body: JSON.stringify(body) });
	const response = await worker.fetch(request, { ...env, ENVIRONMENT: "production" }, ctx);
	const answer = { status: response.status, body: await response.json() };
	await waitOnExecutionContext(ctx);
	return answer;
}

describe("redirect URIs", () => {
	const loopback = ["http://localhost:9000/cb", "http://127.0.0.1/cb", "http://[::1]:8080/cb"];
	const never = [
		"http://app.example/cb",
		"http://localhost.app.example/cb",
		"http://127.0.0.2/cb",
		"http://192.168.1.10/cb",
		"com.example.app:/cb",
		"myapp://cb",
		"javascript:alert(1)",
		"https://*.app.example/cb",
		"https://app.example/cb#fragment",
		"https://user@app.example/cb",
		"//app.example/cb",
		"/cb",
		"",
		" https://app.example/cb",
	];

	it.each(loopback)(
		"may in development be %s, in production not, be it on registration or by a change",
		async (uri) => {
			const { app } = await register({ redirect_uris: [uri] });
			await patch(200, app.id, { redirect_uris: [uri, "https://app.example/2"] });
			const registered = await inProduction("POST", path, { ...least(), redirect_uris: [uri] });
			const changed = await inProduction("PATCH", `${path}/${app.id}`, { redirect_uris: [uri] });
			for (const { status, body } of [registered, changed]) {
				expect(status).toBe(400);
				expect(body).toMatchObject({
					code: "validation_error",
					errors: [{ location: "body", path: "redirect_uris.0" }],
				});
			}
		},
	);

	it.each(never)("are nowhere %j", async (uri) => {
		const { app } = await register();
		const body = { redirect_uris: ["https://app.example/good", uri] };
		for (const answer of [
			await operate(400, path, { body: { ...least(), ...body } }),
			await patch(400, app.id, body),
			await inProduction("POST", path, { ...least(), ...body }),
			await inProduction("PATCH", `${path}/${app.id}`, body),
		])
			expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path: "redirect_uris.1" }] }]);
		expect((await operate(200, `${path}/${app.id}`)).body).toEqual(app);
	});

	it("are in production https, kept to the letter", async () => {
		const redirect_uris = ["https://App.example:8443/a/%7e?x=1&x=2", "https://app.example"];
		const { status, body } = await inProduction("POST", path, { ...least(), redirect_uris });
		expect(status).toBe(201);
		expect(body).toMatchObject({ app: { redirect_uris } });
	});
});

describe("what stays as it is", () => {
	it("is kind, owner, client_id and secrets, whatever a change names; it is told what was dropped", async () => {
		const { app } = await register();
		const other = await newTenant({ plan: "studio" });
		const dropped = {
			type: "public",
			tenant_id: other,
			client_id: "svcoa_mine",
			client_secret: "x",
			client_secrets: [],
		};
		const answer = await patch(200, app.id, { ...dropped, name: "Renamed" });
		expect(answer.body).toEqual({ ...app, name: "Renamed", updated_at: answer.body.updated_at });
		for (const field of Object.keys(dropped)) expect(answer.headers.get("Service-Ignored-Fields")).toContain(field);
	});
});

describe("a secret", () => {
	it("is told when it is made and never again, by no answer and in no table", async () => {
		const { app, client_secret: first } = await register();
		const { client_secret: second, app: rotated } = await rotate(app.id);
		expect(second).toMatch(/^svcosk_[0-9A-Za-z]{36}$/);
		expect(second).not.toBe(first);
		const told = [
			(await operate(200, `${path}/${app.id}`)).text,
			(await operate(200, path)).text,
			(await patch(200, app.id, { name: "x" })).text,
			JSON.stringify(rotated),
			(await operate(200, `/admin/audit_log?tenant_id=${tenant_id}`)).text,
		].join();
		const { results: tables } = await env.DB.prepare(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
		).all<{ name: string }>();
		let stored = "";
		for (const { name } of tables)
			stored += JSON.stringify((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results);
		for (const secret of [first, second]) {
			expect(told).not.toContain(secret);
			expect(told).not.toContain(hashOfSecret(secret));
			expect(stored).not.toContain(secret);
			expect(stored).toContain(hashOfSecret(secret));
		}
	});

	it("may be rotated after the owner's downgrade, for Light apps go on too", async () => {
		const owner = await newTenant({ plan: "studio" });
		const own = await newConnection({ app: await newApp({ tenant_id: owner }) });
		const { refresh_token } = await newTokens(own);
		await operate(200, `/admin/tenants/${owner}`, { method: "PATCH", body: { plan: "light" } });
		const { client_secret } = await rotate(own.app.id);
		const { status, body } = await refresh({ ...own.app, secret: client_secret }, refresh_token);
		expect(status).toBe(200);
		await me(200, body.access_token);
		await operate(403, path, { body: { ...least(), tenant_id: owner } });
	});

	it("ends no token when it is rotated", async () => {
		const own = await newConnection();
		const { access_token, refresh_token } = await newTokens(own);
		for (let n = 0; n < 3; n++) await rotate(own.app.id);
		await me(200, access_token);
		const { client_secret } = await rotate(own.app.id);
		expect((await refresh({ ...own.app, secret: client_secret }, refresh_token)).status).toBe(200);
	});
});

describe("the audit log", () => {
	it("tells who changed an app, from where and by which request, to its owner; a change that is none tells nothing", async () => {
		const owner = await newTenant({ plan: "studio" });
		const { key } = await newKey(owner);
		const request = { "X-Request-ID": "operator-1" };
		const { app } = await register({ tenant_id: owner });
		const options = { method: "PATCH", headers: request, from: "198.51.100.7" };
		await operate(200, `${path}/${app.id}`, { ...options, body: { first_party: true } });
		await patch(200, app.id, { first_party: true });
		const { data } = (await send("/v1/audit_log", { key })).body;
		const [entry, before] = data.filter(({ resource_id }: { resource_id: string }) => resource_id === app.id);
		expect(entry).toMatchObject({
			action: "oauth_app.updated",
			actor: { type: "operator", id: null },
			ip_address: "198.51.100.7",
			request_id: "operator-1",
		});
		expect(before.action).toBe("oauth_app.created");
		expect(data.filter(({ resource_id }: { resource_id: string }) => resource_id === app.id)).toHaveLength(2);
	});

	it("of the studio that connects tells of the connection, not of the app's changes", async () => {
		const own = await newConnection();
		await newTokens(own);
		await patch(200, own.app.id, { status: "SUSPENDED" });
		const { data } = (await operate(200, `/admin/audit_log?tenant_id=${own.tenantId}`)).body;
		const actions = data.map(({ action }: { action: string }) => action);
		expect(actions).toContain("oauth_grant.created");
		expect(actions.filter((action: string) => action.startsWith("oauth_app."))).toEqual([]);
	});
});

describe("suspending", () => {
	it("needs no repetition to hold and none to end; again is no change", async () => {
		const own = await newConnection();
		const { access_token, refresh_token } = await newTokens(own);
		const suspended = (await patch(200, own.app.id, { status: "SUSPENDED" })).body;
		expect((await patch(200, own.app.id, { status: "SUSPENDED" })).body).toEqual(suspended);
		expect((await refresh(own.app, refresh_token)).body.error).toBe("unauthorized_client");
		await patch(200, own.app.id, { status: "ACTIVE" });
		await me(200, access_token);
		expect((await refresh(own.app, refresh_token)).status).toBe(200);
	});

	it("leaves the app's secrets as they are, for revoking", async () => {
		const { app, client_secret } = await register();
		const { body } = await patch(200, app.id, { status: "SUSPENDED" });
		expect(body.client_secrets).toEqual(app.client_secrets);
		const headers = basic({ clientId: app.client_id, secret: client_secret });
		expect((await post("/oauth/token", {}, { headers })).body.error).toBe("invalid_request");
	});
});
