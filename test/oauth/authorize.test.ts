import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, describe, expect, it, test } from "vitest";
import { mintClientId } from "../../src/domain/access/oauth-apps/apps.ts";
import { app as service } from "../../src/entry/app.ts";
import { scopes as allScopes } from "../../src/platform/gate/scopes.ts";
import { anyCharacter } from "../support/any-character.ts";
import { type Answer, call, send } from "../support/api.ts";
import { database } from "../support/database.ts";
import {
	type App,
	authorizationOf,
	type Connection,
	createApp,
	hiddenFields,
	newApp,
	newConnection,
	newPkce,
	patchApp,
	post,
	redirected,
	redirectUri,
} from "../support/oauth.ts";
import { operate } from "../support/world.ts";

const { challenge } = newPkce();
const issuer = "https://api.test";

let connection: Connection;
let app: App;
let signedIn: Record<string, string>;
beforeAll(async () => {
	connection = await newConnection();
	app = connection.app;
	signedIn = { Cookie: connection.cookie };
});

type Changes = Record<string, string | string[] | undefined>;

/** A right authorization request with changes: undefined leaves a parameter out, a list repeats it. */
function queryOf(changes: Changes = {}, of: App = app): string {
	const parameters: Changes = { ...authorizationOf(of, challenge), ...changes };
	return new URLSearchParams(
		Object.entries(parameters).flatMap(([name, value = []]) =>
			[value].flat().map((one): [string, string] => [name, one]),
		),
	).toString();
}

const authorize = (query: string, headers = signedIn): Promise<Answer> =>
	send(`/oauth/authorize?${query}`, { headers });

