import { describe, expect, it } from "vitest";
import type { BookingDetails } from "../../src/domain/mail/booking-details.ts";
import { bookingMailText } from "../../src/domain/mail/booking-text.ts";
import { idempotencyKeyOf } from "../../src/platform/http/request/idempotency-key.ts";

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
	"今日は晴れ。明日は雨。",
	`${"a".repeat(63)}.`,
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
	it("as an Idempotency-Key", () => expectSoon(idempotencyKeyOf));
});

it("a booking's mail with three texts of 10 000 letters takes milliseconds, whatever the letters are", () => {
	for (const text of worst.map((text) => text.slice(0, 10_000))) {
		const found = {
			appointment: { startAt: 0, endAt: 1, timezone: "UTC", location: text, title: "" },
			...{ client: { firstName: "Ana" }, artist: { name: "Mia" }, studio: { name: "Ink" }, at: "Ink", title: "Sleeve" },
			...{ confirmation: text, instructions: text, policy: text, costs: {} },
		} as unknown as BookingDetails;
		const took = [1, 2, 3, 4, 5].map(() => {
			const began = performance.now();
			bookingMailText("booking_confirmed", found, undefined);
			return performance.now() - began;
		});
		expect(Math.min(...took), text.slice(0, 8)).toBeLessThan(100);
	}
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
