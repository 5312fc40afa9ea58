import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { busyTimes as busyTimesInTurns } from "../../src/domain/studio/calendars/ics/busy-times.ts";
import { UnreadableCalendar } from "../../src/domain/studio/calendars/ics/ics-text.ts";
import { event, ics } from "../calendars/ics.ts";

const hour = 3_600_000;
const day = 24 * hour;
const span = (from: string, to: string) => ({ start: Date.parse(from), end: Date.parse(to) });
const year = span("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z");

function busyTimes(...given: Parameters<typeof busyTimesInTurns>) {
	const reading = busyTimesInTurns(...given);
	for (;;) {
		const { done, value } = reading.next();
		if (done) return value;
	}
}

const busy = (lines: string[], zone = "Europe/Berlin", window = year) =>
	busyTimes(ics(...lines), window, zone).map(({ start, end }) =>
		[start, end].map((at) => new Date(at).toISOString().replace(/:00\.000Z$/, "Z")).join("/"),
	);

/** A time zone with this name: +2 hours from the last Sunday of March to the last of October, otherwise +1 hour. */
const definition = (tzid: string) => [
	"BEGIN:VTIMEZONE",
	`TZID:${tzid}`,
	"BEGIN:STANDARD",
	"DTSTART:16010101T030000",
	"TZOFFSETFROM:+0200",
	"TZOFFSETTO:+0100",
	"RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
	"END:STANDARD",
	"BEGIN:DAYLIGHT",
	"DTSTART:16010101T020000",
	"TZOFFSETFROM:+0100",
	"TZOFFSETTO:+0200",
	"RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
	"END:DAYLIGHT",
	"END:VTIMEZONE",
];

