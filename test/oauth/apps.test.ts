import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { app as worker } from "../../src/entry/app.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { send } from "../support/api.ts";
import { expectProblem } from "../support/expect.ts";
import { basic, expectDead, me, newApp, newConnection, newTokens, post, refresh } from "../support/oauth.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { changePlan, newKey, newTenant, operate } from "../support/world.ts";

let tenant_id: string;
beforeAll(async () => {
	tenant_id = await newTenant({ plan: "studio" });
});

const path = "/admin/oauth_apps";

const least = () => ({
	tenant_id,
	name: "Inkflow",
	redirect_uris: ["https://app.example/callback"],
	scopes: ["read:clients"],
});

const register = (status: number, given: Record<string, unknown> = {}) =>
	operate(status, path, { body: { ...least(), ...given } });

const patch = (status: number, id: string, body: Record<string, unknown>) =>
	operate(status, `${path}/${id}`, { method: "PATCH", body });

const newRegistration = async (given: Record<string, unknown> = {}) =>
	(await operate(201, path, { body: { ...least(), ...given } })).body;

async function inProduction(method: string, path: string, body: object): Promise<{ status: number; body: unknown }> {
	const ctx = createExecutionContext();
	const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, "Content-Type": "application/json" };
	const request = new Request(`https://api.test${path}`, { method, headers, body: JSON.stringify(body) });
	const response = await worker.fetch(request, { ...env, ENVIRONMENT: "production" }, ctx);
	const answer = { status: response.status, body: await response.json() };
	await waitOnExecutionContext(ctx);
	return answer;
}

describe("an app", () => {
	it("is registered with what is given, and shown as it is", async () => {
		const given = {
			...least(),
			description: "Calendars for tattooists",
			homepage_url: "https://inkflow.example/",
			logo_url: "https://inkflow.example/logo.png",
			redirect_uris: ["https://app.example/callback", "http://localhost:9000/cb?x=1"],
			scopes: ["write:clients", "read:clients"],
			type: "confidential",
			first_party: true,
			native: false,
			command_line: false,
		};
		const { body, headers } = await operate(201, path, { body: given });
		expect(body).toEqual({
			app: {
				object: "oauth_app",
				id: expect.stringMatching(/^oap_[0-9a-f]{32}$/),
				client_id: expect.stringMatching(/^svcoa_[0-9A-Za-z]{36}$/),
				...given,
				status: "ACTIVE",
				client_secrets: [{ hint: body.client_secret.slice(-4), created_at: body.app.created_at }],
				created_at: expect.any(String),
				updated_at: body.app.created_at,
			},
			client_secret: expect.stringMatching(/^svcosk_[0-9A-Za-z]{36}$/),
		});
		expect(headers.get("Location")).toBe(`${path}/${body.app.id}`);
		expect((await operate(200, `${path}/${body.app.id}`)).body).toEqual(body.app);
		expect((await operate(200, path)).body.data[0]).toEqual(body.app);
	});

	it("is confidential and third-party unless it says otherwise, with nothing but what it needs", async () => {
		const { body } = await register(201);
		expect(body.app).toMatchObject({
			type: "confidential",
			first_party: false,
			description: null,
			homepage_url: null,
			logo_url: null,
		});
	});

	it("has no secret when it is public, now and later", async () => {
		const { body } = await register(201, { type: "public" });
		expect(body).toMatchObject({ client_secret: null, app: { client_secrets: [] } });
		const rotated = await operate(409, `${path}/${body.app.id}/rotate_secret`, { method: "POST" });
		expect(rotated.body.code).toBe("conflict");
	});

	it.each([
		["name", ""],
		["name", undefined],
		["redirect_uris", []],
		["redirect_uris", undefined],
		["redirect_uris", "https://app.example/callback"],
		["redirect_uris", [1]],
		["redirect_uris", ["/callback"]],
		["redirect_uris", [""]],
		["redirect_uris", Array.from({ length: 21 }, (_, n) => `https://app.example/${n}`)],
		["scopes", []],
		["scopes", undefined],
		["scopes", ["read:everything"]],
		["scopes", ["read:webhook"]],
		["type", "native"],
		["first_party", "yes"],
		["homepage_url", "javascript:alert(1)"],
		["logo_url", "data:image/png;base64,x"],
		["logo_url", "https://inkflow.example;sandbox/logo.png"],
		["logo_url", "https://inkflow.example,sandbox/logo.png"],
		["tenant_id", undefined],
	])("is refused with %s %j", async (field, value) => {
		const answer = await register(400, { [field]: value });
		expectProblem(answer, path, "validation_failed");
		expect(answer.body.errors[0].path.split(".")[0]).toBe(field);
	});

	it("is refused with a redirect URI that is not a whole https URL, and the field is named", async () => {
		const redirect_uris = [
			"https://app.example/callback",
			"https://*.app.example/cb",
			"myapp://cb",
			"http://app.example/",
		];
		const answer = await register(400, { redirect_uris });
		expectProblem(answer, path, "validation_error");
		expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual([
			"redirect_uris.1",
			"redirect_uris.2",
			"redirect_uris.3",
		]);
	});

	it.each(["", "nobody", newId("tenant", Date.now())])(
		"is refused of the tenant %j that there is not",
		async (tenant_id) => {
			const answer = await register(400, { tenant_id });
			expectProblem(answer, path, "validation_error");
			expect(answer.body.errors).toEqual([{ location: "body", path: "tenant_id", message: "is not a tenant" }]);
		},
	);
});

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
			const { app } = await newRegistration({ redirect_uris: [uri] });
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
		const { app } = await newRegistration();
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

