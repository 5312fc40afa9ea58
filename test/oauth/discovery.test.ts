import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../../src/entry/app.ts";
import { scopes } from "../../src/platform/gate/scopes.ts";
import { type Answer, call, newAddress, send } from "../support/api.ts";
import { type App, approve, basic, newApp, newConnection, post, token } from "../support/oauth.ts";

const path = "/.well-known/oauth-authorization-server";

const origin = { Origin: "https://spa.example" };

const metadataAt = async (
	url: string,
	bindings: Record<string, unknown> = {},
	headers: Record<string, string> = {},
) => {
	const request = new Request(`${url}${path}`, { headers });
	return await app.fetch(request, { ...env, ...bindings } as never, createExecutionContext());
};

const preflight = (path: string, from = newAddress()) =>
	send(path, {
		method: "OPTIONS",
		from,
		headers: {
			...origin,
			"Access-Control-Request-Method": "POST",
			"Access-Control-Request-Headers": "authorization,content-type",
		},
	});

const trips = ({ headers }: Answer) =>
	[...(headers.get("Server-Timing") ?? "").matchAll(/desc="(\d+)/g)].map(([, count]) => Number(count));

describe("the metadata", () => {
	it("says what RFC 8414 wants, and only what is true", async () => {
		const { body, headers } = await call(200, path);
		expect(headers.get("Content-Type")).toBe("application/json");
		expect(body).toEqual({
			issuer: "https://api.test",
			authorization_endpoint: "https://api.test/oauth/authorize",
			token_endpoint: "https://api.test/oauth/token",
			revocation_endpoint: "https://api.test/oauth/revoke",
			introspection_endpoint: "https://api.test/oauth/introspect",
			scopes_supported: scopes,
			response_types_supported: ["code"],
			response_modes_supported: ["query"],
			grant_types_supported: ["authorization_code", "refresh_token"],
			token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
			revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
			introspection_endpoint_auth_methods_supported: ["client_secret_basic"],
			code_challenge_methods_supported: ["S256"],
			authorization_response_iss_parameter_supported: true,
			client_id_metadata_document_supported: true,
		});
	});

	it("names endpoints that exist", async () => {
		const { body } = await call(200, path);
		const local = (url: string) => url.replace(body.issuer, "");
		expect((await send(local(body.authorization_endpoint))).status).toBe(400);
		expect((await send(local(body.token_endpoint), { method: "POST" })).status).toBe(400);
		expect((await send(local(body.revocation_endpoint), { method: "POST" })).status).toBe(200);
		expect((await send(local(body.introspection_endpoint), { method: "POST" })).status).toBe(401);
	});

	it("asks no database, and no limit but that of its address", async () => {
		const answer = await call(200, path);
		expect(trips(answer)).toEqual([1, 0]);
		expect(answer.headers.has("RateLimit-Limit")).toBe(false);
	});

	it("is the same with any query, and there is none for any other path", async () => {
		const { text } = await call(200, path);
		expect((await call(200, `${path}?issuer=https://evil.example`)).text).toBe(text);
		for (const other of [`${path}/`, `${path}/x`, "/.well-known/openid-configuration"])
			expect((await send(other)).status).toBe(404);
	});

	it("names the ways of authenticating that work, each for its kind of app", async () => {
		const { token_endpoint_auth_methods_supported: named } = (await call(200, path)).body;
		const [confidential, open] = await Promise.all([newApp(), newApp({ type: "public" })]);
		const pair = { client_id: confidential.clientId, client_secret: confidential.secret ?? "" };
		const ways: Record<string, Promise<Answer>> = {
			client_secret_basic: post("/oauth/token", {}, { headers: basic(confidential) }),
			client_secret_post: post("/oauth/token", pair),
			none: post("/oauth/token", { client_id: open.clientId }),
		};
		// A client whose authentication succeeded hears that the other parameters are missing.
		for (const way of Object.values(ways)) expect((await way).body.error).toBe("invalid_request");
		expect(named).toEqual(Object.keys(ways));
	});
});

describe("the issuer", () => {
	it.each(["http://localhost:8787", "http://127.0.0.1:9999", "http://[::1]:80"])(
		"in development is the loopback origin %s where that was asked for",
		async (origin) => {
			const { issuer, token_endpoint } = await (await metadataAt(origin)).json<Record<string, string>>();
			expect([issuer, token_endpoint]).toEqual([new URL(origin).origin, `${new URL(origin).origin}/oauth/token`]);
		},
	);

	it("is the configured one whatever the Host header says, in production for loopback too", async () => {
		const production = { ENVIRONMENT: "production", BASE_URL: "https://api.studio.example/" };
		for (const origin of ["https://evil.example", "http://localhost:8787"]) {
			const { issuer } = await (await metadataAt(origin, production)).json<Record<string, string>>();
			expect(issuer).toBe("https://api.studio.example");
		}
		const { issuer } = await (await metadataAt("http://localhost.evil.example")).json<Record<string, string>>();
		expect(issuer).toBe("https://api.test");
	});

	it.each([undefined, "", "nonsense", "http://api.studio.example", "ftp://localhost"])(
		"is none where production has %j configured: 503, not a guess",
		async (BASE_URL) => {
			const response = await metadataAt("https://evil.example", { ENVIRONMENT: "production", BASE_URL });
			expect(response.status).toBe(503);
			expect(await response.text()).not.toContain("evil");
		},
	);
});

describe("scripts of every origin", () => {
	it.each(["/oauth/token", "/oauth/revoke", path])("may call %s, without cookies", async (path) => {
		const asked = await preflight(path);
		expect(asked.status).toBe(204);
		expect(asked.headers.get("Access-Control-Allow-Origin")).toBe("*");
		expect(asked.headers.get("Access-Control-Allow-Headers")?.toLowerCase()).toContain("authorization");
		const answer = await send(path, {
			method: path === "/.well-known/oauth-authorization-server" ? "GET" : "POST",
			headers: { Origin: "https://spa.example" },
		});
		expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
		expect(answer.headers.has("Access-Control-Allow-Credentials")).toBe(false);
		expect(answer.headers.get("Access-Control-Expose-Headers")).toContain("WWW-Authenticate");
	});

	it.each([
		"/oauth/introspect",
		"/oauth/authorize",
		"/oauth/consent",
		"/sign_in",
		"/sign_out",
		"/dashboard",
		"/admin/oauth_apps",
	])("may not read %s", async (path) => {
		for (const answer of [
			await preflight(path),
			await send(path, { headers: { Origin: "https://spa.example" } }),
			await send(path, { method: "POST", headers: { Origin: "https://spa.example" } }),
		])
			expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
	});
});

describe("a preflight", () => {
	it.each([path, "/oauth/token", "/oauth/revoke", "/v1/me"])(
		"of %s counts against no limit and asks neither gate nor database",
		async (path) => {
			const from = newAddress();
			const answers = await Promise.all(Array.from({ length: 80 }, () => preflight(path, from)));
			for (const answer of answers) {
				expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([204, "*"]);
				expect(trips(answer)).toEqual([0, 0]);
				expect(answer.headers.has("RateLimit-Limit")).toBe(false);
			}
			expect((await send("/v1/me", { from })).headers.get("RateLimit-Remaining")).toBe("59");
		},
	);

	it("may be remembered by the browser, and allows what a single-page app sends", async () => {
		const { headers } = await preflight("/oauth/token", newAddress());
		expect(Number(headers.get("Access-Control-Max-Age"))).toBeGreaterThan(0);
		expect(headers.get("Access-Control-Allow-Methods")).toContain("POST");
		expect(headers.get("Access-Control-Allow-Headers")?.toLowerCase()).toContain("content-type");
	});
});

describe("a script of another origin", () => {
	it("can read every answer of the token endpoint, its tokens and its refusals", async () => {
		const own = await newConnection();
		const wrong: App = { ...own.app, secret: "x" };
		const { code, verifier } = await approve(own);
		const form = { grant_type: "authorization_code", code, code_verifier: verifier };
		const answers = [
			await token(own.app, { ...form, redirect_uri: "https://app.example/other" }, { headers: origin }),
			await token(own.app, { ...form, redirect_uri: "https://app.example/callback" }, { headers: origin }),
			await token(wrong, {}, { headers: origin }),
			await token(own.app, { grant_type: "x".repeat(1024 * 1024) }, { headers: origin }),
		];
		expect(answers.map(({ status }) => status)).toEqual([400, 200, 401, 413]);
		for (const { headers } of answers) {
			expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
			expect(headers.has("Access-Control-Allow-Credentials")).toBe(false);
			expect(headers.get("Access-Control-Expose-Headers")).toContain("X-Request-ID");
		}
	});
});