describe("one event", () => {
	test.each<[string, string[], string[]]>([
		["in UTC", ["DTSTART:20260501T080000Z", "DTEND:20260501T093000Z"], ["2026-05-01T08:00Z/2026-05-01T09:30Z"]],
		[
			"in an IANA zone that the file does not define",
			["DTSTART;TZID=America/New_York:20260501T100000", "DTEND;TZID=America/New_York:20260501T110000"],
			["2026-05-01T14:00Z/2026-05-01T15:00Z"],
		],
		[
			"floating: in the artist's zone",
			["DTSTART:20260501T100000", "DTEND:20260501T110000"],
			["2026-05-01T08:00Z/2026-05-01T09:00Z"],
		],
		[
			"starting and ending in different zones",
			["DTSTART;TZID=Europe/Berlin:20260501T100000", "DTEND;TZID=Europe/London:20260501T103000"],
			["2026-05-01T08:00Z/2026-05-01T09:30Z"],
		],
		[
			"in a Windows zone",
			["DTSTART;TZID=Pacific Standard Time:20260501T100000", "DTEND;TZID=Pacific Standard Time:20260501T110000"],
			["2026-05-01T17:00Z/2026-05-01T18:00Z"],
		],
		[
			"in a zone with a prefix",
			[
				"DTSTART;TZID=/freeassociation.sourceforge.net/America/New_York:20260501T100000",
				"DTEND;TZID=/freeassociation.sourceforge.net/America/New_York:20260501T110000",
			],
			["2026-05-01T14:00Z/2026-05-01T15:00Z"],
		],
		[
			"in a zone nobody knows: in the artist's",
			["DTSTART;TZID=Middle Earth:20260501T100000", "DTEND;TZID=Middle Earth:20260501T110000"],
			["2026-05-01T08:00Z/2026-05-01T09:00Z"],
		],
		["with a duration", ["DTSTART:20260501T080000Z", "DURATION:PT1H30M"], ["2026-05-01T08:00Z/2026-05-01T09:30Z"]],
		[
			"whose duration of a day is 23 hours long",
			["DTSTART;TZID=Europe/Berlin:20260328T120000", "DURATION:P1D"],
			["2026-03-28T11:00Z/2026-03-29T10:00Z"],
		],
		["without an end: none of the time", ["DTSTART:20260501T080000Z"], []],
		["ending before it starts", ["DTSTART:20260501T080000Z", "DTEND:20260501T070000Z"], []],
		["without a start", ["SUMMARY:Some day"], []],
		["all day", ["DTSTART;VALUE=DATE:20260501", "DTEND;VALUE=DATE:20260502"], ["2026-04-30T22:00Z/2026-05-01T22:00Z"]],
		["all day without an end", ["DTSTART;VALUE=DATE:20260501"], ["2026-04-30T22:00Z/2026-05-01T22:00Z"]],
		["all day, not declared as a date", ["DTSTART:20260501"], ["2026-04-30T22:00Z/2026-05-01T22:00Z"]],
		["all of the day of 23 hours", ["DTSTART;VALUE=DATE:20260329"], ["2026-03-28T23:00Z/2026-03-29T22:00Z"]],
		[
			"of three days: cut at midnight UTC",
			["DTSTART;VALUE=DATE:20260501", "DTEND;VALUE=DATE:20260504"],
			[
				"2026-04-30T22:00Z/2026-05-01T00:00Z",
				"2026-05-01T00:00Z/2026-05-02T00:00Z",
				"2026-05-02T00:00Z/2026-05-03T00:00Z",
				"2026-05-03T00:00Z/2026-05-03T22:00Z",
			],
		],
		["transparent", ["DTSTART:20260501T080000Z", "DTEND:20260501T093000Z", "TRANSP:TRANSPARENT"], []],
		["cancelled", ["DTSTART:20260501T080000Z", "DTEND:20260501T093000Z", "STATUS:CANCELLED"], []],
		[
			"tentative",
			["DTSTART:20260501T080000Z", "DTEND:20260501T093000Z", "STATUS:TENTATIVE"],
			["2026-05-01T08:00Z/2026-05-01T09:30Z"],
		],
		["before the window", ["DTSTART:20250501T080000Z", "DTEND:20250501T093000Z"], []],
		[
			"into the window",
			["DTSTART:20251231T230000Z", "DTEND:20260101T010000Z"],
			["2026-01-01T00:00Z/2026-01-01T01:00Z"],
		],
		[
			"in the hour that is skipped: with the offset before it",
			["DTSTART;TZID=Europe/Berlin:20260329T023000", "DTEND;TZID=Europe/Berlin:20260329T040000"],
			["2026-03-29T01:30Z/2026-03-29T02:00Z"],
		],
		[
			"in the hour that comes twice: the first",
			["DTSTART;TZID=Europe/Berlin:20261025T023000", "DTEND;TZID=Europe/Berlin:20261025T040000"],
			["2026-10-25T00:30Z/2026-10-25T03:00Z"],
		],
	])("%s", (_, lines, expected) => {
		expect(busy(event(...lines))).toEqual(expected);
	});

	test.each(["Studio", "W. Europe Standard Time (own)"])("in the zone %s that the file defines", (tzid) => {
		const at = (date: string) =>
			busy([...definition(tzid), ...event(`DTSTART;TZID="${tzid}":${date}`, "DURATION:PT1H")], "America/New_York");
		expect(at("20260110T100000")).toEqual(["2026-01-10T09:00Z/2026-01-10T10:00Z"]);
		expect(at("20260710T100000")).toEqual(["2026-07-10T08:00Z/2026-07-10T09:00Z"]);
		expect(at("20260329T015900")).toEqual(["2026-03-29T00:59Z/2026-03-29T01:59Z"]);
		expect(at("20260329T023000")).toEqual(["2026-03-29T01:30Z/2026-03-29T02:30Z"]);
		expect(at("20261025T023000")).toEqual(["2026-10-25T00:30Z/2026-10-25T01:30Z"]);
		expect(at("20261025T030000")).toEqual(["2026-10-25T02:00Z/2026-10-25T03:00Z"]);
	});

	test("one that lasts for decades costs no more than the window", () => {
		const spans = busyTimes(ics(...event("DTSTART;VALUE=DATE:19700101", "DTEND;VALUE=DATE:99990101")), year, "UTC");
		expect(spans).toHaveLength(365);
		expect([spans[0]?.start, spans.at(-1)?.end]).toEqual([year.start, year.end]);
	});
});

