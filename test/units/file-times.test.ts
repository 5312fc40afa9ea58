import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { fileTimeOf, timesIn } from "../../src/domain/studio/calendars/ics/moment.ts";

const propertyOf = (line: string): ICAL.Property => new ICAL.Property(ICAL.parse.property(line));

const libraryTimes = (line: string) =>
	propertyOf(line)
		.getValues()
		.flatMap((value) => (value instanceof ICAL.Time ? fileTimeOf(value) : []));

const outcome = (read: () => unknown) => {
	try {
		return read();
	} catch {
		return "refused";
	}
};

const padded = (max: number, length = 2) =>
	fc.integer({ min: 0, max }).map((value) => String(value).padStart(length, "0"));
const day = fc
	.tuple(
		fc.oneof(padded(9999, 4), padded(101, 4), fc.integer({ min: 1895, max: 2050 }).map(String)),
		padded(14),
		padded(33),
	)
	.map((parts) => parts.join(""));
const time = fc.tuple(padded(25), padded(61), padded(61), fc.constantFrom("", "Z")).map((parts) => parts.join(""));
const value = fc.oneof(
	{ weight: 4, arbitrary: fc.tuple(day, time).map(([date, clock]) => `${date}T${clock}`) },
	{ weight: 2, arbitrary: day },
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			"",
			"2026",
			"20260101T00",
			"2026-01-01",
			"2026-01-01T10:00:00Z",
			"20260101T000000z",
			"PT1H",
		),
	},
	{ weight: 1, arbitrary: fc.constant("20260101T000000Z/PT1H") },
);
const name = fc.constantFrom("EXDATE", "RDATE", "DTSTART", "RECURRENCE-ID", "DTEND");
const parameters = fc.constantFrom(
	"",
	";VALUE=DATE",
	";VALUE=DATE-TIME",
	";VALUE=PERIOD",
	";VALUE=TEXT",
	";TZID=Europe/Berlin",
);

describe("the times of a property", () => {
	it("are those that the library reads, and what it refuses is refused", () => {
		fc.assert(
			fc.property(name, parameters, fc.array(value, { minLength: 1, maxLength: 4 }), (called, given, values) => {
				const line = `${called}${given}:${values.join(",")}`;
				expect(outcome(() => timesIn(propertyOf(line)))).toEqual(outcome(() => libraryTimes(line)));
			}),
			{ numRuns: 2000 },
		);
	});

	it.each([
		[
			"EXDATE:20260228T235959Z,20240229T000000",
			[Date.UTC(2026, 1, 28, 23, 59, 59), Date.UTC(2024, 1, 29)],
			[true, false],
		],
		["EXDATE;VALUE=DATE:20260228,20261231", [Date.UTC(2026, 1, 28), Date.UTC(2026, 11, 31)], [false, false]],
		["RDATE;VALUE=PERIOD:20260228T235959Z/PT1H", [], []],
	])("%s", (line, walls, utc) => {
		const times = timesIn(propertyOf(line));
		expect(times.map(({ wall }) => wall)).toEqual(walls);
		expect(times.map(({ isUtc }) => isUtc)).toEqual(utc);
		for (const { isDate } of times) expect(isDate).toBe(line.includes("VALUE=DATE:"));
	});
});
