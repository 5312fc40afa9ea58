import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { scopes } from "../../src/platform/gate/scopes.ts";
import { send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { deleteTenant, letDaysPass, removeIn } from "../support/deletion.ts";
import { expectProblem } from "../support/expect.ts";
import {
	type App,
	approve,
	authorizationOf,
	codeFormOf,
	expectDead,
	expectOAuthError,
	me,
	newConnection,
	newPkce,
	newSession,
	newTokens,
	patchApp,
	redirected,
	redirectUri,
	refresh,
	token,
} from "../support/oauth.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { Sites } from "../support/sites.ts";
import { newTenant, operate } from "../support/world.ts";

const path = "/admin/oauth_apps";
const hour = 3600;

beforeAll(async () => {
	await newTenant();
});

let sites: Sites;
let address: string;
let documents = 0;
beforeEach(() => {
	sites = new Sites();
	address = `https://agent-${++documents}.example/client.json`;
	serves({});
});
afterEach(() => vi.restoreAllMocks());

const document = (given: object = {}) => ({
	client_id: address,
	client_name: "Ink Agent",
	logo_uri: "https://agent.example/logo.png",
	redirect_uris: [redirectUri],
	token_endpoint_auth_method: "none",
	...given,
});
const serves = (given: object) => sites.answers(address, () => Response.json(document(given)));
const readings = () => sites.at(address).length;

const admit = (status: number, given: object = {}) =>
	operate(status, path, { body: { client_id_metadata_url: address, ...given } });

async function admitted(): Promise<App> {
	const { app } = (await admit(201)).body;
	return { id: app.id, clientId: app.client_id, secret: null };
}

const authorize = (app: Pick<App, "clientId">, cookie: string, given: Record<string, string> = {}) =>
	send(`/oauth/authorize?${new URLSearchParams(authorizationOf(app as App, newPkce().challenge, given))}`, {
		headers: { Cookie: cookie },
	});

describe("an app that the operator admits by its metadata document", () => {
	it("is public, has the address as its client_id, and its name, logo and redirect URIs from the document", async () => {
		const { body, headers } = await admit(201);
		expect(body).toMatchObject({
			client_secret: null,
			app: {
				object: "oauth_app",
				client_id: address,
				name: "Ink Agent",
				logo_url: "https://agent.example/logo.png",
				redirect_uris: [redirectUri],
				type: "public",
				scopes,
				status: "ACTIVE",
				first_party: false,
				native: false,
				client_secrets: [],
			},
		});
		expect((await operate(200, headers.get("Location") ?? "")).body).toEqual(body.app);
		const [asked] = sites.at(address);
		expect(asked?.redirect).toBe("manual");
	});

	it("is the same app when it is admitted again, also by many at the same time", async () => {
		const answers = await Promise.all(Array.from({ length: 4 }, () => admit(201)));
		expect(new Set(answers.map(({ body }) => body.app.id)).size).toBe(1);
		const asked = readings();
		expect((await admit(201)).body).toEqual(answers[0]?.body);
		expect(readings()).toBe(asked);
	});

	it("takes no other field beside the address", async () => {
		const answer = await admit(400, { name: "Other", scopes: ["read:clients"] });
		expectProblem(answer, path, "validation_failed");
		expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(["name", "scopes"]);
	});

	it.each(["http://agent.example/client.json", "https://10.0.0.1/client.json", "https://agent.example"])(
		"is refused at the address %s, which is not asked",
		async (client_id_metadata_url) => {
			const answer = await operate(400, path, { body: { client_id_metadata_url } });
			expectProblem(answer, path, "validation_error");
			expect(answer.body.errors[0].path).toBe("client_id_metadata_url");
			expect(sites.asked).toEqual([]);
		},
	);

	it.each<[string, () => Response | Promise<Response>, RegExp]>([
		["is not there", () => new Response("gone", { status: 404 }), /status 404/],
		["fails", () => new Response("x", { status: 500 }), /status 500/],
		["redirects to itself", () => new Response(null, { status: 302, headers: { Location: address } }), /redirects/],
		["is huge", () => Response.json(document({ x: "x".repeat(10 * 1024) })), /larger than 10 KB/],
		["never ends", () => new Response(endless()), /larger than 10 KB/],
		["is a page", () => new Response("<!doctype html>"), /not a JSON object/],
		["names another client_id", () => Response.json(document({ client_id: "https://b.example/" })), /client_id/],
		["runs code", () => Response.json(document({ redirect_uris: ["javascript:alert(1)"] })), /run code/],
		["cannot be reached", () => Promise.reject(new Error("connect 10.0.0.1:443 refused")), /could not be reached/],
	])("is refused in words when its document %s, and admitted once it is good", async (_, reply, words) => {
		sites.answers(address, reply);
		const answer = await admit(400);
		expectProblem(answer, path, "validation_error");
		expect(answer.body.errors[0].message).toMatch(words);
		expect(answer.text).not.toContain("10.0.0.1");
		serves({});
		await admit(201);
	});

	it("is refused when the document does not come within ten seconds", async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
			if (ms === 10_000) return timeout(30);
			return timeout(ms);
		});
		sites.answers(address, () => new Promise(() => {}));
		expect((await admit(400)).body.errors[0].message).toContain("within 10 seconds");
	});

	it("connects with a code and PKCE, and refreshes, without a secret", async () => {
		const own = await newConnection({ app: await admitted() });
		const tokens = await newTokens(own);
		expect((await me(200, tokens.access_token)).body.oauth).toMatchObject({
			client_id: address,
			app_name: "Ink Agent",
		});
		expect((await refresh(own.app, tokens.refresh_token)).status).toBe(200);
		const form = codeFormOf(await approve(own));
		expectOAuthError(await token({ ...own.app, secret: "svcosk_x" }, form), 401, "invalid_client");
		expectOAuthError(await token(own.app, { ...form, code_verifier: "x".repeat(43) }), 400, "invalid_grant");
		expect((await token(own.app, form)).status).toBe(200);
	});

	it("stands with its host among the connected apps of the studio", async () => {
		const own = await newConnection({ app: await admitted() });
		await newTokens(own);
		const { text } = await send(`/dashboard/connected_apps?studio=${own.tenantId}`, {
			headers: { Cookie: own.cookie },
		});
		expect(text).toContain(`From ${new URL(address).host}.`);
	});

	it("is known by the metadata of the authorization server", async () => {
		const { body } = await send("/.well-known/oauth-authorization-server");
		expect(body.client_id_metadata_document_supported).toBe(true);
	});

	it("keeps what comes from its document, and takes the rest from the operator", async () => {
		const { id } = await admitted();
		const answer = await operate(400, `${path}/${id}`, {
			method: "PATCH",
			body: { name: "x", logo_url: null, redirect_uris: [redirectUri] },
		});
		expectProblem(answer, `${path}/${id}`, "validation_error");
		expect(answer.body.errors).toHaveLength(3);
		const { body } = await patchApp({ id }, { scopes: ["read:clients"], description: "An agent" });
		expect(body).toMatchObject({ name: "Ink Agent", scopes: ["read:clients"], description: "An agent" });
	});

	it("can be deleted and admitted again, as another app", async () => {
		const own = await newConnection({ app: await admitted() });
		const tokens = await newTokens(own);
		await patchApp(own.app, { status: "SUSPENDED" });
		await operate(200, `${path}/${own.app.id}`, { method: "DELETE" });
		const again = await admitted();
		expect(again.id).not.toBe(own.app.id);
		await scheduledWork();
		await expectDead([tokens], "app_deleted");
	});
});

