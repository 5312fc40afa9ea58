import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { continuation, signInPath } from "../../src/web/sign-in/continuation.ts";

const home = "/dashboard";

describe("where a sign-in leads", () => {
	it.each(["/oauth/authorize?client_id=a&state=%26b", "/dashboard", "/dashboard/connected_apps?done"])(
		"is %s where that was asked for",
		(asked) => {
			expect(continuation(asked)).toBe(asked);
			expect(new URL(signInPath(asked), "https://api.test").searchParams.get("continue")).toBe(asked);
		},
	);

	it.each([
		undefined,
		"",
		"/",
		"/v1/me",
		"/sign_in",
		"/oauth/authorized",
		"/oauth/authorize/../../v1/me",
		"/dashboards",
		"/dashboard/../v1/me",
		"//evil.example/dashboard",
		"/\\evil.example/dashboard",
		"\\\\evil.example/dashboard",
		"https://evil.example/dashboard",
		"http://elsewhere.invalid/dashboard",
		"javascript:alert(1)",
		"\t//evil.example/dashboard",
		"/\t/evil.example/dashboard",
		`/dashboard/${"x".repeat(20_000)}`,
	])("is the dashboard where %j was asked for", (asked) => {
		expect(continuation(asked)).toBe(home);
	});

	it("is never off this site, and fits a header", () => {
		const piece = fc.constantFrom(
			"/",
			"\\",
			"//",
			"https:",
			"evil.example",
			"@",
			"dashboard",
			"/oauth/authorize",
			"?",
			"#",
			"\t",
			"\r\n",
			"%0d",
			"..",
			":",
			"ä",
			"\0",
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
				const then = continuation(pieces.join(""));
				expect(then).toMatch(/^\/(oauth\/authorize|dashboard)[\x21-\x7e]*$/);
				expect(new URL(then, "https://api.test").origin).toBe("https://api.test");
			}),
			{ numRuns: 5000 },
		);
	});
});
