import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, send } from "../support/api.ts";
import {
	type App,
	approve,
	basic,
	type Connection,
	exchange,
	me,
	newApp,
	newConnection,
	newTokens,
	post,
	redirectUri,
	refresh,
	type Tokens,
	token,
} from "../support/oauth.ts";
import { advance, operate } from "../support/world.ts";

let connection: Connection;
let app: App;
beforeAll(async () => {
	connection = await newConnection();
	app = connection.app;
});

/** RFC 6749 5.2, with a request id. */
function expectError(answer: Answer, status: 400 | 401, error: string): void {
	expect([answer.status, answer.body?.error], answer.text).toEqual([status, error]);
	expect(answer.headers.get("Content-Type")).toBe("application/json");
	expect(answer.headers.get("Cache-Control")).toBe("no-store");
	expect(answer.body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
	expect(answer.body.request_id).toBe(answer.headers.get("X-Request-ID"));
	expect(Object.keys(answer.body).sort()).toEqual(["error", "error_description", "request_id"]);
	expect(answer.headers.get("WWW-Authenticate")?.startsWith("Basic") ?? false).toBe(status === 401);
}

/** A code and all that its redemption needs. */
async function codeForm(given: Record<string, string> = {}): Promise<Record<string, string>> {
	const { code, verifier } = await approve(connection);
	return { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier, ...given };
}

describe("a code exchanged", () => {
	it("gives a bearer token for an hour, a refresh token and the scope", async () => {
		const answer = await token(app, await codeForm());
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			access_token: expect.stringMatching(/^svcoat_[0-9A-Za-z]{36}$/),
			token_type: "Bearer",
			expires_in: 3600,
			refresh_token: expect.stringMatching(/^svcort_[0-9A-Za-z]{36}$/),
			scope: "read:clients write:clients",
		});
		expect(answer.headers.get("Cache-Control")).toBe("no-store");
		expect(answer.headers.get("Pragma")).toBe("no-cache");
		await me(200, answer.body.access_token);
	});

	it("lives for 60 seconds and not a millisecond longer", async () => {
		const [inTime, late] = [await codeForm(), await codeForm()];
		await advance(59);
		expect((await token(app, inTime)).status).toBe(200);
		await advance(1);
		expectError(await token(app, late), 400, "invalid_grant");
	});

	it.each(["code", "redirect_uri", "code_verifier"])("needs %s, and is not used up by its lack", async (name) => {
		const form = await codeForm();
		const { [name]: _, ...rest } = form;
		expectError(await token(app, rest), 400, "invalid_request");
		expectError(await token(app, { ...rest, [name]: "" }), 400, "invalid_request");
		expect((await token(app, form)).status).toBe(200);
	});

	it.each([
		["another address", { redirect_uri: "https://app.example/callback/" }],
		["an address with a query", { redirect_uri: "https://app.example/callback?x=1" }],
		["another verifier", { code_verifier: "v".repeat(43) }],
		["a verifier that is too short", { code_verifier: "v".repeat(42) }],
		["an unknown code", { code: "svcac_unknown" }],
	])("is refused with %s, and is not used up by it", async (_, wrong) => {
		const form = await codeForm();
		expectError(await token(app, { ...form, ...wrong }), 400, "invalid_grant");
		expect((await token(app, form)).status).toBe(200);
	});

	it("is refused where its hash matches but its verifier is not of the grammar", async () => {
		const { createHash } = await import("node:crypto");
		for (const verifier of ["v".repeat(42), "v".repeat(129), `${"v".repeat(43)}!`]) {
			const challenge = createHash("sha256").update(verifier).digest("base64url");
			const { code } = await approve(connection, { code_challenge: challenge });
			expectError(await exchange(app, { code, verifier }), 400, "invalid_grant");
		}
	});

	it("is refused of a studio that has fallen to Light meanwhile", async () => {
		const own = await newConnection();
		const approval = await approve(own);
		const plan = (plan: string) => operate(200, `/admin/tenants/${own.tenantId}`, { method: "PATCH", body: { plan } });
		await plan("light");
		expectError(await exchange(own.app, approval), 400, "invalid_grant");
		await plan("solo");
		expect((await exchange(own.app, approval)).status).toBe(200);
	});
});