/** Both the link and the form show an error page and never redirect, with and without a session. */
async function expectNoRedirect(query: string): Promise<void> {
	const forms = { request: query, tenant_id: connection.tenantId };
	const answers = await Promise.all([
		authorize(query),
		authorize(query, {}),
		...["approve", "deny"].map((decision) => post("/oauth/consent", { ...forms, decision }, { headers: signedIn })),
	]);
	for (const answer of answers) {
		expect(answer.status, answer.text).toBe(400);
		expect(answer.headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
		expect(answer.headers.has("Location")).toBe(false);
		expect(answer.headers.has("Refresh")).toBe(false);
		expect(answer.text).not.toMatch(/http-equiv|<a |<form|svcac_/);
		expect(answer.text).toContain(answer.headers.get("X-Request-ID"));
	}
}

/** The app gets the error at exactly its registered address, with the issuer. */
async function expectError(answer: Answer, error: string, state: string | null = "st4te"): Promise<void> {
	expect(answer.status, answer.text).toBe(302);
	expect(answer.headers.get("Location")).toMatch(/^https:\/\/app\.example\/callback\?/);
	const { parameters } = redirected(answer);
	expect(parameters).toEqual({
		error,
		// RFC 6749 4.1.2.1 allows these characters.
		error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
		...(state === null ? {} : { state }),
		iss: issuer,
	});
}

const codes = async (of: App): Promise<number> =>
	(await database.prepare("SELECT count(*) AS n FROM oauth_codes WHERE app_id = ?").bind(of.id).first<number>("n")) ??
	0;

describe("a client_id that names no app, or more than one, is told to the person and redirects nowhere", () => {
	test.each<[string, () => Changes]>([
		["missing", () => ({ client_id: undefined })],
		["empty", () => ({ client_id: "" })],
		["never given out", () => ({ client_id: mintClientId() })],
		["mistyped", () => ({ client_id: `${app.clientId.slice(0, -1)}-` })],
		["in other letters", () => ({ client_id: app.clientId.toUpperCase() })],
		["with a space after it", () => ({ client_id: `${app.clientId} ` })],
		["with a NUL after it", () => ({ client_id: `${app.clientId}\0` })],
		["the record's id", () => ({ client_id: app.id })],
		["a secret", () => ({ client_id: app.secret ?? "" })],
		["given twice, the same", () => ({ client_id: [app.clientId, app.clientId] })],
		["given twice, different", () => ({ client_id: [mintClientId(), app.clientId] })],
		["given twice, once empty", () => ({ client_id: [app.clientId, ""] })],
		["under another name", () => ({ client_id: undefined, "client_id[]": app.clientId })],
		["under a name in other letters", () => ({ client_id: undefined, CLIENT_ID: app.clientId })],
	])("%s", async (_, changes) => expectNoRedirect(queryOf(changes())));
});

describe("a redirect_uri that is not, to the letter, one that the app registered redirects nowhere", () => {
	test.each([
		"https://app.example",
		"https://app.example/",
		"https://app.example/Callback",
		"https://app.example/callback/",
		"https://app.example/callback/x",
		"https://app.example/callbac",
		"https://app.example/callbackx",
		"https://app.example/callback?",
		"https://app.example/callback?next=x",
		"https://app.example/callback#",
		"https://app.example/callback#x",
		"https://app.example/callback/../x",
		"https://app.example/x/../callback",
		"https://app.example/./callback",
		"https://app.example//callback",
		"https://app.example/%63allback",
		"https://app.example/callback%00",
		"https://app.example/callback%20",
		"https://app.example/callback\0",
		"https://app.example/callback\r\nX: y",
		"https://app.example/callback ",
		" https://app.example/callback",
		"\thttps://app.example/callback",
		"https://app.example:443/callback",
		"https://app.example:8443/callback",
		"https://app.example./callback",
		"https://APP.example/callback",
		"HTTPS://app.example/callback",
		"http://app.example/callback",
		"https:app.example/callback",
		"https:/app.example/callback",
		"https:\\\\app.example\\callback",
		"https://user@app.example/callback",
		"https://user:pass@app.example/callback",
		"https://app.example@evil.example/callback",
		"https://evil.example\\@app.example/callback",
		"https://app.example.evil.example/callback",
		"https://evil.example/https://app.example/callback",
		"https://sub.app.example/callback",
		"https://xapp.example/callback",
		"https://аpp.example/callback",
		"https://*.example/callback",
		"https://[::1]/callback",
		"http://localhost/callback",
		"//app.example/callback",
		"/callback",
		"callback",
		"//evil.example",
		"/\\evil.example",
		"javascript:alert(1)",
		"data:text/html,x",
		"app.example:/callback",
		"com.example.app:/callback",
		`https://app.example/${"a".repeat(3000)}`,
	])("%j", async (uri) => expectNoRedirect(queryOf({ redirect_uri: uri })));

	test.each<[string, Changes]>([
		["none, also where only one is registered", { redirect_uri: undefined }],
		["an empty one", { redirect_uri: "" }],
		["the right one twice", { redirect_uri: [redirectUri, redirectUri] }],
		["the right one and another", { redirect_uri: [redirectUri, "https://evil.example/"] }],
		["another and the right one", { redirect_uri: ["https://evil.example/", redirectUri] }],
		["the right one and an empty one", { redirect_uri: [redirectUri, ""] }],
		["a list of one", { redirect_uri: undefined, "redirect_uri[]": redirectUri }],
		["two in one", { redirect_uri: `${redirectUri} ${redirectUri}` }],
	])("%s", async (_, changes) => expectNoRedirect(queryOf(changes)));

	test("one that another app registered", async () => {
		const redirect_uris = ["https://other.example/callback"];
		const other = await createApp({ redirect_uris });
		await expectNoRedirect(queryOf({ redirect_uri: redirect_uris[0] }));
		await expectNoRedirect(queryOf({}, other));
	});

	test("one that the app has given up, from the next request on", async () => {
		const changing = await newApp();
		const next = "https://app.example/next";
		expect((await authorize(queryOf({}, changing))).status).toBe(200);
		await patchApp(changing, { redirect_uris: [next] });
		await expectNoRedirect(queryOf({}, changing));
		expect((await authorize(queryOf({ redirect_uri: next }, changing))).status).toBe(200);
	});

	test("whatever else is wrong with the request", async () => {
		const wrong = {
			redirect_uri: "https://evil.example/",
			response_type: "token",
			scope: "nonsense",
			state: undefined,
		};
		await expectNoRedirect(queryOf(wrong));
		await expectNoRedirect("");
		await expectNoRedirect("redirect_uri=https://evil.example/");
		await expectNoRedirect("client_id&redirect_uri");
		await expectNoRedirect(queryOf({ client_id: undefined, response_type: undefined }));
	});

	test("while each of several registered ones is answered at itself", async () => {
		const redirect_uris = ["https://app.example/a", "https://app.example/b", "https://App.Example:443/%7Ec/../d?e=f"];
		const several = await createApp({ redirect_uris });
		for (const redirect_uri of redirect_uris) {
			const answer = await authorize(queryOf({ redirect_uri, scope: "nonsense" }, several));
			expect(answer.status).toBe(302);
			expect(
				answer.headers.get("Location")?.startsWith(`${redirect_uri}${redirect_uri.includes("?") ? "&" : "?"}error=`),
			).toBe(true);
		}
	});
});

describe("any other error goes back to the app, with state and issuer, signed in or not", () => {
	const name = (length: number) => "a".repeat(length);
	test.each<[string, string, Changes]>([
		["no response_type", "invalid_request", { response_type: undefined }],
		["an empty response_type", "invalid_request", { response_type: "" }],
		["the implicit grant", "unsupported_response_type", { response_type: "token" }],
		["a hybrid", "unsupported_response_type", { response_type: "code token" }],
		["an id_token", "unsupported_response_type", { response_type: "id_token" }],
		["a response_type in other letters", "unsupported_response_type", { response_type: "CODE" }],
		["a response_type with a space", "unsupported_response_type", { response_type: "code " }],
		["response_type twice", "invalid_request", { response_type: ["code", "code"] }],
		["another response_mode", "invalid_request", { response_mode: "form_post" }],
		["the response_mode of the implicit grant", "invalid_request", { response_mode: "fragment" }],
		["scope twice", "invalid_request", { scope: ["read:clients", "write:clients"] }],
		["code_challenge twice", "invalid_request", { code_challenge: [challenge, challenge] }],
		["code_challenge_method twice", "invalid_request", { code_challenge_method: ["S256", "plain"] }],
		["an unknown parameter twice", "invalid_request", { ui_locales: ["de", "en"] }],
		["no code_challenge", "invalid_request", { code_challenge: undefined }],
		["an empty code_challenge", "invalid_request", { code_challenge: "" }],
		["a challenge without its method, which is plain", "invalid_request", { code_challenge_method: undefined }],
		["the method plain", "invalid_request", { code_challenge_method: "plain" }],
		["the method in other letters", "invalid_request", { code_challenge_method: "s256" }],
		["another method", "invalid_request", { code_challenge_method: "S512" }],
		["no PKCE", "invalid_request", { code_challenge: undefined, code_challenge_method: undefined }],
		["a challenge of 42 characters", "invalid_request", { code_challenge: name(42) }],
		["a challenge of 129 characters", "invalid_request", { code_challenge: name(129) }],
		["a padded challenge", "invalid_request", { code_challenge: `${name(43)}=` }],
		["a challenge in plain base64", "invalid_request", { code_challenge: `${name(42)}+/` }],
		["a challenge with a line's end", "invalid_request", { code_challenge: `${name(43)}\n` }],
		["a challenge beyond ASCII", "invalid_request", { code_challenge: `${name(43)}é` }],
		["no scope: there is no default", "invalid_scope", { scope: undefined }],
		["an empty scope", "invalid_scope", { scope: "" }],
		["a scope of white space", "invalid_scope", { scope: " " }],
		["an unknown scope", "invalid_scope", { scope: "read:everything" }],
		["an unknown scope beside a good one", "invalid_scope", { scope: "read:clients openid" }],
		["a scope the app has not registered", "invalid_scope", { scope: "read:audit_log" }],
		["one such beside a good one", "invalid_scope", { scope: "read:clients write:appointments" }],
		["a scope in other letters", "invalid_scope", { scope: "READ:CLIENTS" }],
		["a wildcard", "invalid_scope", { scope: "read:*" }],
		["half a scope", "invalid_scope", { scope: "read:" }],
		["two spaces between scopes", "invalid_scope", { scope: "read:clients  write:clients" }],
		["a space before them", "invalid_scope", { scope: " read:clients" }],
		["a space after them", "invalid_scope", { scope: "read:clients " }],
		["a tab between them", "invalid_scope", { scope: "read:clients\twrite:clients" }],
		["a comma between them", "invalid_scope", { scope: "read:clients,write:clients" }],
		["a line's end after them", "invalid_scope", { scope: "read:clients\n" }],
		["scopes in quotes", "invalid_scope", { scope: '"read:clients"' }],
		["a property every object has", "invalid_scope", { scope: "constructor" }],
	])("%s: %s", async (_, error, changes) => {
		const query = queryOf(changes);
		await expectError(await authorize(query), error);
		await expectError(await authorize(query, {}), error);
		const form = { request: query, tenant_id: connection.tenantId, decision: "approve" };
		await expectError(await post("/oauth/consent", form, { headers: signedIn }), error);
		expect(await codes(app)).toBe(0);
	});

	test("a repeated state: invalid_request, with neither of the two", async () => {
		for (const state of [
			["a", "b"],
			["a", "a"],
			["a", ""],
		])
			await expectError(await authorize(queryOf({ state })), "invalid_request", null);
	});

	test("a suspended app: unauthorized_client from the next request on, until it is resumed", async () => {
		const suspended = await newApp();
		const change = (status: string) => patchApp(suspended, { status });
		const query = queryOf({}, suspended);
		for (let n = 0; n < 2; n++) {
			expect((await authorize(query)).status).toBe(200);
			await change("SUSPENDED");
			await expectError(await authorize(query), "unauthorized_client");
			await expectError(await authorize(query, {}), "unauthorized_client");
			const form = { request: query, tenant_id: connection.tenantId, decision: "approve" };
			await expectError(await post("/oauth/consent", form, { headers: signedIn }), "unauthorized_client");
			await change("ACTIVE");
		}
		expect(await codes(suspended)).toBe(0);
	});

	test("scopes that were taken from the app: invalid_scope from the next request on", async () => {
		const narrowed = await newApp();
		expect((await authorize(queryOf({}, narrowed))).status).toBe(200);
		await patchApp(narrowed, { scopes: ["read:clients"] });
		await expectError(await authorize(queryOf({}, narrowed)), "invalid_scope");
		expect((await authorize(queryOf({ scope: "read:clients" }, narrowed))).status).toBe(200);
	});

	test("a request without state is answered without one", async () => {
		for (const state of [undefined, ""])
			await expectError(await authorize(queryOf({ state, scope: "x" })), "invalid_scope", null);
	});

	test("nothing of the wrong request but its state comes back", async () => {
		const answer = await authorize(
			queryOf({ scope: "sc0pe-1", ui_locales: "l0cale-1", code_challenge: "ch4llenge-1" }),
		);
		expect(answer.headers.get("Location")).not.toMatch(/sc0pe|l0cale|ch4llenge/);
		expect(answer.headers.get("Location")).not.toContain(app.clientId);
	});
});

describe("a redirect URI's own query", () => {
	test.each([
		["https://app.example/callback", "?"],
		["https://app.example/callback?x=1", "&"],
		["https://app.example/callback?x=%2F+%20b&x=2&&y", "&"],
		["https://app.example/callback?", ""],
		["https://app.example/callback?x=1&", ""],
		["https://app.example?x=1", "&"],
		["https://app.example", "?"],
		["https://app.example/a?b?c", "&"],
	])("%s is kept as it is, with the answer after it", async (uri, joint) => {
		const own = await createApp({ redirect_uris: [uri] });
		const added = await authorize(queryOf({ redirect_uri: uri, scope: "nonsense" }, own));
		expect(added.headers.get("Location")).toBe(
			`${uri}${joint}${new URLSearchParams({ ...answered(added), state: "st4te", iss: issuer })}`,
		);
		const request = queryOf({ redirect_uri: uri }, own);
		const form = { request, tenant_id: connection.tenantId, decision: "approve" };
		const approved = await post("/oauth/consent", form, { headers: signedIn });
		const { code = "" } = redirected(approved).parameters;
		expect(code).toMatch(/^svcac_/);
		expect(approved.headers.get("Location")).toBe(
			`${uri}${joint}${new URLSearchParams({ code, state: "st4te", iss: issuer })}`,
		);
	});

	const answered = (answer: Answer) => {
		const { error = "", error_description = "" } = redirected(answer).parameters;
		return { error, error_description };
	};
});

describe("state", () => {
	const odd = [
		"a b+c&d=e#f?g/h",
		"%00%0d%0aSet-Cookie:x=y",
		"\0\r\nSet-Cookie: x=y",
		"ключ 🔑 é e\u0301 \u202e",
		`"><script>alert(1)</script>'`,
		"code=stolen&iss=https://evil.example",
		"{{x}} $x \\ ; -- | ~",
		"+",
		" ",
		"%",
		"%2",
		"__proto__",
		"s".repeat(2000),
	];

	test.each(odd)("%j comes back as it was sent, with a code, a denial and an error", async (state) => {
		const request = queryOf({ state });
		const page = await authorize(request);
		const { request: kept = "" } = hiddenFields(page.text);
		for (const decision of ["approve", "deny"]) {
			const form = { request: kept, tenant_id: connection.tenantId, decision };
			const answer = await post("/oauth/consent", form, { headers: signedIn });
			expect(answer.status).toBe(302);
			expect(redirected(answer).parameters.state).toBe(state);
		}
		expect(redirected(await authorize(queryOf({ state, scope: "x" }))).parameters.state).toBe(state);
	});

	it("of any Unicode comes back as it was sent, however it was encoded", async () => {
		const encoded = fc
			.tuple(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }), fc.boolean())
			.map(([state, plus]) => ({
				state,
				text: plus ? new URLSearchParams({ state }).toString() : `state=${encodeURIComponent(state)}`,
			}));
		await fc.assert(
			fc.asyncProperty(encoded, async ({ state, text }) => {
				const answer = await authorize(`${queryOf({ state: undefined, scope: "x" })}&${text}`, {});
				expect([...new URL(answer.headers.get("Location") ?? "").searchParams.getAll("state")]).toEqual([state]);
			}),
			{ numRuns: 150 },
		);
	});
});