describe("registering needs Studio", () => {
	it.each(["light", "solo", "duo", "crew"])("and is refused on %s", async (plan) => {
		const answer = await register(403, { tenant_id: await newTenant({ plan }) });
		expectProblem(answer, path, "feature_not_available");
	});

	it.each(["studio", "empire"])("and works on %s", async (plan) => {
		await register(201, { tenant_id: await newTenant({ plan }) });
	});

	it("and only then: apps go on after a downgrade, and can be changed", async () => {
		const owner = await newTenant({ plan: "studio" });
		const connection = await newConnection({ app: await newApp({ tenant_id: owner }) });
		await changePlan(owner, "light");
		const { access_token } = await newTokens(connection);
		await me(200, access_token);
		await patch(200, connection.app.id, { name: "Inkflow 2" });
		expect((await me(200, access_token)).body.oauth.app_name).toBe("Inkflow 2");
	});
});

describe("an app's changes", () => {
	it("are what was given, and the rest stays", async () => {
		const { app } = (await register(201)).body;
		const change = { name: "New", description: "d", redirect_uris: ["https://new.example/"], scopes: ["read:leads"] };
		const { body } = await patch(200, app.id, change);
		expect(body).toEqual({ ...app, ...change, updated_at: expect.any(String) });
		expect((await patch(200, app.id, { description: null })).body.description).toBeNull();
	});

	it("that change nothing leave it as it is", async () => {
		const { app } = (await register(201)).body;
		expect((await patch(200, app.id, { name: app.name, status: "ACTIVE" })).body).toEqual(app);
	});

	it("are refused like a registration's", async () => {
		const { app } = (await register(201)).body;
		expect((await patch(400, app.id, { redirect_uris: ["http://app.example/"] })).body.code).toBe("validation_error");
		for (const bad of [{ scopes: ["x"] }, { status: "DELETED" }, { redirect_uris: [] }, { name: null }])
			expect((await patch(400, app.id, bad)).body.code).toBe("validation_failed");
		await patch(404, newId("oauth_app", Date.now()), { name: "x" });
	});

	it("are audited in its owner's log", async () => {
		const owner = await newTenant({ plan: "studio" });
		const { app } = (await register(201, { tenant_id: owner })).body;
		await patch(200, app.id, { status: "SUSPENDED" });
		await patch(200, app.id, { status: "ACTIVE" });
		await patch(200, app.id, { name: "New" });
		await operate(200, `${path}/${app.id}/rotate_secret`, { method: "POST" });
		const { data } = (await operate(200, `/admin/audit_log?tenant_id=${owner}&limit=5`)).body;
		expect(data.map(({ action, resource_id }: Record<string, string>) => [action, resource_id])).toEqual(
			["secret_rotated", "updated", "resumed", "suspended", "created"].map((verb) => [`oauth_app.${verb}`, app.id]),
		);
	});
});

