import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { mintSecret } from "../../src/lib/secret-value.ts";
import { type Answer, send } from "../support/api.ts";
import {
	type App,
	approve,
	basic,
	type Connection,
	codeFormOf,
	exchange,
	expectOAuthError,
	me,
	newApp,
	newCodeForm,
	newConnection,
	newTokens,
	patchApp,
	post,
	refresh,
	token,
} from "../support/oauth.ts";

let connection: Connection;
let app: App;
beforeAll(async () => {
	connection = await newConnection();
	app = connection.app;
});

describe("a token request", () => {
	it.each(["application/json", "multipart/form-data; boundary=x", "text/plain", ""])(
		"is refused as %j",
		async (type) => {
			const body = new URLSearchParams(await newCodeForm(connection)).toString();
			const raw = new TextEncoder().encode(body);
			const headers = { ...basic(app), ...(type ? { "Content-Type": type } : {}) };
			expectOAuthError(await send("/oauth/token", { method: "POST", raw, headers }), 400, "invalid_request");
		},
	);

	it("is taken as a form with a charset, whatever its letters' case", async () => {
		const headers = { "Content-Type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" };
		expect((await token(app, await newCodeForm(connection), { headers })).status).toBe(200);
	});

	it("is refused where a parameter is repeated", async () => {
		const form = Object.entries(await newCodeForm(connection));
		for (const again of [...form, ["unheard_of", "1"]] as [string, string][]) {
			const repeated = again[0] === "unheard_of" ? [...form, again, again] : [...form, again];
			const answer = await post("/oauth/token", repeated as [string, string][], { headers: basic(app) });
			expectOAuthError(answer, 400, "invalid_request");
		}
	});

	it("is refused without a grant type, and with another than code and refresh", async () => {
		expectOAuthError(await token(app, {}), 400, "invalid_request");
		for (const grant_type of ["password", "client_credentials", "implicit", "toString", "__proto__"])
			expectOAuthError(await token(app, { grant_type }), 400, "unsupported_grant_type");
	});

	it("is refused when it is too large, in OAuth's form", async () => {
		const answer = await token(app, { grant_type: "x".repeat(1024 * 1024) });
		expect([answer.status, answer.body.error]).toEqual([413, "invalid_request"]);
	});

	it("of a suspended app is refused, and works again afterwards", async () => {
		const own = await newConnection();
		const approval = await approve(own);
		const { refresh_token } = await newTokens(own);
		const status = (status: string) => patchApp(own.app, { status });
		await status("SUSPENDED");
		expectOAuthError(await exchange(own.app, approval), 400, "unauthorized_client");
		expectOAuthError(await refresh(own.app, refresh_token), 400, "unauthorized_client");
		await status("ACTIVE");
		expect((await exchange(own.app, approval)).status).toBe(200);
		expect((await refresh(own.app, refresh_token)).status).toBe(200);
	});

	it("has no GET", async () => {
		expect((await send("/oauth/token")).status).toBe(404);
	});
});

const expectRefused = ({ status, body, text }: Answer, error: string): void =>
	expect([status, body?.error], text).toEqual([error === "invalid_client" ? 401 : 400, error]);

describe("the query of the URL", () => {
	it("is no place for a client's credentials, nor for any parameter", async () => {
		const form = codeFormOf(await approve(connection));
		const credentials = { client_id: app.clientId, client_secret: app.secret ?? "" };
		const path = (query: Record<string, string>) => `/oauth/token?${new URLSearchParams(query)}`;
		expectRefused(await post(path(credentials), form), "invalid_client");
		expectRefused(await post(path(form), credentials), "invalid_request");
		const { code_verifier, ...rest } = form;
		expectRefused(await post(path({ code_verifier }), rest, { headers: basic(app) }), "invalid_request");
		// Nor does it make a parameter a repeated one.
		expect((await post(path(form), form, { headers: basic(app) })).status).toBe(200);
	});
});

describe("whoever does not prove to be the client", () => {
	it("learns nothing of the grant type, the code or the app's state", async () => {
		const suspended = await newApp();
		await patchApp(suspended, { status: "SUSPENDED" });
		const secret = mintSecret("svcosk_");
		const used = await approve(connection);
		await exchange(app, used);
		for (const [of, form] of [
			[app, { grant_type: "password" }],
			[app, {}],
			[app, codeFormOf(used)],
			[suspended, { grant_type: "refresh_token", refresh_token: "x" }],
		] as [App, Record<string, string>][])
			expectRefused(await token({ ...of, secret }, form), "invalid_client");
	});

	it("ends no grant by redeeming its code again", async () => {
		const approval = await approve(connection);
		const { access_token } = (await exchange(app, approval)).body;
		expectRefused(await token({ ...app, secret: mintSecret("svcosk_") }, codeFormOf(approval)), "invalid_client");
		await me(200, access_token);
	});
});

describe("what an answer of the token endpoint tells caches and programs", () => {
	it("is to store nothing, be it tokens or any refusal", async () => {
		const answers = [
			await exchange(app, await approve(connection)),
			await token(app, {}),
			await token({ ...app, secret: "x" }, {}),
			await token(app, { grant_type: "x".repeat(1024 * 1024) }),
			await send("/oauth/token"),
			await send("/oauth/token", { method: "PUT", raw: "x" }),
		];
		expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 413, 404, 404]);
		for (const { headers } of answers) expect(headers.get("Cache-Control")).toBe("no-store");
		for (const { headers } of answers.slice(0, 4)) expect(headers.get("Pragma")).toBe("no-cache");
	});

	it("names the request that it answers as the client named it", async () => {
		const answer = await token(app, {}, { headers: { "X-Request-ID": "mine-1" } });
		expect([answer.body.request_id, answer.headers.get("X-Request-ID")]).toEqual(["mine-1", "mine-1"]);
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
				expectOAuthError(answer, answer.status as 400, answer.body.error);
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
				expectOAuthError(await send("/oauth/introspect", { method: "POST", raw, headers }), 401, "invalid_client");
			}),
			{ numRuns: 200 },
		);
	});
});