describe("a token request", () => {
	it.each(["application/json", "multipart/form-data; boundary=x", "text/plain", ""])(
		"is refused as %j",
		async (type) => {
			const body = new URLSearchParams(await codeForm()).toString();
			const raw = new TextEncoder().encode(body);
			const headers = { ...basic(app), ...(type ? { "Content-Type": type } : {}) };
			expectError(await send("/oauth/token", { method: "POST", raw, headers }), 400, "invalid_request");
		},
	);

	it("is taken as a form with a charset, whatever its letters' case", async () => {
		const headers = { "Content-Type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" };
		expect((await token(app, await codeForm(), { headers })).status).toBe(200);
	});

	it("is refused where a parameter is repeated", async () => {
		const form = Object.entries(await codeForm());
		for (const again of [...form, ["unheard_of", "1"]] as [string, string][]) {
			const repeated = again[0] === "unheard_of" ? [...form, again, again] : [...form, again];
			const answer = await post("/oauth/token", repeated as [string, string][], { headers: basic(app) });
			expectError(answer, 400, "invalid_request");
		}
	});

	it("is refused without a grant type, and with another than code and refresh", async () => {
		expectError(await token(app, {}), 400, "invalid_request");
		for (const grant_type of ["password", "client_credentials", "implicit", "toString", "__proto__"])
			expectError(await token(app, { grant_type }), 400, "unsupported_grant_type");
	});

	it("is refused when it is too large, in OAuth's form", async () => {
		const answer = await token(app, { grant_type: "x".repeat(1024 * 1024) });
		expect([answer.status, answer.body.error]).toEqual([413, "invalid_request"]);
	});

	it("of a suspended app is refused, and works again afterwards", async () => {
		const own = await newConnection();
		const approval = await approve(own);
		const { refresh_token } = await newTokens(own);
		const status = (status: string) =>
			operate(200, `/admin/oauth_apps/${own.app.id}`, { method: "PATCH", body: { status } });
		await status("SUSPENDED");
		expectError(await exchange(own.app, approval), 400, "unauthorized_client");
		expectError(await refresh(own.app, refresh_token), 400, "unauthorized_client");
		await status("ACTIVE");
		expect((await exchange(own.app, approval)).status).toBe(200);
		expect((await refresh(own.app, refresh_token)).status).toBe(200);
	});

	it("has no GET", async () => {
		expect((await send("/oauth/token")).status).toBe(404);
	});
});

