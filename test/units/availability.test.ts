import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import {
	type Booked,
	type BookingRules,
	type Calendar,
	failureCodes,
	failuresOf,
	freeSlots,
} from "../../src/platform/booking-rules/availability.ts";
import type { Span } from "../../src/platform/booking-rules/spans.ts";
import type { WorkingHours } from "../../src/platform/booking-rules/working-time.ts";
import { localDay, openings } from "../../src/platform/booking-rules/working-time.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const [monday, tuesday] = [1, 2];
const at = (text: string) => Date.parse(text);
const span = (start: string, end: string): Span => ({ start: at(start), end: at(end) });
const around = (instant: number, ms: number): Span => ({ start: instant - ms, end: instant + ms });
const utc = (spans: Span[]) => spans.map(({ start, end }) => [start, end].map((ms) => new Date(ms).toISOString()));
const hours = (...ranges: [number, string, string][]): WorkingHours[] =>
	ranges.map(([weekday, start, end]) => ({ weekday, start, end }));

type Cells = [string, string, string, string, string];
const table = (text: string) =>
	text
		.trim()
		.split("\n")
		.map((row) => row.trim().split(" | ") as Cells);

const freely: BookingRules = { bufferBeforeMs: 0, bufferAfterMs: 0, minimumNoticeMs: null, bookingWindowMs: null };
const empty = { maxAppointmentsPerDay: null, appointments: [], holds: [], timeBlocks: [], externalBusy: [] };
const booked = (start: string, end: string, bufferBefore = 0, bufferAfter = 0): Booked => ({
	...span(start, end),
	bufferBeforeMs: bufferBefore * minute,
	bufferAfterMs: bufferAfter * minute,
});