describe("what stays as it is", () => {
	it("is kind, owner, client_id and secrets, whatever a change names; it is told what was dropped", async () => {
		const { app } = await newRegistration();
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

describe("the audit log", () => {
	it("tells who changed an app, from where and by which request, to its owner; a change that is none tells nothing", async () => {
		const owner = await newTenant({ plan: "studio" });
		const { key } = await newKey(owner);
		const request = { "X-Request-ID": "operator-1" };
		const { app } = await newRegistration({ tenant_id: owner });
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
		const { app, client_secret } = await newRegistration();
		const { body } = await patch(200, app.id, { status: "SUSPENDED" });
		expect(body.client_secrets).toEqual(app.client_secrets);
		const headers = basic({ clientId: app.client_id, secret: client_secret });
		expect((await post("/oauth/token", {}, { headers })).body.error).toBe("invalid_request");
	});
});

describe("the list of apps", () => {
	it("is paged, newest first", async () => {
		const made = [];
		for (let n = 0; n < 3; n++) made.unshift((await register(201)).body.app.id);
		const first = (await operate(200, `${path}?limit=2`)).body;
		expect(first.data.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2));
		const second = (await operate(200, `${path}?limit=2&cursor=${first.next_cursor}`)).body;
		expect(second.data[0].id).toBe(made[2]);
	});
});

describe("deleting an app", () => {
	const remove = (status: number, id: string) => operate(status, `${path}/${id}`, { method: "DELETE" });

	it("that is active is a conflict, and its tokens go on", async () => {
		const connection = await newConnection();
		const { access_token } = await newTokens(connection);
		expect((await remove(409, connection.app.id)).body.code).toBe("conflict");
		await me(200, access_token);
	});

	it("that is suspended ends its grants in every studio, with an audit entry in each, and nobody finds it again", async () => {
		const app = await newApp();
		const connections = [await newConnection({ app }), await newConnection({ app })];
		const tokens = [];
		for (const connection of connections) tokens.push(await newTokens(connection));
		await patch(200, app.id, { status: "SUSPENDED" });
		const { body } = await remove(200, app.id);
		expect(body).toEqual({ object: "oauth_app", id: app.id, deleted: true });
		for (const { access_token } of tokens) expect((await me(403, access_token)).body.code).toBe("app_suspended");
		await remove(404, app.id);
		await operate(404, `${path}/${app.id}`);
		const listed = (await operate(200, `${path}?limit=100`)).body.data;
		expect(listed.some(({ id }: { id: string }) => id === app.id)).toBe(false);
		for (const { refresh_token } of tokens)
			expect((await refresh(app, refresh_token)).body.error).toBe("invalid_client");
		await scheduledWork();
		await expectDead(tokens, "app_deleted");
		for (const { tenantId } of connections) {
			const { data } = (await operate(200, `/admin/audit_log?tenant_id=${tenantId}`)).body;
			expect(data.map(({ action }: { action: string }) => action)).toContain("oauth_grant.revoked");
		}
	});

	it("frees the place of the command line's app", async () => {
		const native = { type: "public", native: true, redirect_uris: ["http://127.0.0.1/callback"] };
		const { data } = (await operate(200, `${path}?limit=100`)).body;
		const present = data.find(({ command_line }: { command_line: boolean }) => command_line);
		if (present) await patch(200, present.id, { command_line: false });
		const { app } = (await register(201, { ...native, command_line: true })).body;
		await patch(200, app.id, { status: "SUSPENDED" });
		await remove(200, app.id);
		await register(201, { ...native, command_line: true });
	});
});