describe("recurrences", () => {
	test.each<[string, string[], string[]]>([
		[
			"keep their wall time in Berlin over the clock change",
			[
				"DTSTART;TZID=Europe/Berlin:20260322T100000",
				"DTEND;TZID=Europe/Berlin:20260322T110000",
				"RRULE:FREQ=WEEKLY;COUNT=3",
			],
			[
				"2026-03-22T09:00Z/2026-03-22T10:00Z",
				"2026-03-29T08:00Z/2026-03-29T09:00Z",
				"2026-04-05T08:00Z/2026-04-05T09:00Z",
			],
		],
		[
			"keep their wall time in New York over the clock change",
			["DTSTART;TZID=America/New_York:20261031T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"],
			[
				"2026-10-31T13:00Z/2026-10-31T14:00Z",
				"2026-11-01T14:00Z/2026-11-01T15:00Z",
				"2026-11-02T14:00Z/2026-11-02T15:00Z",
			],
		],
		[
			"of whole days follow the artist's midnight over the clock change",
			["DTSTART;VALUE=DATE:20260328", "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2"],
			["2026-03-27T23:00Z/2026-03-28T23:00Z", "2026-03-29T22:00Z/2026-03-30T22:00Z"],
		],
		[
			"end with UNTIL, which is an instant",
			["DTSTART;TZID=America/New_York:20260501T200000", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20260503T000000Z"],
			["2026-05-02T00:00Z/2026-05-02T01:00Z", "2026-05-03T00:00Z/2026-05-03T01:00Z"],
		],
		[
			"end with the day of an UNTIL that is a date",
			["DTSTART:20260501T080000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20260502"],
			["2026-05-01T08:00Z/2026-05-01T09:00Z", "2026-05-02T08:00Z/2026-05-02T09:00Z"],
		],
		[
			"leave out EXDATEs, in whatever zone they are given",
			[
				"DTSTART;TZID=Europe/Berlin:20260501T100000",
				"DURATION:PT1H",
				"RRULE:FREQ=DAILY;COUNT=5",
				"EXDATE;TZID=Europe/Berlin:20260501T100000,20260502T100000",
				"EXDATE:20260503T080000Z",
				"EXDATE;VALUE=DATE:20260504",
			],
			["2026-05-05T08:00Z/2026-05-05T09:00Z"],
		],
		[
			"of whole days leave out EXDATEs",
			["DTSTART;VALUE=DATE:20260501", "RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE;VALUE=DATE:20260508"],
			["2026-04-30T22:00Z/2026-05-01T22:00Z"],
		],
		[
			"add RDATEs and periods",
			[
				"DTSTART:20260501T080000Z",
				"DURATION:PT1H",
				"RDATE:20260601T080000Z,20260602T080000Z",
				"RDATE;VALUE=PERIOD:20260701T080000Z/PT3H,20260702T080000Z/20260702T100000Z",
			],
			[
				"2026-05-01T08:00Z/2026-05-01T09:00Z",
				"2026-06-01T08:00Z/2026-06-01T09:00Z",
				"2026-06-02T08:00Z/2026-06-02T09:00Z",
				"2026-07-01T08:00Z/2026-07-01T11:00Z",
				"2026-07-02T08:00Z/2026-07-02T10:00Z",
			],
		],
		[
			"on the last Friday of a month",
			["DTSTART:20260130T080000Z", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=2"],
			["2026-01-30T08:00Z/2026-01-30T09:00Z", "2026-02-27T08:00Z/2026-02-27T09:00Z"],
		],
		[
			"on the twentieth Monday of a year",
			["DTSTART:20260518T080000Z", "DURATION:PT1H", "RRULE:FREQ=YEARLY;BYDAY=20MO"],
			["2026-05-18T08:00Z/2026-05-18T09:00Z"],
		],
		[
			"at hours in any order",
			["DTSTART:20260501T080000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;BYHOUR=14,8;COUNT=4"],
			[
				"2026-05-01T08:00Z/2026-05-01T09:00Z",
				"2026-05-01T14:00Z/2026-05-01T15:00Z",
				"2026-05-02T08:00Z/2026-05-02T09:00Z",
				"2026-05-02T14:00Z/2026-05-02T15:00Z",
			],
		],
	])("%s", (_, lines, expected) => {
		expect(busy(event(...lines))).toEqual(expected);
	});

	test("that began long ago are the same as if they had begun lately", () => {
		const window = span("2026-05-01T00:00:00Z", "2026-06-01T00:00:00Z");
		const every = fc.record({
			freq: fc.constantFrom("DAILY", "WEEKLY", "HOURLY"),
			interval: fc.integer({ min: 1, max: 9 }),
			weekday: fc.constantFrom("", ";BYDAY=MO", ";BYDAY=TU,SA", ";BYMONTH=5", ";BYDAY=SU;WKST=SU"),
			start: fc.integer({ min: Date.UTC(2024, 0, 1) / hour, max: Date.UTC(2026, 4, 20) / hour }),
		});
		fc.assert(
			fc.property(every, ({ freq, interval, weekday, start }) => {
				const at = new Date(start * hour).toISOString().replace(/[-:]|\.000/g, "");
				const of = (rule: string) => busy(event(`DTSTART:${at}`, "DURATION:PT30M", `RRULE:${rule}`), "UTC", window);
				const rule = `FREQ=${freq};INTERVAL=${interval}${weekday}`;
				expect(of(rule)).toEqual(of(`${rule};COUNT=100000`));
			}),
			{ numRuns: 150 },
		);
	});

	const series = [
		"UID:series",
		"DTSTART;TZID=Europe/Berlin:20260504T100000",
		"DURATION:PT1H",
		"RRULE:FREQ=DAILY;COUNT=3",
	];

	test("an instance that was moved is busy where it is now", () => {
		const moved = [
			"UID:series",
			"RECURRENCE-ID;TZID=Europe/Berlin:20260505T100000",
			"DTSTART:20260510T120000Z",
			"DURATION:PT2H",
		];
		const expected = [
			"2026-05-04T08:00Z/2026-05-04T09:00Z",
			"2026-05-06T08:00Z/2026-05-06T09:00Z",
			"2026-05-10T12:00Z/2026-05-10T14:00Z",
		];
		expect(busy([...event(...series), ...event(...moved)])).toEqual(expected);
		expect(busy([...event(...moved), ...event(...series)])).toEqual(expected);
	});

	test.each(["STATUS:CANCELLED", "TRANSP:TRANSPARENT"])("an instance with %s is free", (line) => {
		const cancelled = [
			"UID:series",
			"RECURRENCE-ID:20260505T080000Z",
			"DTSTART:20260505T080000Z",
			"DURATION:PT1H",
			line,
		];
		expect(busy([...event(...series), ...event(...cancelled)])).toEqual([
			"2026-05-04T08:00Z/2026-05-04T09:00Z",
			"2026-05-06T08:00Z/2026-05-06T09:00Z",
		]);
	});

	test("an instance of another series changes nothing", () => {
		const other = ["UID:other", "RECURRENCE-ID:20260505T080000Z", "DTSTART:20260601T080000Z", "DURATION:PT1H"];
		expect(busy([...event(...series), ...event(...other)])).toHaveLength(4);
	});
});

test("what overlaps or adjoins is one; what does not is in order", () => {
	const lines = [
		...event("DTSTART:20260503T080000Z", "DURATION:PT1H"),
		...event("DTSTART:20260501T090000Z", "DURATION:PT1H"),
		...event("DTSTART:20260501T080000Z", "DURATION:PT1H"),
		...event("DTSTART:20260501T083000Z", "DURATION:PT10M"),
	];
	expect(busy(lines)).toEqual(["2026-05-01T08:00Z/2026-05-01T10:00Z", "2026-05-03T08:00Z/2026-05-03T09:00Z"]);
});

test("free-busy lists count, except for what they call free", () => {
	const lines = [
		"BEGIN:VFREEBUSY",
		"FREEBUSY;FBTYPE=BUSY:20260501T080000Z/PT1H,20260502T080000Z/20260502T090000Z",
		"FREEBUSY;FBTYPE=FREE:20260503T080000Z/PT1H",
		"END:VFREEBUSY",
	];
	expect(busy(lines)).toEqual(["2026-05-01T08:00Z/2026-05-01T09:00Z", "2026-05-02T08:00Z/2026-05-02T09:00Z"]);
});

describe("dates of a rule", () => {
	const starts = (rule: string, from = "20260105T090000Z", window = year) =>
		busy(event(`DTSTART:${from}`, "DURATION:PT10M", `RRULE:${rule}`), "UTC", window)
			.map((one) => one.slice(0, 13))
			.filter((one) => one !== "2026-01-05T09");

	test.each([
		["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", []],
		["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", []],
		["FREQ=YEARLY;BYMONTH=2,3;BYMONTHDAY=30", ["2026-03-30T09"]],
		["FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", []],
		["FREQ=MONTHLY;BYMONTH=2,4;BYMONTHDAY=30;COUNT=2", ["2026-04-30T09"]],
		["FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=30;COUNT=2", ["2026-04-30T09"]],
	])("%s leaves out days that a month does not have", (rule, expected) => {
		expect(starts(rule)).toEqual(expected);
	});

	test("29 February comes again in the next leap year, and not as 1 March meanwhile", () => {
		const years = span("2025-01-01T00:00:00Z", "2029-01-01T00:00:00Z");
		expect(starts("FREQ=YEARLY", "20240229T090000Z", years)).toEqual(["2028-02-29T09"]);
		expect(starts("FREQ=YEARLY;COUNT=2", "20240229T090000Z", years)).toEqual(["2028-02-29T09"]);
	});

	test.each([
		["FREQ=DAILY;BYHOUR=9,12,15;BYSETPOS=-1;COUNT=4", ["2026-01-05T15", "2026-01-06T15", "2026-01-07T15"]],
		["FREQ=DAILY;BYHOUR=9,12,15;BYSETPOS=2,3;COUNT=4", ["2026-01-05T12", "2026-01-05T15", "2026-01-06T12"]],
		["FREQ=DAILY;INTERVAL=2;BYHOUR=9,12;BYSETPOS=-1;COUNT=3", ["2026-01-05T12", "2026-01-07T12"]],
		["FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=-1;COUNT=3", ["2026-01-07T09", "2026-01-14T09"]],
		["FREQ=WEEKLY;BYDAY=SU,MO;BYSETPOS=-1;COUNT=3", ["2026-01-11T09", "2026-01-18T09"]],
		["FREQ=WEEKLY;WKST=SU;BYDAY=SU,TU;BYSETPOS=1;COUNT=3", ["2026-01-11T09", "2026-01-18T09"]],
		["FREQ=MONTHLY;BYDAY=MO;BYHOUR=9,15;BYSETPOS=2;COUNT=3", ["2026-01-05T15", "2026-02-02T15"]],
		["FREQ=MONTHLY;BYDAY=MO;BYHOUR=9,15;BYSETPOS=-1;COUNT=3", ["2026-01-26T15", "2026-02-23T15"]],
		["FREQ=MONTHLY;BYMONTHDAY=1,15;BYSETPOS=-1;COUNT=3", ["2026-01-15T09", "2026-02-15T09"]],
		["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;UNTIL=20260315T000000Z", ["2026-01-30T09", "2026-02-27T09"]],
		["FREQ=YEARLY;BYMONTH=3;BYDAY=MO;BYSETPOS=1", ["2026-03-02T09"]],
		["FREQ=YEARLY;BYDAY=MO;BYSETPOS=-1", ["2026-12-28T09"]],
	])("%s takes its positions among all dates of the period", (rule, expected) => {
		expect(starts(rule)).toEqual(expected);
	});

	test("positions among the hours hold as well long after the start", () => {
		const rule = "FREQ=DAILY;BYHOUR=9,12,15;BYSETPOS=-1";
		const week = span("2026-03-02T00:00:00Z", "2026-03-04T00:00:00Z");
		expect(starts(rule, "20100105T090000Z", week)).toEqual(["2026-03-02T15", "2026-03-03T15"]);
	});

	test("positions among very many dates are refused", () => {
		const all = (n: number) => Array.from({ length: n }, (_, at) => at).join();
		const rule = `FREQ=DAILY;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)};BYSETPOS=-1`;
		expect(() => starts(rule)).toThrow(UnreadableCalendar);
	});
});

test("files that are folded, broken in their descriptions, in several parts or empty are read", () => {
	const one = ics(
		...event("DTSTART:20260501T\r\n 080000Z", "DURATION:PT1H", "DESCRIPTION:a", "broken line", 'X;A="b:c', "=:"),
	);
	const other = ics(
		"BEGIN:VTODO",
		"DTSTART:20260501T080000Z",
		"END:VTODO",
		...event("DTSTART:20260502T080000Z", "DURATION:PT1H"),
	);
	expect(busyTimes(`\uFEFF${one}${other}`.replaceAll("\r\n", "\n"), year, "UTC")).toHaveLength(2);
	expect(busyTimes(ics(), year, "UTC")).toEqual([]);
});

describe("what cannot be read", () => {
	const start = "DTSTART:20260101T000000Z";
	test.each<[string, string]>([
		["nothing", ""],
		["a page", "<!doctype html><title>Sign in</title>"],
		["an event that is not closed", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"],
		["a line after the end of its calendar", `${ics()}DTSTART:20260101T000000Z\r\n`],
		["a start that is no time", ics(...event("DTSTART:tomorrow"))],
		["a rule that is none", ics(...event(start, "RRULE:every day"))],
		["a rule without a frequency", ics(...event(start, "RRULE:COUNT=3"))],
		["a rule that its frequency forbids", ics(...event(start, "RRULE:FREQ=DAILY;BYYEARDAY=3"))],
		["too much", ics(`X:${"x".repeat(1024 * 1024)}`)],
		["too many events", ics(...Array.from({ length: 10_001 }, () => event(start)).flat())],
		["a line too long", ics(...event(`EXDATE${";A=B".repeat(100_000)}:20260101T000000Z`))],
	])("%s is refused with a reason", (_, text) => {
		expect(() => busyTimes(text, year, "UTC")).toThrow(UnreadableCalendar);
	});
});

describe("others have their turn while a calendar is read", () => {
	const start = "DTSTART:20260101T000000Z";
	const turns = (...lines: string[]) => {
		let taken = 0;
		const reading = busyTimesInTurns(ics(...lines), year, "Europe/Berlin");
		try {
			while (!reading.next().done) taken++;
		} catch (error) {
			expect(error).toBeInstanceOf(UnreadableCalendar);
		}
		return taken;
	};

	test("of many entries", () => {
		expect(turns(...Array.from({ length: 5000 }, () => event(start)).flat())).toBeGreaterThan(25);
	});

	test("of one entry that recurs often", () => {
		expect(turns(...event(start, "DURATION:PT1M", "RRULE:FREQ=HOURLY"))).toBeGreaterThan(10);
	});

	test("of many entries that never recur", () => {
		const rule = "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1";
		expect(turns(...Array.from({ length: 2000 }, () => event(start, rule)).flat())).toBeGreaterThan(20);
	});

	test("of one entry with very many dates", () => {
		const excluded = Array.from({ length: 60 }, () => `EXDATE:${"20260101T000000Z,".repeat(900)}20260101T000000Z`);
		expect(turns(...event(start, "RRULE:FREQ=DAILY", ...excluded))).toBeGreaterThan(50);
	});

	test("of one list of very many free and busy times", () => {
		const lines = Array.from({ length: 3000 }, () => "FREEBUSY:20260101T000000Z/PT1H");
		expect(turns("BEGIN:VFREEBUSY", ...lines, "END:VFREEBUSY")).toBeGreaterThan(6);
	});

	test("of nothing but empty lines", () => {
		expect(turns("\n".repeat(500_000))).toBeGreaterThan(100);
	});

	test("no oftener than that, however small the calendars of a file are", () => {
		expect(turns("END:VCALENDAR", ...Array.from({ length: 8000 }, () => "BEGIN:\r\nEND:"))).toBeLessThan(100);
	});

	test.each([
		["a rule that finds nothing", event(start, "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"), "no date in reach"],
		[
			"a zone that changes every hour of a month",
			[
				"BEGIN:VTIMEZONE",
				"TZID:Own",
				...["STANDARD", "DAYLIGHT"].flatMap((name) => [
					`BEGIN:${name}`,
					"DTSTART:20260101T000000",
					"TZOFFSETFROM:+0000",
					"TZOFFSETTO:+0100",
					"RRULE:FREQ=HOURLY;BYMONTH=12",
					`END:${name}`,
				]),
				"END:VTIMEZONE",
				...event("DTSTART;TZID=Own:20260101T000000"),
			],
			"too many to follow",
		],
	])("%s is refused before it takes long, because nobody has a turn in it", (_, lines, reason) => {
		expect(() => busyTimes(ics(...lines), year, "UTC")).toThrow(reason);
	});

	test("an entry replaces one of the same calendar, however far it is from it", () => {
		const others = Array.from({ length: 1000 }, () => event("DTSTART:20270601T000000Z")).flat();
		const recurring = event("UID:a", "DTSTART:20260501T080000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2");
		const moved = event("UID:a", "RECURRENCE-ID:20260502T080000Z", "DTSTART:20260502T120000Z", "DURATION:PT1H");
		const times = ["2026-05-01T08:00Z/2026-05-01T09:00Z", "2026-05-02T12:00Z/2026-05-02T13:00Z"];
		expect(busy([...recurring, ...others, ...moved])).toEqual(times);
		expect(busy([...moved, ...others, ...recurring])).toEqual(times);
	});

	test("a rule is read whole that waits for its month in hours", () => {
		const lines = event("DTSTART:20260101T000000Z", "DURATION:PT1M", "RRULE:FREQ=HOURLY;BYMONTH=12;COUNT=3");
		expect(busy(lines, "UTC")).toEqual([
			"2026-01-01T00:00Z/2026-01-01T00:01Z",
			"2026-12-01T00:00Z/2026-12-01T00:01Z",
			"2026-12-01T01:00Z/2026-12-01T01:01Z",
		]);
	});
});

describe("files that would never end", () => {
	const start = ["DTSTART:20260101T000000Z", "DURATION:PT1M"];
	const bounded = (...lines: string[]) => {
		// The time that this thread computed: others may load the machine.
		const before = process.threadCpuUsage();
		try {
			return busyTimes(ics(...lines), year, "UTC").length;
		} catch (error) {
			return (error as Error).message;
		} finally {
			const { user, system } = process.threadCpuUsage(before);
			expect((user + system) / 1000).toBeLessThan(2000);
		}
	};

	test.each([
		["every second", "FREQ=SECONDLY"],
		["every minute", "FREQ=MINUTELY"],
		["every second of no minute", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"],
		[
			"at every second of a day",
			`FREQ=DAILY;BYHOUR=${[...Array(24).keys()]};BYMINUTE=${[...Array(60).keys()]};BYSECOND=${[...Array(60).keys()]}`,
		],
		["every so many days", `FREQ=DAILY;INTERVAL=${2 ** 52};COUNT=5`],
		["every so many weeks", `FREQ=WEEKLY;INTERVAL=${2 ** 40};COUNT=5`],
	])("%s", (_, rule) => {
		expect(bounded(...event(...start, `RRULE:${rule}`))).toMatch(/no date in reach|too many to follow|more than 20000/);
	});

	test.each([
		["every day that is none", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"],
		["every year on a day that is none", "FREQ=YEARLY;BYMONTH=4;BYDAY=1MO;BYMONTHDAY=20"],
		["in a week", "FREQ=YEARLY;BYWEEKNO=20"],
	])("%s: the start alone", (_, rule) => {
		expect(bounded(...event(...start, `RRULE:${rule}`))).toBe(1);
	});

	test.each([`FREQ=YEARLY;INTERVAL=${2 ** 50}`, `FREQ=MONTHLY;INTERVAL=${2 ** 52}`])("%s", (rule) => {
		expect(bounded(...event(...start, `RRULE:${rule}`))).toMatch(/cannot be read/);
	});

	test("a zone that changes every second", () => {
		const zone = definition("Studio").map((line) => (line.startsWith("RRULE") ? "RRULE:FREQ=SECONDLY" : line));
		expect(bounded(...zone, ...event("DTSTART;TZID=Studio:99980101T000000", "DURATION:PT1H"))).toMatch(
			/changes more than|0/,
		);
		expect(bounded(...zone, ...event("DTSTART;TZID=Studio:20260501T000000", "DURATION:PT1H"))).toMatch(
			/changes more than 3000 times/,
		);
	});

	/** So many times, a second apart, in lines of a thousand. */
	const dates = (name: string, count: number) =>
		Array.from({ length: count / 1000 }, (_, line) => {
			const times = Array.from({ length: 1000 }, (_, n) =>
				new Date(Date.UTC(2026, 4, 1) + (line * 1000 + n) * 1000).toISOString().replace(/[-:]|\.000Z/g, ""),
			);
			return `${name}:${times.join(",")}`;
		});
	const changing = (...onsets: string[]) =>
		definition("Studio").flatMap((line) => (line.startsWith("RRULE") ? onsets : [line]));
	test.each<[string, string[], string]>([
		["that changes every second", changing("RRULE:FREQ=SECONDLY"), "Studio"],
		["that changes a thousand times", changing("RRULE:FREQ=SECONDLY;COUNT=1000"), "Studio"],
		["with tens of thousands of onsets", changing(...dates("RDATE", 15_000)), "Studio"],
		["that everybody knows", [], "Europe/Berlin"],
	])("tens of thousands of excluded dates in a zone %s", (_, zone, tzid) => {
		const excluded = dates(`EXDATE;TZID=${tzid}`, 35_000);
		const recurring = event(`DTSTART;TZID=${tzid}:20260501T000000`, "RRULE:FREQ=DAILY", ...excluded);
		expect(String(bounded(...zone, ...recurring))).toMatch(/^\d+$|changes more than 3000 times|too many to follow/);
	});

	test("thousands of times in thousands of zones that the file defines", () => {
		const lines = Array.from({ length: 3000 }, (_, n) => [
			...definition(`Z${n}`),
			...event(`DTSTART;TZID=Z${n}:20260501T080000`, "DURATION:PT1H"),
		]);
		bounded(lines.flat().slice(0, 25_000).join("\r\n"));
	});

	test("thousands of events that recur every day since 1970", () => {
		const lines = Array.from({ length: 7000 }, () =>
			event("DTSTART:19700101T080000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"),
		);
		expect(bounded(lines.flat().join("\r\n"))).toMatch(/too many to follow/);
	});

	const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
	const numbers = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, n) => from + n).filter(Boolean);
	test.each([
		["every position of every weekday", `FREQ=MONTHLY;BYDAY=${weekdays};BYSETPOS=${numbers(-150, 150)}`],
		[
			"every weekday of the year",
			`FREQ=YEARLY;BYDAY=${numbers(-53, 53).flatMap((n) => weekdays.map((day) => n + day))}`,
		],
		[
			"days of a month that are seldom weekdays",
			`FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29,30,31;BYDAY=${numbers(1, 5).map((n) => `${n}MO`)}`,
		],
	])("events of %s", (_, rule) => {
		const one = event("DTSTART:18000101T000000Z", "DURATION:PT1M", `RRULE:${rule}`).join("\r\n");
		const count = Math.min(9000, Math.floor(1_000_000 / one.length));
		expect(bounded(Array(count).fill(one).join("\r\n"))).toMatch(/no date in reach|too many to follow|cannot be read/);
	});

	test("thousands of versions of one event", () => {
		const one = ["UID:1", "DTSTART:20260101T000000Z"];
		const lines = Array.from({ length: 4000 }, () => [
			...event(...one, "RRULE:FREQ=DAILY;COUNT=1"),
			...event(...one, "RECURRENCE-ID:20260101T000000Z"),
		]);
		expect(bounded(lines.flat().join("\r\n"))).toBe(0);
	});

	test("thousands of zones", () => {
		const lines = Array.from({ length: 4000 }, (_, n) =>
			event(`DTSTART;TZID=Zone ${n}:20260501T080000`, "DURATION:PT1H"),
		);
		expect(bounded(lines.flat().join("\r\n"))).toBe(1);
	});
});

test("spans are in order, apart, at most a day long and within the window, whatever the file", () => {
	const lines = fc.array(
		fc.record({
			at: fc.integer({ min: year.start - 9 * day, max: year.end + 9 * day }),
			minutes: fc.integer({ min: 0, max: 60 * 24 * 5 }),
			rule: fc.constantFrom("", "RRULE:FREQ=WEEKLY", "RRULE:FREQ=MONTHLY;COUNT=5", "RRULE:FREQ=DAILY;INTERVAL=3"),
		}),
		{ maxLength: 5 },
	);
	fc.assert(
		fc.property(lines, (events) => {
			const text = ics(
				...events.flatMap(({ at, minutes, rule }) => {
					const start = new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
					return event(`DTSTART:${start}`, `DURATION:PT${minutes}M`, ...(rule ? [rule] : []));
				}),
			);
			let last = year.start;
			for (const { start, end } of busyTimes(text, year, "Europe/Berlin")) {
				expect(start).toBeGreaterThanOrEqual(last);
				expect(end).toBeGreaterThan(start);
				expect(end - start).toBeLessThanOrEqual(day);
				expect(end).toBeLessThanOrEqual(year.end);
				last = end;
			}
		}),
		{ numRuns: 60 },
	);
});