describe("openings", () => {
	test.each(
		table(`
			an ordinary day | Europe/Berlin | 2026-03-02 | Mon 09:00-17:30 | 03-02T09:00+01:00/03-02T17:30+01:00
			an offset of 5:45 | Asia/Kathmandu | 2026-03-02 | Mon 09:00-17:30 | 03-02T09:00+05:45/03-02T17:30+05:45
			a break | UTC | 2026-03-02 | Mon 13:00-17:00, Mon 09:00-12:00 | 03-02T09:00Z/03-02T12:00Z, 03-02T13:00Z/03-02T17:00Z
			ranges that adjoin | UTC | 2026-03-02 | Mon 12:00-17:00, Mon 09:00-12:00 | 03-02T09:00Z/03-02T17:00Z
			ranges that overlap | UTC | 2026-03-02 | Mon 11:00-17:00, Mon 09:00-12:00 | 03-02T09:00Z/03-02T17:00Z
			a range within another | UTC | 2026-03-02 | Mon 09:00-17:00, Mon 10:00-11:00 | 03-02T09:00Z/03-02T17:00Z
			a night | UTC | 2026-03-03 | Mon 20:00-24:00, Tue 00:00-04:00 | 03-02T20:00Z/03-03T04:00Z
			Saturday's night | UTC | 2026-03-08 | Sat 20:00-24:00, Sun 00:00-04:00 | 03-07T20:00Z/03-08T04:00Z
			an end that is skipped | Europe/Berlin | 2026-03-29 | Sun 01:00-02:30 | 03-29T01:00+01:00/03-29T03:00+02:00
			a start that is skipped | Europe/Berlin | 2026-03-29 | Sun 02:30-05:00 | 03-29T03:00+02:00/03-29T05:00+02:00
			a range that is skipped | Europe/Berlin | 2026-03-29 | Sun 02:00-03:00 | none
			a range within what is skipped | Europe/Berlin | 2026-03-29 | Sun 02:10-02:50 | none
			a break that is skipped | Europe/Berlin | 2026-03-29 | Sun 01:00-02:15, Sun 02:45-05:00 | 03-29T01:00+01:00/03-29T05:00+02:00
			a start that occurs twice | Europe/Berlin | 2026-10-25 | Sun 02:30-05:00 | 10-25T02:30+02:00/10-25T05:00+01:00
			an end that occurs twice | Europe/Berlin | 2026-10-25 | Sun 01:00-02:30 | 10-25T01:00+02:00/10-25T02:30+01:00
			the first wall time to occur twice, as an end | Europe/Berlin | 2026-10-25 | Sun 01:00-02:00 | 10-25T01:00+02:00/10-25T02:00+01:00
			the wall time after the repeated hour | Europe/Berlin | 2026-10-25 | Sun 01:00-03:00, Sun 03:15-05:00 | 10-25T01:00+02:00/10-25T03:00+01:00, 10-25T03:15+01:00/10-25T05:00+01:00
			a break that occurs twice | Europe/Berlin | 2026-10-25 | Sun 01:00-02:15, Sun 02:45-05:00 | 10-25T01:00+02:00/10-25T05:00+01:00
			spring | America/New_York | 2026-03-08 | Sun 01:00-02:30 | 03-08T01:00-05:00/03-08T03:00-04:00
			autumn | America/New_York | 2026-11-01 | Sun 01:30-01:45 | 11-01T01:30-04:00/11-01T01:45-05:00
			a half hour that is skipped | Australia/Lord_Howe | 2026-10-04 | Sun 02:15-06:00 | 10-04T02:30+11:00/10-04T06:00+11:00
			a half hour that occurs twice | Australia/Lord_Howe | 2026-04-05 | Sun 01:45-02:00 | 04-05T01:45+11:00/04-05T02:00+10:30
			a day that is skipped | Pacific/Apia | 2011-12-30 | Fri 09:00-17:00 | none
			nights around a day that is skipped | Pacific/Apia | 2011-12-30 | Thu 20:00-24:00, Fri 09:00-17:00, Sat 00:00-04:00 | 12-29T20:00-10:00/12-31T04:00+14:00
			a midnight that is skipped | Africa/Cairo | 2026-04-24 | Fri 00:00-04:00 | 04-24T01:00+03:00/04-24T04:00+03:00
			a night whose midnight is skipped | Africa/Cairo | 2026-04-24 | Thu 20:00-24:00, Fri 00:30-04:00 | 04-23T20:00+02:00/04-24T04:00+03:00
			an hour before midnight that occurs twice | Africa/Cairo | 2026-10-29 | Thu 22:00-23:30 | 10-29T22:00+03:00/10-29T23:30+02:00
			a midnight after an hour that occurs twice | Africa/Cairo | 2026-10-29 | Thu 22:00-24:00 | 10-29T22:00+03:00/10-30T00:00+02:00
			a night whose midnight is skipped | America/Sao_Paulo | 2018-11-04 | Sat 22:00-24:00, Sun 00:00-02:00 | 11-03T22:00-03:00/11-04T02:00-02:00
			a start soon after a skipped midnight | Asia/Beirut | 2026-03-29 | Sun 00:15-09:00 | 03-29T01:00+03:00/03-29T09:00+03:00
			a midnight that occurs twice, as an end | America/Havana | 2026-11-01 | Sat 22:00-24:00 | 10-31T22:00-04:00/11-01T00:00-05:00
		`),
	)("take %s (%s, %s)", (_, zone, date, ranges, expected) => {
		const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
		const workingHours = ranges.split(", ").map((range) => {
			const [weekday, start, end] = range.split(/[ -]/) as [string, string, string];
			return { weekday: weekdays.indexOf(weekday), start, end };
		});
		const spans = expected === "none" ? [] : expected.split(", ").map((one) => one.split("/"));
		expect(utc(openings(workingHours, zone, around(at(`${date}T12:00Z`), 36 * hour)))).toEqual(
			utc(spans.map(([start, end]) => span(`${date.slice(0, 5)}${start}`, `${date.slice(0, 5)}${end}`))),
		);
	});

	test("are Temporal's in every zone, near clock changes and far from them", () => {
		const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
		const dates = fc.date({
			min: new Date(at("1970-02-01T00:00Z")),
			max: new Date(at("2100-01-01T00:00Z")),
			noInvalidDate: true,
		});
		const changes = fc.integer({ min: 0, max: 3 });
		fc.assert(
			fc.property(zones, dates, changes, (zone, date, change) => {
				let instant = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone);
				for (let n = 0; n < change; n++) instant = instant.getTimeZoneTransition("next") ?? instant;
				const noon = instant.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime: "12:00" });
				// Half past twelve until three occurs as a whole, whatever the clock does at night.
				const open = hours([noon.dayOfWeek % 7, "12:30", "15:00"]);
				const wall = (time: string) => noon.withPlainTime(time).epochMilliseconds;
				expect(openings(open, zone, around(noon.epochMilliseconds, 8 * hour))).toEqual([
					{ start: wall("12:30"), end: wall("15:00") },
				]);
				expect(localDay(noon.epochMilliseconds, zone)).toEqual({
					start: noon.startOfDay().epochMilliseconds,
					end: noon.add({ days: 1 }).startOfDay().epochMilliseconds,
				});
			}),
			{ numRuns: 200 },
		);
	});

	test("are none without working hours", () => {
		expect(openings([], "Europe/Berlin", span("2026-03-01T00:00Z", "2026-04-01T00:00Z"))).toEqual([]);
	});

	test("reach over a midnight that the clock is set back over, whatever part of them is asked for", () => {
		const found = (workingHours: WorkingHours[], start: string, end: string) =>
			utc(openings(workingHours, "America/St_Johns", span(start, end)));
		expect(found(hours([0, "00:00", "24:00"]), "2010-11-06T23:10-03:30", "2010-11-06T23:50-03:30")).toEqual(
			utc([span("2010-11-07T00:00-02:30", "2010-11-08T00:00-03:30")]),
		);
		expect(found(hours([6, "23:00", "24:00"]), "2010-11-07T00:00-02:30", "2010-11-07T00:00:30-02:30")).toEqual(
			utc([span("2010-11-06T23:00-02:30", "2010-11-07T00:00-03:30")]),
		);
	});

	test("that only end or begin where the range begins or ends are not in it", () => {
		const open = hours([monday, "09:00", "12:00"], [monday, "13:00", "17:00"]);
		expect(openings(open, "UTC", span("2026-03-02T12:00Z", "2026-03-02T13:00Z"))).toEqual([]);
	});
});

