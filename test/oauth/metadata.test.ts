import { describe, expect, it } from "vitest";
import { type Answer, call, newAddress, send } from "../support/api.ts";
import { type App, approve, basic, exchange, newApp, newConnection, post, token } from "../support/oauth.ts";

const path = "/.well-known/oauth-authorization-server";
const origin = { Origin: "https://spa.example" };
const preflight = (path: string, from: string) =>
	send(path, {
		method: "OPTIONS",
		from,
		headers: { ...origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization" },
	});
const trips = ({ headers }: Answer) =>
	[...(headers.get("Server-Timing") ?? "").matchAll(/desc="(\d+)/g)].map(([, count]) => Number(count));

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

	it("can revoke, and see that it did", async () => {
		const own = await newConnection();
		const { refresh_token } = (await exchange(own.app, await approve(own))).body;
		const headers = { ...origin, ...basic(own.app) };
		const answer = await post("/oauth/revoke", { token: refresh_token }, { headers });
		expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
	});
});

describe("the metadata", () => {
	it("asks neither gate nor database, and counts against no limit", async () => {
		const answer = await call(200, path);
		expect(trips(answer)).toEqual([0, 0]);
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
		// Who authenticated is told that the rest is missing.
		for (const way of Object.values(ways)) expect((await way).body.error).toBe("invalid_request");
		expect(named).toEqual(Object.keys(ways));
	});
});