describe("a request that is right", () => {
	test.each<[string, Changes]>([
		["as it should be", {}],
		["without state", { state: undefined }],
		["with parameters that nobody knows", { ui_locales: "de", prompt: "none", nonce: "n" }],
		["with the response_mode that it gets", { response_mode: "query" }],
		["with a challenge of 43 unreserved characters", { code_challenge: `${"a1B".repeat(13)}-._~` }],
		["with a challenge of 128 unreserved characters", { code_challenge: "-._~".repeat(32) }],
		["with a scope named twice", { scope: "read:clients read:clients" }],
		["with all scopes of the app", { scope: "read:appointments write:clients read:clients" }],
	])("%s is put to the person", async (_, changes) => {
		const answer = await authorize(queryOf(changes));
		expect(answer.status, answer.text).toBe(200);
		expect(answer.text).toContain("Inkflow wants to connect to Black Lotus");
		expect(await authorize(queryOf(changes), {})).toMatchObject({ status: 303 });
	});

	test("may ask for each of the 25 scopes that its app registered", async () => {
		const wide = await newApp({ scopes: allScopes });
		for (const scope of allScopes) expect((await authorize(queryOf({ scope }, wide))).status).toBe(200);
		expect((await authorize(queryOf({ scope: allScopes.join(" ") }, wide))).status).toBe(200);
	});

	test("may come from a public app just as well", async () => {
		const phone = await newApp({ type: "public" });
		expect((await authorize(queryOf({}, phone))).status).toBe(200);
		const plain = { code_challenge: undefined, code_challenge_method: undefined };
		await expectError(await authorize(queryOf(plain, phone)), "invalid_request");
	});

	test("leaves nothing behind when it is only looked at", async () => {
		const looked = await newApp();
		for (let n = 0; n < 3; n++) await authorize(queryOf({}, looked));
		expect(await codes(looked)).toBe(0);
	});

	test("of someone who is not signed in goes through sign-in, and is the same afterwards", async () => {
		const query = queryOf({ state: "a b&c=d/é%00\n" });
		const away = await authorize(query, {});
		expect(away.status).toBe(303);
		const to = new URL(away.headers.get("Location") ?? "", issuer);
		expect(away.headers.get("Location")).toMatch(/^\/sign_in\?continue=/);
		expect(to.searchParams.get("continue")).toBe(`/oauth/authorize?${query}`);
		const page = await call(200, away.headers.get("Location") ?? "");
		const { email, password } = connection.person;
		const back = await post("/sign_in", { ...hiddenFields(page.text), email, password });
		expect(back.status).toBe(303);
		expect(back.headers.get("Location")).toBe(`/oauth/authorize?${query}`);
		const cookie = back.headers.get("Set-Cookie")?.split(";")[0] ?? "";
		const consent = await call(200, back.headers.get("Location") ?? "", { headers: { Cookie: cookie } });
		expect(hiddenFields(consent.text).request).toBe(query);
	});

	test("works up to a length that fits every header, and is told to be too long beyond it", async () => {
		const encoded = (query: string) => new URLSearchParams({ query }).toString().length;
		const room = 12_000 - encoded(queryOf({ state: "" }));
		const longest = queryOf({ state: "s".repeat(room) });
		expect((await authorize(longest)).status).toBe(200);
		const away = await authorize(longest, {});
		expect(away.status).toBe(303);
		const page = await call(200, away.headers.get("Location") ?? "");
		expect(hiddenFields(page.text).continue).toBe(`/oauth/authorize?${longest}`);
		await expectNoRedirect(queryOf({ state: "s".repeat(room + 1) }));
		await expectNoRedirect(queryOf({ state: "s".repeat(100_000) }));
	});

	test("is answered within 16 KiB of headers, however much its characters grow when they are encoded", async () => {
		for (const piece of ["(", "%28", "&", "+", "%2B", "\u00e4"])
			for (const count of [1000, 3000, 3900, 5000, 11_000])
				for (const headers of [{}, undefined]) {
					const { status, headers: sent } = await authorize(`${queryOf()}${piece.repeat(count)}`, headers);
					expect([200, 302, 303, 400]).toContain(status);
					let length = 0;
					for (const [name, value] of sent) length += name.length + value.length + 4;
					expect(length).toBeLessThan(16_384);
				}
	});
});