describe("the local day", () => {
	test.each(
		table(`
			an ordinary one | Europe/Berlin | 2026-03-02T09:00+01:00 | 2026-03-02T00:00+01:00/2026-03-03T00:00+01:00
			its first instant | Europe/Berlin | 2026-03-02T00:00+01:00 | 2026-03-02T00:00+01:00/2026-03-03T00:00+01:00
			its last instant | Europe/Berlin | 2026-03-02T23:59:59.999+01:00 | 2026-03-02T00:00+01:00/2026-03-03T00:00+01:00
			an offset of 5:45 | Asia/Kathmandu | 2026-03-02T00:10+05:45 | 2026-03-02T00:00+05:45/2026-03-03T00:00+05:45
			23 hours | Europe/Berlin | 2026-03-29T12:00+02:00 | 2026-03-29T00:00+01:00/2026-03-30T00:00+02:00
			25 hours | America/New_York | 2026-11-01T12:00-05:00 | 2026-11-01T00:00-04:00/2026-11-02T00:00-05:00
			23½ hours | Australia/Lord_Howe | 2026-10-04T12:00+11:00 | 2026-10-04T00:00+10:30/2026-10-05T00:00+11:00
			one before a day that is skipped | Pacific/Apia | 2011-12-29T12:00-10:00 | 2011-12-29T00:00-10:00/2011-12-31T00:00+14:00
			one after a day that is skipped | Pacific/Apia | 2011-12-31T12:00+14:00 | 2011-12-31T00:00+14:00/2012-01-01T00:00+14:00
			one whose midnight is skipped, in Cairo | Africa/Cairo | 2026-04-24T12:00+03:00 | 2026-04-24T01:00+03:00/2026-04-25T00:00+03:00
			one whose end is skipped, in Cairo | Africa/Cairo | 2026-04-23T12:00+02:00 | 2026-04-23T00:00+02:00/2026-04-24T01:00+03:00
			one whose last hour occurs twice | Africa/Cairo | 2026-10-29T23:30+02:00 | 2026-10-29T00:00+03:00/2026-10-30T00:00+02:00
			one whose midnight is skipped, in São Paulo | America/Sao_Paulo | 2018-11-04T01:00-02:00 | 2018-11-04T01:00-02:00/2018-11-05T00:00-02:00
			one whose midnight is skipped, in Beirut | Asia/Beirut | 2026-03-29T12:00+03:00 | 2026-03-29T01:00+03:00/2026-03-30T00:00+03:00
			one whose midnight occurs twice | America/Havana | 2026-11-01T00:30-05:00 | 2026-11-01T00:00-04:00/2026-11-02T00:00-05:00
			one that the clock leaves again, in St. John's | America/St_Johns | 2010-11-06T23:30-03:30 | 2010-11-07T00:00-02:30/2010-11-08T00:00-03:30
		`),
	)("of %s (%s, %s)", (_, zone, instant, expected) => {
		const [start, end] = expected.split("/") as [string, string];
		expect(utc([localDay(at(instant), zone)])).toEqual(utc([span(start, end)]));
	});

	test("follows on the one before without gap or overlap, in every zone and through every change", () => {
		const zones = fc.constantFrom(...scenarios.map(({ zone }) => zone), "America/St_Johns", "America/Havana");
		const years = fc.integer({ min: at("2009-01-01T00:00Z"), max: at("2030-01-01T00:00Z") });
		fc.assert(
			fc.property(zones, years, (zone, instant) => {
				const found = localDay(instant, zone);
				expect(found.start <= instant && instant < found.end).toBe(true);
				expect(localDay(found.start, zone)).toEqual(found);
				expect(localDay(found.end - 1, zone)).toEqual(found);
				expect(localDay(found.end, zone).start).toBe(found.end);
			}),
		);
	});
});