describe("client authentication", () => {
	const inBody = (of: App) => ({ client_id: of.clientId, client_secret: of.secret ?? "" });
	const header = (value: string) => ({ headers: { Authorization: value } });

	it("is by Basic or by the body, for exchange and refresh alike", async () => {
		const byBasic = await post("/oauth/token", await codeForm(), { headers: basic(app) });
		const byBody = await post("/oauth/token", { ...(await codeForm()), ...inBody(app) });
		for (const { status, body } of [byBasic, byBody]) {
			expect(status).toBe(200);
			const form = { grant_type: "refresh_token", refresh_token: body.refresh_token };
			const first = await post("/oauth/token", form, { headers: basic(app) });
			const second = await post("/oauth/token", {
				...form,
				refresh_token: first.body.refresh_token,
				...inBody(app),
			});
			expect([first.status, second.status]).toEqual([200, 200]);
		}
	});

	it("by Basic is form-decoded", async () => {
		const encoded = [...app.clientId].map((character) => `%${character.charCodeAt(0).toString(16)}`).join("");
		const { Authorization } = { Authorization: `basic ${btoa(`${encoded}:${app.secret}`)}` };
		expect((await post("/oauth/token", await codeForm(), header(Authorization))).status).toBe(200);
	});

	it("by both at once is an invalid request, even where both are right", async () => {
		const form = { ...(await codeForm()), ...inBody(app) };
		expectError(await post("/oauth/token", form, { headers: basic(app) }), 400, "invalid_request");
	});

	it("by Basic allows the body to repeat the client_id, not to contradict it", async () => {
		const other = await newApp();
		const form = await codeForm();
		const contradicted = { ...form, client_id: other.clientId };
		expectError(await post("/oauth/token", contradicted, { headers: basic(app) }), 400, "invalid_request");
		const repeated = { ...form, client_id: app.clientId };
		expect((await post("/oauth/token", repeated, { headers: basic(app) })).status).toBe(200);
	});

	it("fails with 401 and a challenge where there is none, or a wrong one, and uses nothing up", async () => {
		const form = await codeForm();
		const other = await newApp();
		const pair = (text: string) => header(`Basic ${btoa(text)}`);
		const attempts = [
			post("/oauth/token", form),
			post("/oauth/token", { ...form, client_id: app.clientId }),
			post("/oauth/token", { ...form, client_id: app.clientId, client_secret: other.secret ?? "" }),
			post("/oauth/token", { ...form, client_id: app.clientId, client_secret: `${app.secret}x` }),
			post("/oauth/token", { ...form, client_id: "svcoa_unknown", client_secret: app.secret ?? "" }),
			post("/oauth/token", form, pair(`${app.clientId}:${other.secret}`)),
			post("/oauth/token", form, pair(`${app.clientId}:`)),
			post("/oauth/token", form, pair(`${app.clientId}`)),
			post("/oauth/token", form, pair(`:${app.secret}`)),
			post("/oauth/token", form, pair(`%:${app.secret}`)),
			post("/oauth/token", form, header("Basic")),
			post("/oauth/token", form, header("Basic ???")),
			post("/oauth/token", form, header(`Bearer ${app.secret}`)),
			post("/oauth/token", form, header(`Digest ${btoa(`${app.clientId}:${app.secret}`)}`)),
		];
		for (const answer of await Promise.all(attempts)) expectError(answer, 401, "invalid_client");
		expect((await token(app, form)).status).toBe(200);
	});

	it("is the client_id alone of a public app, which has no secret to send", async () => {
		const own = await newConnection({ app: await newApp({ type: "public" }) });
		expect(own.app.secret).toBeNull();
		const { code, verifier } = await approve(own);
		const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
		const wrong = { ...form, client_id: own.app.clientId, client_secret: app.secret ?? "" };
		expectError(await post("/oauth/token", wrong), 401, "invalid_client");
		const { status, body } = await post("/oauth/token", { ...form, client_id: own.app.clientId });
		expect(status).toBe(200);
		const refreshed = await refresh(own.app, body.refresh_token);
		expect(refreshed.status).toBe(200);
		await me(200, refreshed.body.access_token);
	});

	it("is by either of two secrets after a rotation, and not by a third", async () => {
		const own = await newConnection();
		const rotate = async (): Promise<App> => {
			const { body } = await operate(200, `/admin/oauth_apps/${own.app.id}/rotate_secret`, { method: "POST" });
			return { ...own.app, secret: body.client_secret };
		};
		const [first, second] = [own.app, await rotate()];
		let { refresh_token } = await newTokens(own);
		const works = async (app: App) => {
			const { status, body } = await refresh(app, refresh_token);
			refresh_token = body.refresh_token ?? refresh_token;
			return status;
		};
		expect([await works(first), await works(second)]).toEqual([200, 200]);
		const third = await rotate();
		expect([await works(first), await works(second), await works(third)]).toEqual([401, 200, 200]);
	});
});

