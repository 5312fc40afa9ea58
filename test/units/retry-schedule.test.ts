import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextAttemptAt, retryAfterTime } from "../../src/domain/events/attempts/retry-schedule.ts";

const start = Date.UTC(2026, 9, 21, 7, 28);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The waits between the twelve attempts (contract: Deliveries 8). */
const waits = [
	...[30 * second, minute, 5 * minute, 15 * minute, 30 * minute],
	...[hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, day],
];
const failed = fc.integer({ min: 1, max: 11 });
const waitAfter = (attempt: number): number => waits[attempt - 1] ?? Number.NaN;

describe("the schedule", () => {
	test.each(waits.map((wait, at) => [at + 1, wait / second]))("after attempt %i waits %i s", (attempt, seconds) => {
		expect(nextAttemptAt(attempt, start, null)).toBe(start + seconds * second);
	});

	test("has eleven waits, so that the twelfth attempt is the last", () => {
		expect(waits).toHaveLength(11);
		expect(nextAttemptAt(11, start, null)).not.toBeNull();
		for (const attempt of [12, 13, 14, 50]) expect(nextAttemptAt(attempt, start, null)).toBeNull();
	});

	test("takes 51 h 51 min 30 s from the first attempt to the last when nobody asks for longer", () => {
		let [at, attempts] = [start, 1];
		for (let next = nextAttemptAt(1, at, null); next !== null; next = nextAttemptAt(attempts, at, null)) {
			at = next;
			attempts++;
		}
		expect(attempts).toBe(12);
		expect(at - start).toBe(51 * hour + 51 * minute + 30 * second);
	});

	test("waits as long as Retry-After asks where that is longer, and never longer than 24 h", () => {
		fc.assert(
			fc.property(failed, fc.integer({ min: -2 * day, max: 4 * day }), (attempt, asked) => {
				const longest = Math.max(waitAfter(attempt), Math.min(asked, day));
				expect(nextAttemptAt(attempt, start, start + asked)).toBe(start + longest);
			}),
		);
	});

	test("is never shortened and never stretched beyond 24 h, whatever Retry-After says", () => {
		fc.assert(
			fc.property(failed, fc.double({ noNaN: true }), (attempt, asked) => {
				const next = nextAttemptAt(attempt, start, asked) ?? Number.NaN;
				expect(next - start).toBeGreaterThanOrEqual(waitAfter(attempt));
				expect(next - start).toBeLessThanOrEqual(day);
			}),
		);
	});

	test("is not prolonged past the twelfth attempt by Retry-After", () => {
		expect(nextAttemptAt(12, start, start + hour)).toBeNull();
	});
});