describe("a time", () => {
	// A Monday, in a zone that is an hour ahead of UTC.
	const calendar: Calendar = { ...empty, timezone: "Europe/Berlin", workingHours: hours([monday, "09:00", "17:00"]) };
	const now = at("2026-02-20T12:00:00+01:00");
	const on = (time: string) => `2026-03-02T${time}+01:00`;
	const codes = (
		[start, end]: [string, string],
		{ rules = freely, ...rest }: Partial<Calendar> & { rules?: BookingRules | null } = {},
	) => failuresOf(span(on(start), on(end)), { ...calendar, ...rest }, rules, now).map(({ code }) => code);

	test("that nothing speaks against is free", () => {
		expect(codes(["10:00", "11:00"])).toEqual([]);
	});

	test.each<[string, [string, string], string[]]>([
		["the whole of them is free", ["09:00", "17:00"], []],
		["a millisecond before them is outside", ["08:59:59.999", "10:00"], ["outside_working_hours"]],
		["a millisecond after them is outside", ["16:00", "17:00:00.001"], ["outside_working_hours"]],
		["all around them is outside", ["08:00", "18:00"], ["outside_working_hours"]],
		["before them is outside", ["07:00", "08:00"], ["outside_working_hours"]],
		["right after them is outside", ["17:00", "18:00"], ["outside_working_hours"]],
	])("against working hours: %s", (_, times, expected) => {
		expect(codes(times)).toEqual(expected);
	});

	test("lies within one opening, not across a break", () => {
		const workingHours = hours([monday, "09:00", "12:00"], [monday, "12:30", "17:00"]);
		expect(codes(["11:00", "13:00"], { workingHours })).toEqual(["outside_working_hours"]);
		expect(codes(["11:00", "12:00"], { workingHours })).toEqual([]);
		expect(codes(["12:30", "13:00"], { workingHours })).toEqual([]);
	});

	test("may lie across ranges that adjoin, also over midnight and for days", () => {
		const workingHours = hours([monday, "09:00", "12:00"], [monday, "12:00", "24:00"], [tuesday, "00:00", "02:00"]);
		expect(codes(["11:00", "13:00"], { workingHours })).toEqual([]);
		const night = span(on("22:00"), "2026-03-03T02:00+01:00");
		expect(failuresOf(night, { ...calendar, workingHours }, freely, now)).toEqual([]);
		const always = hours(...[0, 1, 2, 3, 4, 5, 6].map((n) => [n, "00:00", "24:00"] as [number, string, string]));
		const week = span("2026-03-26T09:00+01:00", "2026-04-02T09:00+02:00");
		expect(failuresOf(week, { ...calendar, workingHours: always }, freely, now)).toEqual([]);
	});

	test("is never free without working hours: none means closed", () => {
		expect(codes(["10:00", "11:00"], { workingHours: [] })).toEqual(["outside_working_hours"]);
	});

	test("need not have its buffers within working hours", () => {
		const rules = { ...freely, bufferBeforeMs: 2 * hour, bufferAfterMs: 2 * hour };
		expect(codes(["09:00", "17:00"], { rules })).toEqual([]);
	});

	const other = [booked(on("12:00"), on("13:00"), 10, 20)];
	const buffered = { ...freely, bufferBeforeMs: 5 * minute, bufferAfterMs: 3 * minute };
	test.each<[string, [string, string], BookingRules | null, boolean]>([
		["before it, with its buffer kept", ["11:00", "11:50"], freely, true],
		["before it, a millisecond into its buffer", ["11:00", "11:50:00.001"], freely, false],
		["after it, with its buffer kept", ["13:20", "14:00"], freely, true],
		["after it, a millisecond into its buffer", ["13:19:59.999", "14:00"], freely, false],
		["before it, with both buffers kept", ["11:00", "11:47"], buffered, true],
		["before it, a millisecond into the buffers added up", ["11:00", "11:47:00.001"], buffered, false],
		["after it, with both buffers kept", ["13:25", "14:00"], buffered, true],
		["after it, a millisecond into the buffers added up", ["13:24:59.999", "14:00"], buffered, false],
		["within it", ["12:15", "12:30"], freely, false],
		["around it", ["11:00", "14:00"], freely, false],
		["at its very time", ["12:00", "13:00"], freely, false],
		["before it without event type, up to its time proper", ["11:00", "12:00"], null, true],
		["after it without event type, from its time proper", ["13:00", "14:00"], null, true],
		["a millisecond into it without event type", ["11:00", "12:00:00.001"], null, false],
		["a millisecond into its end without event type", ["12:59:59.999", "14:00"], null, false],
	])("against another appointment: %s", (_, times, rules, free) => {
		expect(codes(times, { appointments: other, rules })).toEqual(free ? [] : ["appointment_conflict"]);
	});

	test.each<[string, [string, string], boolean]>([
		["up to it", ["11:00", "12:00"], true],
		["from its end", ["13:00", "14:00"], true],
		["a millisecond into it", ["11:00", "12:00:00.001"], false],
		["a millisecond into its end", ["12:59:59.999", "14:00"], false],
		["around it", ["11:00", "14:00"], false],
		["within it", ["12:15", "12:30"], false],
	])("against a time block, whatever the buffers: %s", (_, times, free) => {
		const timeBlocks = [span(on("12:00"), on("13:00"))];
		const expected = free ? [] : ["time_block"];
		expect(codes(times, { timeBlocks })).toEqual(expected);
		expect(codes(times, { timeBlocks, rules: buffered })).toEqual(expected);
	});

	test.each<[string, [string, string], BookingRules, boolean]>([
		["up to them", ["11:00", "12:00"], freely, true],
		["from their end", ["13:00", "14:00"], freely, true],
		["up to them, less the buffer after", ["11:00", "11:57"], buffered, true],
		["a millisecond into the buffer after", ["11:00", "11:57:00.001"], buffered, false],
		["from their end, and the buffer before", ["13:05", "14:00"], buffered, true],
		["a millisecond into the buffer before", ["13:04:59.999", "14:00"], buffered, false],
		["around them", ["11:00", "14:00"], freely, false],
	])("against busy times of another calendar: %s", (_, times, rules, free) => {
		const externalBusy = [span(on("12:00"), on("13:00"))];
		expect(codes(times, { externalBusy, rules })).toEqual(free ? [] : ["external_calendar_busy"]);
	});

	test("is refused when its local day has as many appointments as the artist takes", () => {
		const appointments = [
			booked("2026-03-01T23:59+01:00", on("00:30")),
			booked(on("00:00"), on("00:15")),
			booked(on("23:59"), "2026-03-03T00:30+01:00"),
			booked("2026-03-03T00:00+01:00", "2026-03-03T01:00+01:00"),
		];
		const capped = (maxAppointmentsPerDay: number | null) =>
			codes(["10:00", "11:00"], { appointments, maxAppointmentsPerDay });
		expect([null, 3].map(capped)).toEqual([[], []]);
		expect([2, 1, 0].map(capped)).toEqual(Array(3).fill(["max_appointments_per_day"]));
	});

	test("is refused when the appointments and the holds of its local day are as many as the artist takes", () => {
		const day = [booked(on("12:00"), on("12:15"))];
		const next = [booked("2026-03-03T00:00+01:00", "2026-03-03T01:00+01:00")];
		const judge = (given: Partial<Calendar>) => codes(["10:00", "11:00"], { maxAppointmentsPerDay: 2, ...given });
		expect(judge({ appointments: day, holds: next })).toEqual([]);
		expect(judge({ appointments: next, holds: day })).toEqual([]);
		expect(judge({ appointments: day, holds: day })).toEqual(["max_appointments_per_day"]);
		expect(judge({ holds: [...day, ...day] })).toEqual(["max_appointments_per_day"]);
	});

	test("counts to the day of its start, though it ends in the next", () => {
		const night = span(on("23:00"), "2026-03-03T01:00+01:00");
		const workingHours = hours([monday, "00:00", "24:00"], [tuesday, "00:00", "24:00"]);
		const judge = (start: string, end: string) =>
			failuresOf(
				night,
				{ ...calendar, workingHours, appointments: [booked(start, end)], maxAppointmentsPerDay: 1 },
				freely,
				now,
			).map(({ code }) => code);
		expect(judge("2026-03-03T09:00+01:00", "2026-03-03T10:00+01:00")).toEqual([]);
		expect(judge(on("09:00"), on("10:00"))).toEqual(["max_appointments_per_day"]);
	});

	test("is refused before the event type's notice, not at it", () => {
		const rules = { ...freely, minimumNoticeMs: at(on("10:00")) - now };
		expect(codes(["10:00", "11:00"], { rules })).toEqual([]);
		expect(codes(["09:59:59.999", "11:00"], { rules })).toEqual(["minimum_notice"]);
		expect(
			failuresOf(span(on("10:00"), on("11:00")), calendar, { ...freely, minimumNoticeMs: 0 }, at(on("10:00:00.001"))),
		).toMatchObject([{ code: "minimum_notice" }]);
	});

	test("in the past is free where the event type asks for no notice", () => {
		expect(failuresOf(span(on("10:00"), on("11:00")), calendar, freely, at(on("16:00")))).toEqual([]);
	});

	test("is refused after the event type's booking window, not at its end", () => {
		const rules = { ...freely, bookingWindowMs: at(on("10:00")) - now };
		expect(codes(["10:00", "11:00"], { rules })).toEqual([]);
		expect(codes(["10:00:00.001", "11:00"], { rules })).toEqual(["beyond_booking_window"]);
	});

	const everything = {
		appointments: [
			booked(on("07:00"), on("08:30")),
			booked(on("06:00"), on("07:00")),
			booked(on("08:00"), on("09:00")),
		],
		holds: [booked(on("08:00"), on("09:00"))],
		timeBlocks: [span(on("08:00"), on("09:00")), span(on("07:00"), on("07:30"))],
		externalBusy: [span(on("08:00"), on("09:00")), span(on("08:15"), on("09:00"))],
		maxAppointmentsPerDay: 2,
		rules: { ...freely, bufferBeforeMs: 15 * minute, minimumNoticeMs: 30 * day, bookingWindowMs: 30_001 },
	};

	test("is told every reason once, in the order of the codes", () => {
		expect(codes(["06:30", "09:00"], everything)).toEqual(failureCodes);
	});

	test("without event type minds nothing but appointments and what is held", () => {
		expect(codes(["06:30", "09:00"], { ...everything, rules: null })).toEqual(["appointment_conflict", "held"]);
		expect(codes(["06:30", "09:00"], { ...everything, appointments: [], rules: null })).toEqual(["held"]);
		expect(codes(["06:30", "09:00"], { ...everything, appointments: [], holds: [], rules: null })).toEqual([]);
	});

	test("is refused in words for a person, in the artist's zone", () => {
		const { rules, ...rest } = everything;
		const failures = failuresOf(span(on("07:14"), on("09:00")), { ...calendar, ...rest }, rules, now + 1);
		expect(failures.map(({ message }) => message)).toEqual([
			"The artist has another appointment from 2026-03-02 06:00 to 2026-03-02 07:00, and the buffer in between is too short (Europe/Berlin).",
			"Somebody is about to book the time from 2026-03-02 08:00 to 2026-03-02 09:00 (Europe/Berlin).",
			"The artist does not work the whole time from 2026-03-02 07:14 to 2026-03-02 09:00 (Europe/Berlin).",
			"The artist takes at most 2 appointments a day, and 2026-03-02 has 3, and 1 more that somebody is about to book (Europe/Berlin).",
			"The artist has blocked the time from 2026-03-02 07:00 to 2026-03-02 07:30 (Europe/Berlin).",
			"The artist's external calendar is busy from 2026-03-02 08:00 to 2026-03-02 09:00 (Europe/Berlin).",
			"The earliest start that can be booked now is 2026-03-22 12:01 (Europe/Berlin).",
			"The latest start that can be booked now is 2026-02-20 12:00 (Europe/Berlin).",
		]);
	});
});