/** A body that goes on for as long as somebody reads it. */
const endless = () =>
	new ReadableStream({
		pull: (controller) => controller.enqueue(new TextEncoder().encode(" ".repeat(1024))),
	});

describe("an address that nobody admitted", () => {
	it("gets an error page and never a redirect, and is not asked", async () => {
		const { cookie } = await newConnection();
		const answer = await authorize({ clientId: address }, cookie);
		expect([answer.status, answer.headers.get("Location")]).toEqual([400, null]);
		expect(sites.asked).toEqual([]);
		expectOAuthError(
			await token({ id: "", clientId: address, secret: null }, { grant_type: "refresh_token", refresh_token: "x" }),
			401,
			"invalid_client",
		);
	});

	it("is another spelling of one that is admitted, too", async () => {
		const { cookie } = await newConnection();
		const { clientId } = await admitted();
		for (const other of [`${clientId}?`, `${clientId}#`, clientId.toUpperCase(), clientId.replace(".json", "")])
			expect((await authorize({ clientId: other }, cookie)).status).toBe(400);
	});
});

describe("the consent page", () => {
	it("names the app by its document, and shows the host of its client_id", async () => {
		serves({ client_name: "Bank <b>of Ink</b>" });
		const { cookie } = await newConnection();
		const { text, status } = await authorize(await admitted(), cookie);
		expect(status).toBe(200);
		expect(text).toContain("Bank &lt;b&gt;of Ink&lt;/b&gt; wants to connect");
		expect(text).toContain(`<strong>${new URL(address).host}</strong>`);
	});
});

