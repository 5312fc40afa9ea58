import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redirectUriFault, withParameters } from "../../src/domain/access/oauth-apps/redirect-uri.ts";
import { anyCharacter } from "../support/any-character.ts";

const production = { development: false };
const development = { development: true };

describe("a redirect URI", () => {
	it.each([
		"https://app.example/callback",
		"https://app.example",
		"https://app.example:8443/cb?tenant=1&x=%20",
		"https://xn--mnchen-3ya.example/cb",
		"https://10.0.0.7/cb",
	])("may be %s", (uri) => {
		expect(redirectUriFault(uri, production)).toBeNull();
		expect(redirectUriFault(uri, development)).toBeNull();
	});

	it.each(["http://localhost/cb", "http://localhost:9000/cb", "http://127.0.0.1:1/cb", "http://[::1]:9000/cb"])(
		"may be %s in development alone",
		(uri) => {
			expect(redirectUriFault(uri, development)).toBeNull();
			expect(redirectUriFault(uri, production)).toMatch(/https/);
		},
	);

	it.each(["http://127.0.0.1/cb", "http://127.0.0.1:1/cb?x=1", "http://[::1]/cb", "http://[::1]:9000"])(
		"may be %s for a native app, in production too",
		(uri) => {
			expect(redirectUriFault(uri, { development: false, native: true })).toBeNull();
			expect(redirectUriFault(uri, production)).toMatch(/https/);
		},
	);

	it.each([
		"http://localhost/cb",
		"http://127.0.0.2/cb",
		"http://127.1/cb",
		"http://0x7f.0.0.1/cb",
		"http://app.example/cb",
	])("may not be %s for a native app in production", (uri) =>
		expect(redirectUriFault(uri, { development: false, native: true })).toBe(
			"must be https, or http to 127.0.0.1 or [::1]",
		),
	);

	it.each([
		"",
		"/callback",
		"//app.example/callback",
		"app.example/callback",
		"https:app.example",
		"https:/app.example",
		"https:///app.example",
		"https://",
		"https://?a",
		"http://app.example/callback",
		"http://localhost.evil.example/cb",
		"http://127.0.0.1.evil.example/cb",
		"http://127.0.0.2/cb",
		"http://localhost@evil.example/cb",
		"myapp://callback",
		"com.example.app:/callback",
		"javascript:alert(1)",
		"data:text/html,x",
		"file:///etc/passwd",
		"ftp://app.example/",
		"https://app.example/callback#fragment",
		"https://app.example/callback#",
		"https://user@app.example/",
		"https://user:secret@app.example/",
		"https://@app.example/",
		"https://*.app.example/callback",
		"https://app.example;sandbox/callback",
		"https://app.example,evil.example/callback",
		"https://app.example/callback?state=1",
		"https://app.example/callback?x=1&iss=https://evil.example",
		"https://app.example/callback?%63ode=1",
		"https://app.example/callback?error",
		"https://app.example/callback?error_description=",
		"https://app.*/callback",
		"https://app.example\\@evil.example/",
		"https:\\\\app.example/",
		"https://app.example/a b",
		"https://app.example/\r\nLocation: https://evil.example/",
		"https://app.example/\0",
		"https://äpp.example/",
		"https://app.example:99999/",
		" https://app.example/",
		"https://app.example/<script>",
		`https://app.example/${"x".repeat(2000)}`,
	])("may not be %j", (uri) => {
		expect(redirectUriFault(uri, production)).toMatch(/^must /);
		expect(redirectUriFault(uri, development)).toMatch(/^must /);
	});
});

describe("parameters added to a redirect URI", () => {
	it.each([
		["https://app.example/cb", "https://app.example/cb?code=1"],
		["https://app.example/cb?", "https://app.example/cb?code=1"],
		["https://app.example/cb?a=b%20c&d=e+f", "https://app.example/cb?a=b%20c&d=e+f&code=1"],
		["https://app.example/cb?a&", "https://app.example/cb?a&code=1"],
		["https://app.example", "https://app.example?code=1"],
	])("leave %s as it is before them", (uri, expected) => {
		expect(withParameters(uri, { code: "1", state: undefined })).toBe(expected);
	});

	it("arrive as they were, whatever they hold, and lead nowhere else", () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter, maxLength: 50 }), (state) => {
				fc.pre(state.isWellFormed());
				const url = new URL(withParameters("https://app.example/cb?own=1", { state }));
				expect(url.searchParams.get("state")).toBe(state);
				expect(url.searchParams.get("own")).toBe("1");
				expect([url.origin, url.pathname, url.hash]).toEqual(["https://app.example", "/cb", ""]);
			}),
			{ numRuns: 2000 },
		);
	});
});