describe("free slots", () => {
	const calendar: Calendar = { ...empty, timezone: "Europe/Berlin", workingHours: hours([monday, "09:10", "11:00"]) };
	const range = span("2026-03-01T00:00+01:00", "2026-03-08T00:00+01:00");
	const search = { calendar, rules: freely, durationMs: hour, range, now: at("2026-02-20T12:00Z") };
	const starts = (changes: Partial<typeof search> & { limit?: number } = {}) =>
		freeSlots({ ...search, ...changes }).map(({ start }) => new Date(start + hour).toISOString().slice(11, 16));

	test("begin every 15 minutes from the opening and end within it", () => {
		expect(starts()).toEqual(["09:10", "09:25", "09:40", "09:55"]);
		expect(freeSlots(search).every(({ start, end }) => end - start === hour)).toBe(true);
		expect(starts({ durationMs: 110 * minute })).toEqual(["09:10"]);
		expect(starts({ durationMs: 111 * minute })).toEqual([]);
	});

	test("begin within the range, its end excluded, on the grid of the opening", () => {
		const part = span("2026-03-02T09:15+01:00", "2026-03-02T09:40+01:00");
		expect(starts({ range: part })).toEqual(["09:25"]);
		expect(starts({ range: { ...part, end: part.end + 1 } })).toEqual(["09:25", "09:40"]);
		expect(starts({ range: { ...part, start: at("2026-03-02T09:25+01:00") } })).toEqual(["09:25"]);
	});

	test("keep the grid of an opening that began days before", () => {
		const long = hours(
			[monday, "09:07", "24:00"],
			...[2, 3, 4, 5].map((n): [number, string, string] => [n, "00:00", "24:00"]),
		);
		const friday = span("2026-03-06T12:00+01:00", "2026-03-06T12:30+01:00");
		expect(starts({ calendar: { ...calendar, workingHours: long }, range: friday })).toEqual(["12:07", "12:22"]);
	});

	test("keep the grid of an opening that began two weeks before, where a clock change swallowed the break", () => {
		const sundays = hours([0, "00:00", "02:10"], [0, "02:50", "24:00"]);
		const workingHours = [...sundays, ...[1, 2, 3, 4, 5, 6].flatMap((n) => hours([n, "00:00", "24:00"]))];
		const saturday = span("2026-04-04T12:00+02:00", "2026-04-04T12:30+02:00");
		expect(utc(freeSlots({ ...search, calendar: { ...calendar, workingHours }, range: saturday }))).toEqual(
			utc([
				span("2026-04-04T12:05+02:00", "2026-04-04T13:05+02:00"),
				span("2026-04-04T12:20+02:00", "2026-04-04T13:20+02:00"),
			]),
		);
	});

	test("begin on no local day that has as many appointments as the artist takes", () => {
		const workingHours = [...calendar.workingHours, ...hours([tuesday, "09:12", "10:27"])];
		const appointments = [
			booked("2026-03-01T23:59+01:00", "2026-03-02T00:30+01:00"),
			booked("2026-03-02T20:00+01:00", "2026-03-02T21:00+01:00"),
		];
		const capped = (maxAppointmentsPerDay: number) =>
			starts({ calendar: { ...calendar, workingHours, appointments, maxAppointmentsPerDay } });
		expect(capped(2)).toEqual(["09:10", "09:25", "09:40", "09:55", "09:12", "09:27"]);
		expect(capped(1)).toEqual(["09:12", "09:27"]);
		expect(capped(0)).toEqual([]);
		const held = { appointments: appointments.slice(0, 1), holds: appointments.slice(1) };
		expect(starts({ calendar: { ...calendar, workingHours, ...held, maxAppointmentsPerDay: 1 } })).toEqual(capped(1));
	});

	test("begin from the end of the notice to the end of the booking window, both included", () => {
		const until = (time: string) => at(`2026-03-02T${time}+01:00`) - search.now;
		const within = (from: string, to: string) =>
			starts({ rules: { ...freely, minimumNoticeMs: until(from), bookingWindowMs: until(to) } });
		expect(within("09:25", "09:40")).toEqual(["09:25", "09:40"]);
		expect(within("09:25:00.001", "09:39:59.999")).toEqual([]);
	});

	test("are the quarters of the hour where an artist never closes", () => {
		const workingHours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start: "00:00", end: "24:00" }));
		const noon = span("2026-03-06T12:05+01:00", "2026-03-06T12:31+01:00");
		expect(starts({ calendar: { ...calendar, workingHours }, range: noon })).toEqual(["12:15", "12:30"]);
	});

	test("are as many as asked for at most, the first ones", () => {
		expect([0, 1, 3, 99].map((limit) => starts({ limit }).length)).toEqual([0, 1, 3, 4]);
		expect(starts({ limit: 2 })).toEqual(["09:10", "09:25"]);
	});

	test("fit between two appointments that leave exactly the time", () => {
		const appointments = [
			booked("2026-03-02T08:00+01:00", "2026-03-02T09:10+01:00", 0, 10),
			booked("2026-03-02T10:30+01:00", "2026-03-02T11:00+01:00"),
		];
		const rules = { ...freely, bufferBeforeMs: 5 * minute, bufferAfterMs: 5 * minute };
		expect(starts({ calendar: { ...calendar, appointments }, rules })).toEqual(["09:25"]);
	});
});

