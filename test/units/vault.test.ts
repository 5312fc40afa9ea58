import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Vault } from "../../src/platform/lib/secrets/vault.ts";
import { anyCharacter } from "../support/any-character.ts";

const key = (fill: number, bytes = 32) => Buffer.alloc(bytes, fill).toString("base64");
const vault = new Vault(key(1));
const text = fc.string({ unit: anyCharacter });

describe("a sealed secret", () => {
	test("opens to exactly what was sealed, for its owner", async () => {
		await fc.assert(
			fc.asyncProperty(text, text, async (secret, owner) => {
				expect(await vault.open(await vault.seal(secret, owner), owner)).toBe(secret);
			}),
		);
	});

	test.each(["", "whsec_abc=", "schlüssel 🗝", "\ufeffmarked", "a.b.c", "\u0000"])(
		"may be any text: %j",
		async (secret) => {
			expect(await vault.open(await vault.seal(secret, "whe_1"), "whe_1")).toBe(secret);
		},
	);

	test("opens under the same key in another isolate", async () => {
		expect(await new Vault(key(1)).open(await vault.seal("whsec_a", "whe_1"), "whe_1")).toBe("whsec_a");
	});

	test("does not open for another owner", async () => {
		await fc.assert(
			fc.asyncProperty(text, text, async (owner, other) => {
				fc.pre(owner !== other);
				await expect(vault.open(await vault.seal("whsec_a", owner), other)).rejects.toThrow();
			}),
		);
	});

	test("does not open under another key", async () => {
		await expect(new Vault(key(2)).open(await vault.seal("whsec_a", "whe_1"), "whe_1")).rejects.toThrow();
	});

	test("does not open when any byte of it was changed", async () => {
		const [version = "", iv = "", ciphertext = ""] = (await vault.seal("whsec_a", "whe_1")).split(".");
		const flipped = (base64: string) =>
			[...Buffer.from(base64, "base64")].map((byte, at, bytes) => {
				return Buffer.from(bytes.with(at, byte ^ 1)).toString("base64");
			});
		const changed = [
			...flipped(iv).map((iv) => [version, iv, ciphertext]),
			...flipped(ciphertext).map((ciphertext) => [version, iv, ciphertext]),
			[version, iv],
			[version],
			["v2", iv, ciphertext],
			[""],
		];
		for (const parts of changed) await expect(vault.open(parts.join("."), "whe_1")).rejects.toThrow();
	});

	test("is another each time, and never holds the secret in the clear", async () => {
		const seals = await Promise.all(Array.from({ length: 50 }, () => vault.seal("whsec_plain", "whe_1")));
		expect(new Set(seals).size).toBe(50);
		expect(new Set(seals.map((sealed) => sealed.split(".")[1])).size).toBe(50);
		for (const sealed of seals) expect(Buffer.from(sealed.split(".")[2] ?? "", "base64").includes("plain")).toBe(false);
	});
});

describe("the key", () => {
	test.each([
		["missing", undefined],
		["empty", ""],
		["too short", key(1, 31)],
		["16 bytes, which AES would take", key(1, 16)],
		["too long", key(1, 33)],
		["not base64", "not a key!"],
	])("that is %s is named as what is wrong, when sealing and when opening", async (_, wrong) => {
		const says = "ENCRYPTION_KEY must be 32 bytes in base64";
		await expect(new Vault(wrong).seal("whsec_a", "whe_1")).rejects.toThrow(says);
		await expect(new Vault(wrong).open(await vault.seal("whsec_a", "whe_1"), "whe_1")).rejects.toThrow(says);
	});

	test("is not needed until something is sealed", () => {
		expect(() => new Vault(undefined)).not.toThrow();
	});
});