describe("Retry-After", () => {
	test.each([
		["0", 0],
		["1", 1],
		["120", 120],
		["86400", 86_400],
		["0120", 120],
		["000000000000120", 120],
		[" 120 ", 120],
		["\t120", 120],
	])("in seconds counts from the answer: %j", (header, seconds) => {
		expect(retryAfterTime(header, start)).toBe(start + seconds * second);
	});

	test.each(["9999999999", "99999999999", "9".repeat(20), "9".repeat(400)])(
		"of any number of digits is a number of seconds, and means 24 h when it is more: %s",
		(header) => {
			const asked = retryAfterTime(header, start);
			expect(asked).toBeGreaterThan(start + day);
			expect(nextAttemptAt(1, start, asked)).toBe(start + day);
		},
	);

	test("as an IMF-fixdate is that very second, for every date", () => {
		const dates = fc.date({ min: new Date("0100-01-01"), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true });
		fc.assert(
			fc.property(dates, (date) => {
				const at = Math.floor(date.getTime() / second) * second;
				expect(retryAfterTime(date.toUTCString(), start)).toBe(at);
			}),
		);
	});

	test.each([
		["Wed, 21 Oct 2026 07:28:00 GMT", "2026-10-21T07:28:00Z"],
		["Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"],
		["Tue, 29 Feb 2028 23:59:59 GMT", "2028-02-29T23:59:59Z"],
		["Fri, 01 Jan 2027 00:00:00 GMT", "2027-01-01T00:00:00Z"],
		["Thu, 31 Dec 2026 23:59:60 GMT", "2026-12-31T23:59:59Z"],
		["Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"],
		["Wednesday, 21-Oct-26 07:28:00 GMT", "2026-10-21T07:28:00Z"],
		["Saturday, 01-Jan-76 00:00:00 GMT", "2076-01-01T00:00:00Z"],
		["Saturday, 01-Jan-77 00:00:00 GMT", "1977-01-01T00:00:00Z"],
		["Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"],
		["Wed Oct 21 07:28:00 2026", "2026-10-21T07:28:00Z"],
	])("understands %s", (header, time) => {
		expect(retryAfterTime(header, start)).toBe(Date.parse(time));
	});

	test("is ignored when it is neither seconds nor a date", () => {
		const garbage = [
			...["", " ", "soon", "null", "NaN", "Infinity", "Invalid Date"],
			...["-1", "-120", "+120", "1.5", "1,5", "120.0", "1e3", "0x78", "120s", "120 s", "12 0", "120, 120", "１２０"],
			...["2026-10-21T07:28:00Z", "2026-10-21", "21 Oct 2026 07:28:00 GMT", "Oct 21 2026", "1761031680000ms"],
			"Wed, 21 Oct 2026 07:28:00",
			"Wed, 21 Oct 2026 07:28:00 UTC",
			"Wed, 21 Oct 2026 07:28:00 +0000",
			"Wed, 21 Oct 2026 07:28 GMT",
			"Wed, 1 Oct 2026 07:28:00 GMT",
			"Wed, 21 oct 2026 07:28:00 GMT",
			"wed, 21 Oct 2026 07:28:00 GMT",
			"Foo, 21 Oct 2026 07:28:00 GMT",
			"Wed, 21 Foo 2026 07:28:00 GMT",
			"Wed, 21 Oct 2026 07:28:00 GMT, 120",
			"Wed, 21-Oct-26 07:28:00 GMT",
			"Wednesday, 21-Oct-2026 07:28:00 GMT",
			"Wednesday, 21-Oct-26 07:28:00",
			"Wednesday, 31-Feb-26 07:28:00 GMT",
			"Wed Oct 21 07:28:00 2026 GMT",
			"Wed Oct 1 07:28:00 2026",
			"Tue Feb 31 07:28:00 2026",
		];
		expect(garbage.filter((header) => retryAfterTime(header, start) !== null)).toEqual([]);
		expect(retryAfterTime(null, start)).toBeNull();
	});

	test("is ignored when it names a day or an hour that does not exist", () => {
		const impossible = [
			"Wed, 00 Oct 2026 07:28:00 GMT",
			"Sun, 29 Feb 2026 07:28:00 GMT",
			"Tue, 31 Feb 2026 07:28:00 GMT",
			"Wed, 31 Jun 2026 07:28:00 GMT",
			"Wed, 32 Oct 2026 07:28:00 GMT",
			"Wed, 21 Oct 2026 24:00:00 GMT",
			"Wed, 21 Oct 2026 25:00:00 GMT",
			"Wed, 21 Oct 2026 07:60:00 GMT",
			"Wed, 21 Oct 2026 07:28:60 GMT",
			"Wed, 21 Oct 2026 07:28:61 GMT",
		];
		expect(impossible.filter((header) => retryAfterTime(header, start) !== null)).toEqual([]);
	});

	test("of any text at all never stops the schedule", () => {
		fc.assert(
			fc.property(fc.string(), failed, (header, attempt) => {
				const next = nextAttemptAt(attempt, start, retryAfterTime(header, start));
				expect(next).toBeGreaterThanOrEqual(start + waitAfter(attempt));
				expect(next).toBeLessThanOrEqual(start + day);
			}),
		);
	});
});