/** Moments of clock changes, and one without a change. */
const scenarios = [
	{ zone: "Europe/Berlin", middle: "2026-03-29T01:00Z" },
	{ zone: "Europe/Berlin", middle: "2026-10-25T01:00Z" },
	{ zone: "America/New_York", middle: "2026-11-01T06:00Z" },
	{ zone: "Australia/Lord_Howe", middle: "2026-10-03T15:30Z" },
	{ zone: "Australia/Lord_Howe", middle: "2026-04-04T15:00Z" },
	{ zone: "Asia/Kathmandu", middle: "2026-06-15T00:00Z" },
	{ zone: "Pacific/Apia", middle: "2011-12-30T10:00Z" },
	{ zone: "Africa/Cairo", middle: "2026-04-23T22:00Z" },
	{ zone: "Africa/Cairo", middle: "2026-10-29T21:00Z" },
	{ zone: "America/Sao_Paulo", middle: "2018-11-04T03:00Z" },
];

/**
 * The rules of opening hours, computed minute by minute, with wall times from Intl alone. All times are whole minutes
 * since 1970. A wall time is the minute at which a clock in UTC shows it.
 */
class Model {
	readonly first: number;
	readonly middle: number;
	readonly walls: number[];
	private readonly highestUntil: number[] = [];
	private readonly lowestFrom: number[] = [];
	private readonly lastAt: Map<number, number>;

	constructor(zone: string, middle: string) {
		this.middle = at(middle) / minute;
		this.first = this.middle - 20 * 1440;
		const clock = new Intl.DateTimeFormat("en-US", {
			timeZone: zone,
			hourCycle: "h23",
			year: "numeric",
			month: "2-digit",
			day: "2-digit",
			hour: "2-digit",
			minute: "2-digit",
		});
		const wallAt = (n: number): number => {
			const [month, date, year, h, m] = (clock.format((this.first + n) * minute).match(/\d+/g) ?? []).map(Number);
			return Date.UTC(Number(year), Number(month) - 1, date, h, m) / minute;
		};
		// Clocks do not change there and back within an hour.
		this.walls = Array.from({ length: 26 * 24 }, (_, hour) => {
			const [begin, end] = [hour * 60, hour * 60 + 60];
			const first = wallAt(begin);
			const isEven = wallAt(end) - first === 60;
			return Array.from({ length: 60 }, (_, n) => (isEven ? first + n : wallAt(begin + n)));
		}).flat();
		this.walls.forEach((wall, n) => {
			this.highestUntil[n] = Math.max(wall, this.highestUntil[n - 1] ?? wall);
		});
		for (let n = this.walls.length - 1; n >= 0; n--)
			this.lowestFrom[n] = Math.min(this.wall(n), this.lowestFrom[n + 1] ?? Number.POSITIVE_INFINITY);
		this.lastAt = new Map(this.walls.map((wall, n) => [wall, n]));
	}

	private wall(n: number): number {
		const wall = this.walls[n];
		if (wall === undefined) throw new RangeError("outside the model");
		return wall;
	}

	date(instant: number): number {
		return Math.floor(this.wall(instant - this.first) / 1440);
	}

