import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { app as worker } from "../../src/app.ts";
import { newId } from "../../src/lib/ids.ts";
import { hashOfSecret } from "../../src/lib/secret-value.ts";
import { expectProblem } from "../support/expect.ts";
import { me, newApp, newConnection, newTokens } from "../support/oauth.ts";
import { newTenant, operate } from "../support/world.ts";

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

	it("may come back over http to the machine itself in development alone", async () => {
		const redirect_uris = ["http://localhost:9000/cb"];
		await register(201, { redirect_uris });
		const request = new Request(`https://api.test${path}`, {
			method: "POST",
			headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, "Content-Type": "application/json" },
			body: JSON.stringify({ ...least(), redirect_uris }),
		});
		const bindings = { ...env, ENVIRONMENT: "production" };
		const response = await worker.fetch(request, bindings, createExecutionContext());
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ errors: [{ path: "redirect_uris.0" }] });
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
		await operate(200, `/admin/tenants/${owner}`, { method: "PATCH", body: { plan: "light" } });
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

	it("are never lost where two race: the later is told to read again", async () => {
		const { app } = (await register(201)).body;
		const body = (name: string) => ({ method: "PATCH", body: { name } });
		const answers = await Promise.all(
			["a", "b", "c"].map((name) =>
				operate(200, `${path}/${app.id}`, body(name)).then(
					() => name,
					() => null,
				),
			),
		);
		const kept = (await operate(200, `${path}/${app.id}`)).body.name;
		expect(answers.filter(Boolean).at(-1)).toBeDefined();
		expect(answers).toContain(kept);
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

describe("secrets", () => {
	it("are at most two, newest first; a rotation ends the older of two, and only hashes are stored", async () => {
		const { app, client_secret: first } = (await register(201)).body;
		const rotate = async () =>
			(await operate(200, `${path}/${app.id}/rotate_secret`, { method: "POST" })).body.client_secret as string;
		const [second, third] = [await rotate(), await rotate()];
		const { client_secrets } = (await operate(200, `${path}/${app.id}`)).body;
		expect(client_secrets.map(({ hint }: { hint: string }) => hint)).toEqual([third.slice(-4), second.slice(-4)]);
		const { results } = await env.DB.prepare("SELECT hash FROM oauth_client_secrets WHERE app_id = ?")
			.bind(app.id)
			.all();
		expect(results.map(({ hash }) => hash).sort()).toEqual([second, third].map(hashOfSecret).sort());
		expect(first).not.toBe(second);
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