const development = (url: string, init?: RequestInit) =>
	exports.default.fetch(new Request(url, { redirect: "manual", ...init }));
const inProduction = (url: string, init: RequestInit = {}, given: Record<string, string | undefined> = {}) =>
	service.fetch(
		new Request(url, { redirect: "manual", ...init }),
		{ ...env, ENVIRONMENT: "production", ...given } as typeof env,
		createExecutionContext(),
	);
const issOf = (response: Response) => new URL(response.headers.get("Location") ?? "").searchParams.get("iss");

describe("the issuer that answers name", () => {
	const wrong = () => `/oauth/authorize?${queryOf({ scope: "x" })}`;
	const hosts = ["https://evil.example", "http://localhost:8787", "http://127.0.0.1", "https://api.test:444"];

	test("is the one that the metadata names", async () => {
		const { body } = await call(200, "/.well-known/oauth-authorization-server");
		expect(body.issuer).toBe(issuer);
		expect(body.authorization_response_iss_parameter_supported).toBe(true);
		expect(redirected(await authorize(queryOf({ scope: "x" }))).parameters.iss).toBe(body.issuer);
	});

	test.each(["http://localhost:8787", "http://127.0.0.1:3000", "http://[::1]:8787"])(
		"is in development %s where that was asked",
		async (origin) => {
			expect(issOf(await development(`${origin}${wrong()}`))).toBe(origin);
			const metadata = await development(`${origin}/.well-known/oauth-authorization-server`);
			expect(await metadata.json()).toMatchObject({ issuer: origin });
		},
	);

	test.each(["https://evil.example", "http://localhost.evil.example", "http://192.168.0.1:8787"])(
		"is never %s, also in development",
		async (origin) => {
			expect(issOf(await development(`${origin}${wrong()}`))).toBe(issuer);
		},
	);

	test.each(hosts)("is the configured one in production, also where %s was asked", async (host) => {
		const given = { BASE_URL: "https://api.studio.example/" };
		const init = {
			headers: { Host: "evil.example", "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" },
		};
		expect(issOf(await inProduction(`${host}${wrong()}`, init, given))).toBe("https://api.studio.example");
	});

	test("is known before anything is done: without one, nothing is asked, approved or kept", async () => {
		const closed = { BASE_URL: undefined };
		const asked = await inProduction(`https://api.test/oauth/authorize?${queryOf()}`, {}, closed);
		expect(asked.status).toBe(503);
		const codes = () => database.prepare("SELECT count(*) AS n FROM oauth_codes").first("n");
		const before = await codes();
		const approved = await inProduction(
			"https://api.test/oauth/consent",
			{
				method: "POST",
				headers: { Cookie: connection.cookie, "Content-Type": "application/x-www-form-urlencoded" },
				body: new URLSearchParams({
					request: queryOf(),
					tenant_id: connection.tenantId,
					decision: "approve",
				}).toString(),
			},
			closed,
		);
		expect(approved.status).toBe(503);
		expect(await codes()).toBe(before);
	});

	test.each([undefined, "", "not a URL"])("is missing where BASE_URL is %j: nobody is answered", async (BASE_URL) => {
		for (const host of hosts) {
			const response = await inProduction(`${host}${wrong()}`, {}, { BASE_URL });
			expect(response.status).toBe(503);
			expect(response.headers.has("Location")).toBe(false);
			expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
			expect(await response.text()).not.toMatch(/evil\.example|localhost|app\.example/);
		}
	});
});