	/**
	 * A range opens when the clock first shows its start or a later time. It closes when the clock shows the end for the
	 * last time, or skips it (contract: Availability 13).
	 */
	openMinutes(workingHours: WorkingHours[]): Set<number> {
		const open = new Set<number>();
		const dates = new Set(this.walls.map((wall) => Math.floor(wall / 1440)));
		// A clock change can skip a whole date, but not the dates beside it.
		for (const date of [...dates]) dates.add(date + 1).add(date - 1);
		const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
		for (const date of dates)
			for (const { weekday, start, end } of workingHours) {
				if (new Date(date * 1440 * minute).getUTCDay() !== weekday) continue;
				const [from, to] = [date * 1440 + minutes(start), date * 1440 + minutes(end)];
				// No clock change is longer than a day.
				for (let n = Math.max(0, from - this.wall(0) - 2 * 1440); n < this.walls.length; n++) {
					if (n > 0 && this.wall(n) > to + 1440) break;
					const begun = (this.highestUntil[n] ?? 0) >= from;
					const over = (this.lowestFrom[n] ?? 0) >= to && (this.lastAt.get(to) ?? -1) <= n;
					if (begun && !over) open.add(n + this.first);
				}
			}
		return open;
	}
}

const models = new Map<string, Model>();
function modelOf({ zone, middle }: { zone: string; middle: string }): Model {
	const known = models.get(zone + middle);
	if (known) return known;
	const model = new Model(zone, middle);
	models.set(zone + middle, model);
	return model;
}

interface Minutes {
	from: number;
	length: number;
}
interface MinutesBooked extends Minutes {
	before: number;
	after: number;
}
interface Sketch {
	scenario: (typeof scenarios)[number];
	workingHours: WorkingHours[];
	max: number | null;
	appointments: MinutesBooked[];
	held: MinutesBooked[];
	blocks: Minutes[];
	busy: Minutes[];
	rules: { before: number; after: number; notice: number | null; window: number | null } | null;
	wanted: Minutes;
	now: number;
}

const clockTimes = fc.oneof(
	fc.constantFrom(0, 60, 90, 105, 120, 135, 150, 165, 180, 540, 1020, 1380, 1410, 1440),
	fc.integer({ min: 0, max: 1440 }),
);
const two = (n: number) => String(n).padStart(2, "0");
const clockTime = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const workingHour = fc
	.tuple(fc.integer({ min: 0, max: 6 }), clockTimes, clockTimes)
	.filter(([, a, b]) => a !== b)
	.map(([weekday, a, b]) => ({ weekday, start: clockTime(Math.min(a, b)), end: clockTime(Math.max(a, b)) }));
const longHours = fc
	.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 7 })
	.map((weekdays) => weekdays.map((weekday) => ({ weekday, start: "00:00", end: "24:00" })));
const anyHours = fc
	.tuple(fc.array(workingHour, { maxLength: 12 }), fc.oneof(fc.constant([]), longHours))
	.map((all) => all.flat());

const from = fc.integer({ min: -1500, max: 1500 });
const some = fc.record({ from, length: fc.integer({ min: 1, max: 300 }) });
const buffer = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 }));
const booking = fc.record({ from, length: fc.integer({ min: 1, max: 300 }), before: buffer, after: buffer });
const limit = (max: number) => fc.option(fc.integer({ min: 0, max }), { freq: 2 });
const sketches: fc.Arbitrary<Sketch> = fc.record({
	scenario: fc.constantFrom(...scenarios),
	workingHours: anyHours,
	max: limit(4),
	appointments: fc.array(booking, { maxLength: 5 }),
	held: fc.array(booking, { maxLength: 3 }),
	blocks: fc.array(some, { maxLength: 3 }),
	busy: fc.array(some, { maxLength: 3 }),
	rules: fc.option(fc.record({ before: buffer, after: buffer, notice: limit(2000), window: limit(4000) }), { freq: 9 }),
	wanted: fc.record({ from, length: fc.integer({ min: 1, max: 400 }) }),
	now: fc.integer({ min: -3000, max: 1000 }),
});

const minutesIn = ({ from, length }: Minutes) => Array.from({ length }, (_, n) => from + n);
const widened = ({ from, length }: Minutes, before: number, after: number): Minutes => ({
	from: from - before,
	length: length + before + after,
});
const meet = (a: Minutes, b: Minutes) => {
	const minutes = new Set(minutesIn(a));
	return minutesIn(b).some((one) => minutes.has(one));
};

function modelCodes(sketch: Sketch, open: Set<number>): string[] {
	const { wanted, rules, now } = sketch;
	const model = modelOf(sketch.scenario);
	if (!rules)
		return [
			...(sketch.appointments.some((other) => meet(other, wanted)) ? ["appointment_conflict"] : []),
			...(sketch.held.some((other) => meet(other, wanted)) ? ["held"] : []),
		];
	const mine = widened(wanted, rules.before, rules.after);
	const date = (start: number) => model.date(model.middle + start);
	const sameDay = [...sketch.appointments, ...sketch.held].filter((other) => date(other.from) === date(wanted.from));
	const failed: Record<(typeof failureCodes)[number], boolean> = {
		appointment_conflict: sketch.appointments.some((other) => meet(widened(other, other.before, other.after), mine)),
		held: sketch.held.some((other) => meet(widened(other, other.before, other.after), mine)),
		outside_working_hours: !minutesIn(wanted).every((one) => open.has(model.middle + one)),
		max_appointments_per_day: sketch.max !== null && sameDay.length >= sketch.max,
		time_block: sketch.blocks.some((block) => meet(block, wanted)),
		external_calendar_busy: sketch.busy.some((busy) => meet(busy, mine)),
		minimum_notice: rules.notice !== null && wanted.from - now < rules.notice,
		beyond_booking_window: rules.window !== null && wanted.from - now > rules.window,
	};
	return failureCodes.filter((code) => failed[code]);
}