describe("a refresh", () => {
	const fresh = () => newTokens(connection);

	it("gives a new refresh token, and leaves earlier access tokens alone until they expire", async () => {
		const before = await fresh();
		const { body } = await refresh(app, before.refresh_token);
		expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "read:clients write:clients" });
		expect([body.access_token, body.refresh_token]).not.toContain(before.refresh_token);
		await me(200, before.access_token);
		await me(200, body.access_token);
	});

	it("may narrow the scope of its access token; the next one without scope has the granted scope again", async () => {
		const { refresh_token } = await fresh();
		const narrow = (await refresh(app, refresh_token, { scope: "read:clients" })).body as Tokens;
		expect(narrow.scope).toBe("read:clients");
		expect((await me(200, narrow.access_token)).body.oauth.scopes).toEqual(["read:clients"]);
		const whole = (await refresh(app, narrow.refresh_token)).body as Tokens;
		expect(whole.scope).toBe("read:clients write:clients");
		expect((await me(200, whole.access_token)).body.oauth.scopes).toEqual(["read:clients", "write:clients"]);
	});

	it.each(["read:clients read:appointments", "read:leads", "admin", "read:clients  write:clients"])(
		"never widens it to %j, and is not used up by the attempt",
		async (scope) => {
			const { refresh_token } = await fresh();
			expectError(await refresh(app, refresh_token, { scope }), 400, "invalid_scope");
			expect((await refresh(app, refresh_token)).status).toBe(200);
		},
	);

	it("of another client's token is refused and changes nothing", async () => {
		const { refresh_token, access_token } = await fresh();
		expectError(await refresh(await newApp(), refresh_token), 400, "invalid_grant");
		await me(200, access_token);
		expect((await refresh(app, refresh_token)).status).toBe(200);
	});

	it.each(["svcort_unknown", "svcoat_unknown", "x"])("of %s is refused", async (value) => {
		expectError(await refresh(app, value), 400, "invalid_grant");
		expectError(await token(app, { grant_type: "refresh_token" }), 400, "invalid_request");
	});

	it("with an access token is refused", async () => {
		expectError(await refresh(app, (await fresh()).access_token), 400, "invalid_grant");
	});

	it("is possible for 90 days without use, and for ever with use", async () => {
		const day = 86_400;
		const [used, unused] = [await fresh(), await fresh()];
		await advance(89 * day);
		const { body } = await refresh(app, used.refresh_token);
		await advance(day);
		expectError(await refresh(app, unused.refresh_token), 400, "invalid_grant");
		expect((await refresh(app, body.refresh_token)).status).toBe(200);
	});
});

describe("whatever is sent", () => {
	const names = ["grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "client_id", "client_secret"];
	const value = fc.oneof(
		fc.constantFrom("authorization_code", "refresh_token", "", "null", "\0", "%", "'; DROP TABLE users; --", "ä"),
		fc.string({ unit: "binary", maxLength: 60 }),
		fc.constantFrom("svcoa_", "svcosk_", "svcort_", "svcac_").map((prefix) => prefix + "0".repeat(36)),
	);
	const form = fc.array(fc.tuple(fc.constantFrom(...names, "scope", "token", "x"), value), { maxLength: 9 });
	const authorization = fc.option(
		fc.oneof(
			fc.constantFrom("Basic", "Basic =", "Bearer x", "basic OjoK", "Negotiate"),
			fc.string({ maxLength: 30 }).map((text) => `Basic ${btoa(unescape(encodeURIComponent(text)))}`),
		),
		{ nil: undefined },
	);
	const type = fc.constantFrom(
		"application/x-www-form-urlencoded",
		"application/x-www-form-urlencoded",
		"application/json",
		"",
		";",
	);

	it("to the token endpoint is never a 5xx, and every refusal has OAuth's form", async () => {
		await fc.assert(
			fc.asyncProperty(form, authorization, type, fc.boolean(), async (pairs, auth, contentType, valid) => {
				const headers: Record<string, string> = contentType ? { "Content-Type": contentType } : {};
				if (auth !== undefined) headers.Authorization = auth;
				if (valid) Object.assign(headers, basic(app));
				const encoded = pairs.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join("&");
				const answer = await send("/oauth/token", { method: "POST", raw: new TextEncoder().encode(encoded), headers });
				expectError(answer, answer.status as 400, answer.body.error);
				expect([400, 401]).toContain(answer.status);
			}),
			{ numRuns: 400 },
		);
	});

	it("to revocation is 200, and to introspection never a 5xx", async () => {
		await fc.assert(
			fc.asyncProperty(form, authorization, type, async (pairs, auth, contentType) => {
				const headers: Record<string, string> = contentType ? { "Content-Type": contentType } : {};
				if (auth !== undefined) headers.Authorization = auth;
				const encoded = pairs.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join("&");
				const raw = new TextEncoder().encode(encoded);
				expect((await send("/oauth/revoke", { method: "POST", raw, headers })).status).toBe(200);
				expectError(await send("/oauth/introspect", { method: "POST", raw, headers }), 401, "invalid_client");
			}),
			{ numRuns: 200 },
		);
	});
});
