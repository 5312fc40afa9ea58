import { describe, expect, it } from "vitest";
import { isChallenge, matchesChallenge } from "../../src/api/oauth/tokens/pkce.ts";
import { requestedScopes } from "../../src/api/oauth/tokens/requested-scopes.ts";
import { hintOfSecret, isWellFormedToken, mintToken } from "../../src/platform/lib/secrets/secret-value.ts";

describe("a minted value", () => {
	const value = mintToken("svcoat_");

	it("has its prefix, 178 random bits in letters and digits, and a checksum", () => {
		expect(value).toMatch(/^svcoat_[0-9A-Za-z]{36}$/);
		expect(isWellFormedToken("svcoat_", value)).toBe(true);
		expect(hintOfSecret(value)).toBe(value.slice(-4));
	});

	it("is told from one of another prefix and from every value that differs in one character", () => {
		expect(isWellFormedToken("svcort_", value)).toBe(false);
		expect(isWellFormedToken("svcort_", value.replace("svcoat_", "svcort_"))).toBe(false);
		for (let i = 0; i < value.length; i++) {
			const other = value[i] === "a" ? "b" : "a";
			expect(isWellFormedToken("svcoat_", value.slice(0, i) + other + value.slice(i + 1))).toBe(false);
		}
		for (const bad of ["", "svcoat_", value.slice(0, -1), `${value}0`, ` ${value}`, `${value}\n`])
			expect(isWellFormedToken("svcoat_", bad)).toBe(false);
	});

	it("is never the same twice", () => {
		expect(new Set(Array.from({ length: 1000 }, () => mintToken("svcac_"))).size).toBe(1000);
	});
});

describe("PKCE", () => {
	// RFC 7636, appendix B.
	const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
	const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

	it("takes the example of its RFC", () => {
		expect(isChallenge(challenge)).toBe(true);
		expect(matchesChallenge(verifier, challenge)).toBe(true);
	});

	it("takes no other verifier, and not the challenge itself", () => {
		for (const wrong of [challenge, verifier.slice(0, -1), `${verifier}A`, verifier.toUpperCase(), ""])
			expect(matchesChallenge(wrong, challenge)).toBe(false);
	});

	it.each([
		["42 characters", "a".repeat(42), false],
		["43 characters", "a".repeat(43), true],
		["128 characters", "a".repeat(128), true],
		["129 characters", "a".repeat(129), false],
		["all unreserved marks", `${"a".repeat(40)}-._~`, true],
		["padding", `${"a".repeat(43)}=`, false],
		["a plus", `${"a".repeat(43)}+`, false],
		["a line feed at its end", `${"a".repeat(43)}\n`, false],
		["a letter beyond ASCII", `${"a".repeat(43)}ä`, false],
	])("judges %s by the grammar", (_, text, good) => {
		expect(isChallenge(text)).toBe(good);
	});
});

describe("requested scopes", () => {
	it("are names with one space between them, each once", () => {
		expect(requestedScopes("read:clients write:clients read:clients")).toEqual(["read:clients", "write:clients"]);
	});

	it.each([undefined, "", " ", " a", "a ", "a  b", "a\tb", "a\nb", 'a"b', "a\\b", "ä"])("are none in %j", (text) => {
		expect(requestedScopes(text)).toBeNull();
	});
});