function drawn(sketch: Sketch): { calendar: Calendar; rules: BookingRules | null; now: number; wanted: Span } {
	const { middle } = modelOf(sketch.scenario);
	const instant = (minutes: number) => (middle + minutes) * minute;
	const spanOf = ({ from, length }: Minutes): Span => ({ start: instant(from), end: instant(from + length) });
	const bookedOf = (one: MinutesBooked) => ({
		...spanOf(one),
		bufferBeforeMs: one.before * minute,
		bufferAfterMs: one.after * minute,
	});
	const ms = (minutes: number | null) => (minutes === null ? null : minutes * minute);
	const { rules } = sketch;
	return {
		calendar: {
			timezone: sketch.scenario.zone,
			workingHours: sketch.workingHours,
			maxAppointmentsPerDay: sketch.max,
			appointments: sketch.appointments.map(bookedOf),
			holds: sketch.held.map(bookedOf),
			timeBlocks: sketch.blocks.map(spanOf),
			externalBusy: sketch.busy.map(spanOf),
		},
		rules: rules && {
			bufferBeforeMs: rules.before * minute,
			bufferAfterMs: rules.after * minute,
			minimumNoticeMs: ms(rules.notice),
			bookingWindowMs: ms(rules.window),
		},
		now: instant(sketch.now),
		wanted: spanOf(sketch.wanted),
	};
}

describe("whatever the hours, zones, clock changes and calendars", () => {
	test("the openings are the minutes that the wall clock says", () => {
		fc.assert(
			fc.property(fc.constantFrom(...scenarios), anyHours, (scenario, workingHours) => {
				const { middle } = modelOf(scenario);
				const open = modelOf(scenario).openMinutes(workingHours);
				const range = around(middle * minute, 2 * day);
				const found = openings(workingHours, scenario.zone, range);
				const inside = new Set(
					found.flatMap(({ start, end }) => minutesIn({ from: start / minute, length: (end - start) / minute })),
				);
				for (let one = range.start / minute; one < range.end / minute; one++)
					if (inside.has(one) !== open.has(one))
						expect.fail(`${scenario.zone} ${new Date(one * minute).toISOString()}`);
				for (const [n, { start, end }] of found.entries()) {
					expect(start).toBeLessThan(end);
					expect(start).toBeGreaterThan(found[n - 1]?.end ?? Number.NEGATIVE_INFINITY);
				}
			}),
			{ numRuns: 100 },
		);
	}, 60_000);

	test("the failures are the model's", () => {
		fc.assert(
			fc.property(sketches, (sketch) => {
				const open = modelOf(sketch.scenario).openMinutes(sketch.workingHours);
				const { wanted, calendar, rules, now } = drawn(sketch);
				const failures = failuresOf(wanted, calendar, rules, now);
				expect(failures.map(({ code }) => code)).toEqual(modelCodes(sketch, open));
			}),
			{ numRuns: 300 },
		);
	}, 60_000);

	test("the free slots are the starts on the grid that the model finds nothing against", () => {
		fc.assert(
			fc.property(sketches, fc.integer({ min: 0, max: 2000 }), (sketch, length) => {
				const model = modelOf(sketch.scenario);
				const { calendar, rules, now, wanted } = drawn(sketch);
				const open = model.openMinutes(sketch.workingHours);
				const range = { start: wanted.start, end: wanted.start + length * minute };
				const expected: number[] = [];
				// An opening that began before the model has its grid counted from 1970.
				let opened = 0;
				for (let one = model.first; one < range.end / minute; one++) {
					if (one > model.first && open.has(one) && !open.has(one - 1)) opened = one;
					if (one < range.start / minute) continue;
					const candidate = { ...sketch, wanted: { from: one - model.middle, length: sketch.wanted.length } };
					if ((one - (rules ? opened : 0)) % 15 === 0 && modelCodes(candidate, open).length === 0) expected.push(one);
				}
				const found = freeSlots({ calendar, rules, durationMs: wanted.end - wanted.start, range, now });
				expect(found.map(({ start }) => start / minute)).toEqual(expected);
			}),
			{ numRuns: 150 },
		);
	}, 60_000);

	test("the free slots are the starts on the grid that have no failure, to the millisecond", () => {
		const jitter = fc.record({ busy: fc.integer({ min: -1, max: 1 }), length: fc.integer({ min: -1, max: 1 }) });
		fc.assert(
			fc.property(sketches, jitter, (sketch, off) => {
				const { calendar, rules, now, wanted } = drawn(sketch);
				const shifted = <T extends Span>(one: T): T => ({
					...one,
					start: one.start + off.busy,
					end: one.end + off.busy,
				});
				calendar.appointments = calendar.appointments.map(shifted);
				calendar.externalBusy = calendar.externalBusy.map(shifted);
				const durationMs = wanted.end - wanted.start + off.length;
				const range = { start: wanted.start, end: wanted.start + day };
				const grid = openings(calendar.workingHours, calendar.timezone, around(wanted.start, 16 * day)).flatMap(
					(open) =>
						Array.from(
							{ length: Math.ceil((open.end - open.start) / (15 * minute)) },
							(_, n) => open.start + n * 15 * minute,
						),
				);
				const quarters = Array.from({ length: 97 }, (_, n) => (Math.ceil(range.start / minute / 15) + n) * 15 * minute);
				const expected = (rules ? grid : quarters)
					.filter((start) => range.start <= start && start < range.end)
					.map((start) => ({ start, end: start + durationMs }))
					.filter((slot) => failuresOf(slot, calendar, rules, now).length === 0);
				expect(freeSlots({ calendar, rules, durationMs, range, now })).toEqual(expected);
			}),
			{ numRuns: 60 },
		);
	}, 60_000);

	test("the free slots of a range are those of its parts", () => {
		fc.assert(
			fc.property(sketches, fc.integer({ min: 0, max: 4 * day }), (sketch, cut) => {
				const { calendar, rules, now, wanted } = drawn(sketch);
				const free = (start: number, end: number) =>
					freeSlots({ calendar, rules, durationMs: wanted.end - wanted.start, range: { start, end }, now });
				const [start, end] = [wanted.start - 2 * day, wanted.start + 2 * day];
				expect([...free(start, start + cut), ...free(start + cut, end)]).toEqual(free(start, end));
			}),
		);
	}, 60_000);
});