describe("the document", () => {
	it("is read again at most once an hour, and what it says then holds", async () => {
		const own = await newConnection({ app: await admitted() });
		const { access_token } = await newTokens(own);
		serves({ client_name: "Ink Agent 2" });
		advance(hour - 1);
		expect((await authorize(own.app, own.cookie)).text).toContain("Ink Agent wants");
		expect(readings()).toBe(1);
		advance(1);
		const pages = await Promise.all(Array.from({ length: 3 }, () => authorize(own.app, own.cookie)));
		expect(readings()).toBe(2);
		for (const { status } of pages) expect(status).toBe(200);
		expect((await authorize(own.app, own.cookie)).text).toContain("Ink Agent 2 wants");
		expect(readings()).toBe(2);
		expect((await operate(200, `${path}/${own.app.id}`)).body.name).toBe("Ink Agent 2");
		const { data } = (await operate(200, "/admin/audit_log?limit=100")).body;
		const entry = data.find(({ resource_id }: { resource_id: string }) => resource_id === own.app.id);
		expect(entry).toMatchObject({
			action: "oauth_app.updated",
			actor: { type: "system", id: null },
			ip_address: null,
			changes: { name: { old: "Ink Agent", new: "Ink Agent 2" } },
		});
		expect((await me(401, access_token)).body.code).toBe("expired_access_token");
	});

	it("that no longer has a redirect URI ends the codes that were to go there", async () => {
		const own = await newConnection({ app: await admitted() });
		advance(hour - 10);
		const form = codeFormOf(await approve(own));
		serves({ redirect_uris: ["https://elsewhere.example/callback"] });
		advance(20);
		const answer = await authorize(own.app, own.cookie);
		expect([answer.status, answer.headers.get("Location")]).toEqual([400, null]);
		expectOAuthError(await token(own.app, form), 400, "invalid_grant");
		const moved = await authorize(own.app, own.cookie, { redirect_uri: "https://elsewhere.example/callback" });
		expect(moved.status).toBe(200);
	});

	it.each<[string, () => Response]>([
		["names another client_id", () => Response.json(document({ client_id: "https://b.example/" }))],
		["redirects", () => new Response(null, { status: 301, headers: { Location: "https://b.example/" } })],
		["is gone", () => new Response(null, { status: 410 })],
	])("that %s when it is read again is an error page, until a good one comes", async (_, reply) => {
		const own = await newConnection({ app: await admitted() });
		sites.answers(address, reply);
		advance(hour);
		for (let i = 0; i < 2; i++) {
			const { status, headers, text } = await authorize(own.app, own.cookie);
			expect([status, headers.get("Location")]).toEqual([400, null]);
			expect(text).toContain("metadata document");
		}
		expect(readings()).toBe(2);
		serves({});
		advance(hour);
		expect((await authorize(own.app, own.cookie)).status).toBe(200);
	});

	it("of a site that is down is good for a day", async () => {
		const own = await newConnection({ app: await admitted() });
		sites.answers(address, () => new Response(null, { status: 503 }));
		advance(24 * hour - 1);
		expect((await authorize(own.app, own.cookie)).status).toBe(200);
		advance(hour);
		const { status, text } = await authorize(own.app, own.cookie);
		expect(status).toBe(400);
		expect(text).toContain("could not be read for more than a day");
		serves({});
		advance(hour);
		expect((await authorize(own.app, await newSession(own.person))).status).toBe(200);
	});

	it("of an app that only refreshes its tokens is read once a day", async () => {
		const own = await newConnection({ app: await admitted() });
		let { refresh_token } = await newTokens(own);
		for (const [hours, expected] of [
			[23, 1],
			[1, 2],
			[23, 2],
			[1, 3],
		] as const) {
			advance(hours * hour);
			refresh_token = (await refresh(own.app, refresh_token)).body.refresh_token;
			await vi.waitFor(() => expect(readings()).toBe(expected));
		}
	});

	it("of a suspended app sends nobody to its consent page", async () => {
		const own = await newConnection({ app: await admitted() });
		await patchApp(own.app, { status: "SUSPENDED" });
		expect(redirected(await authorize(own.app, own.cookie)).parameters.error).toBe("unauthorized_client");
	});
});

it("belongs to the next studio when its own is removed, and every other studio keeps it (contract: Operator 24)", async () => {
	const app = await admitted();
	const owner = (await operate(200, `${path}/${app.id}`)).body.tenant_id;
	const connection = await newConnection({ app });
	const tokens = await newTokens(connection);
	await deleteTenant(owner);
	const later = (await operate(201, path, { body: { client_id_metadata_url: (await another()).clientId } })).body.app;
	expect(later.tenant_id).not.toBe(owner);
	letDaysPass(31);
	for (const database of ["DATA_1", "DATA_2", "DATA_3"]) await removeIn(database);
	await operate(404, `/admin/tenants/${owner}`);
	const { body } = await operate(200, `${path}/${app.id}`);
	expect([body.status, body.tenant_id]).toEqual(["ACTIVE", later.tenant_id]);
	const refreshed = await refresh(app, tokens.refresh_token);
	await me(200, refreshed.body.access_token);
	const { body: entries } = await operate(200, `/admin/audit_log?tenant_id=${later.tenant_id}&resource_id=${app.id}`);
	expect(entries.data.map((one: { action: string }) => one.action)).toContain("oauth_app.updated");
});

async function another(): Promise<App> {
	address = `https://agent-${++documents}.example/client.json`;
	serves({});
	return await admitted();
}