describe("a redirect URI over http", () => {
	const uris = ["http://localhost:9000/callback", "http://127.0.0.1:9000/callback", "http://[::1]/callback"];
	test.each(uris)(
		"%s, to the machine itself, is answered in development, and an error page in production",
		async (uri) => {
			const local = await createApp({ redirect_uris: [uri, redirectUri] });
			for (const scope of ["read:clients", "nonsense"]) {
				const path = `https://api.test/oauth/authorize?${queryOf({ redirect_uri: uri, scope }, local)}`;
				const open = await development(path, { headers: signedIn });
				expect(open.status).toBe(scope === "nonsense" ? 302 : 200);
				const closed = await inProduction(path, { headers: signedIn });
				expect(closed.status).toBe(400);
				expect(closed.headers.has("Location")).toBe(false);
				expect(await closed.text()).toContain("has not registered");
			}
			const https = `https://api.test/oauth/authorize?${queryOf({}, local)}`;
			expect((await inProduction(https, { headers: signedIn })).status).toBe(200);
		},
	);

	test.each([
		...["http://app.example/callback", "http://192.168.0.1/callback", "http://localhost.example/callback"],
		...["com.example.app:/callback", "https://app.example/callback#", "https://*.app.example/callback"],
	])("%s cannot be registered at all, nor what else could be taken for another", async (uri) => {
		const body = { redirect_uris: [redirectUri, uri] };
		const refused = await operate(400, `/admin/oauth_apps/${app.id}`, { method: "PATCH", body });
		expect(refused.body.errors[0].path).toBe("redirect_uris.1");
	});
});
