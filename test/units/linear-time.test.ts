import { describe, expect, it } from "vitest";
import { idempotencyKeyOf } from "../../src/platform/http/request/idempotency-key.ts";
import { withoutLinks } from "../../src/platform/lib/email.ts";

const length = 64 * 1024;
const repeated = (text: string) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Texts that a quadratic expression would need many seconds for. */
const worst = [
	"a",
	" ",
	".",
	"@",
	":",
	"-",
	"1",
	"a.",
	"a@",
	"a:",
	"www",
	"a b",
	"1.",
	'"',
	" a",
	"a.B",
	"。",
	"a-",
	"ab.c_d.",
]
	.map(repeated)
	.flatMap((text) => [text, `x${text}x`, `${text}!`]);

function expectSoon(work: (text: string) => unknown): void {
	for (const text of worst) {
		const began = performance.now();
		work(text);
		expect(performance.now() - began, text.slice(0, 8)).toBeLessThan(1500);
	}
}

describe("64 KB of the worst take a time that grows with their length alone", () => {
	it("as the text of a mail, whose links are taken out", () => expectSoon(withoutLinks));

	it("as an Idempotency-Key", () => expectSoon(idempotencyKeyOf));
});

describe("an Idempotency-Key", () => {
	it.each([
		["  abc  ", "abc"],
		['"abc"', "abc"],
		[' " abc " ', "abc"],
		["a b", "a b"],
		[`${" ".repeat(60_000)}abc${" ".repeat(60_000)}`, "abc"],
		["a".repeat(255), "a".repeat(255)],
		[`"${"a".repeat(255)}"`, "a".repeat(255)],
	])("is trimmed around and inside its quotes: %j", (header, key) => {
		expect(idempotencyKeyOf(header)).toEqual({ key });
	});

	it.each(["", " ", '""', "a".repeat(256), "ä", `"${"a".repeat(256)}"`])("is refused: %j", (header) => {
		expect(idempotencyKeyOf(header).fault).toBeDefined();
	});
});
