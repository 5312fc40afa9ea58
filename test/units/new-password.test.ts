import { describe, expect, test } from "vitest";
import { commonPasswords } from "../../src/domain/access/people/account/common-passwords.ts";
import { newPassword } from "../../src/domain/access/people/account/new-password.ts";

const faultOf = (password: string): string | undefined =>
	newPassword
		.safeParse(password)
		.error?.issues.map(({ message }) => message)
		.join();

describe("a new password", () => {
	test.each(["correct horse", "fern & dagger", "ÄÖÜ äöü ß€", `${"a".repeat(255)}b`, "  x9!kd03ma"])(
		"may be %j",
		(password) => {
			expect(faultOf(password)).toBeUndefined();
		},
	);

	test.each(["", "        ", "ninechars", "x".repeat(9), "😀😀😀😀😀"])(
		"of fewer than 10 characters is refused: %j",
		(password) => {
			expect(faultOf(password)).toBe("must have at least 10 characters");
		},
	);

	test.each([
		" ".repeat(10),
		" \t \u00a0".repeat(5),
		"a".repeat(12),
		"aAaAaAaAaA",
		"1111111111",
		"ａａａａａａａａａａ",
	])("of one repeated character or of white space is refused: %j", (password) => {
		expect(faultOf(password)).toBe("must not be one repeated character");
	});

	test.each(["1234567890", "password123", "PassWord123", "QWERTYUIOP", "qwerty12345 ", " iloveyou123", "Ｐassword123"])(
		"that is among the most common is refused, however it is written: %j",
		(password) => {
			expect(faultOf(password)).toBe("must not be one of the most common passwords");
		},
	);

	test("has at most 256 characters, without NUL", () => {
		expect(faultOf("ab".repeat(129))).toBeDefined();
		expect(faultOf("long enough\0")).toBeDefined();
	});
});

test("the list of common passwords is in lower case and holds none that is refused for its length", () => {
	expect(commonPasswords.size).toBeGreaterThan(300);
	for (const password of commonPasswords) {
		expect(password).toBe(password.toLowerCase());
		expect(password.length).toBeGreaterThanOrEqual(10);
	}
});
