import { scryptSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hashPassword, isPassword } from "../../src/platform/lib/secrets/crypto.ts";

const password = "correct horse battery staple";

describe("a password's hash", () => {
	test("is scrypt's, under a salt of its own, at the cost that it names", async () => {
		const [one, other] = await Promise.all([hashPassword(password), hashPassword(password)]);
		const [scheme, N, r, p, salt = "", key] = one.split("$");
		expect([scheme, N, r, p]).toEqual(["scrypt", "16384", "8", "5"]);
		const cost = { N: Number(N), r: Number(r), p: Number(p) };
		expect(scryptSync(password, Buffer.from(salt, "base64url"), 32, cost).toString("base64url")).toBe(key);
		expect(other.split("$")[4]).not.toBe(salt);
	});

	test("is met by that password alone", async () => {
		const hash = await hashPassword(password);
		expect(await isPassword(password, hash)).toBe(true);
		expect(await isPassword(password.toUpperCase(), hash)).toBe(false);
		expect(await isPassword("", hash)).toBe(false);
	});

	test("is met at the cost it was made with, whatever is the cost by then", async () => {
		const salt = Buffer.from("sixteen  bytes ..");
		const key = scryptSync(password, salt, 32, { N: 1024, r: 4, p: 1 });
		const hash = `scrypt$1024$4$1$${salt.toString("base64url")}$${key.toString("base64url")}`;
		expect(await isPassword(password, hash)).toBe(true);
		expect(await isPassword(`${password}.`, hash)).toBe(false);
	});

	test("is met by the password in another form of the same Unicode", async () => {
		expect(await isPassword("Ca\u0301ll\u2168", await hashPassword("C\u00e1llIX"))).toBe(true);
	});
});
