import { describe, expect, it } from "vitest";
import { type Day, dateOf, daysFrom, mondayOf } from "../../src/domain/booking/calendar/days.ts";
import { textOfDay, weekdays, workingHoursOf } from "../../src/web/dashboard/artists/hours.ts";
import {
	Axis,
	clickableParts,
	entriesOn,
	freeTimes,
	inLanes,
	shownRows,
} from "../../src/web/dashboard/calendar/geometry.ts";
import { changeWords, clockTime, timeOn, timesOf } from "../../src/web/dashboard/calendar/words.ts";
import { FormRefusal } from "../../src/web/dashboard/forms/execute-form.ts";

const hour = 3_600_000;
const hoursOf = ({ span }: Day) => (span.end - span.start) / hour;

/** Weeks in which clocks change: the zone, a Monday, the day and its length, and the rows of the week's grid. */
const changes = [
	["Europe/Berlin", "2027-03-22", "2027-03-28", 23, 96],
	["Europe/Berlin", "2027-10-25", "2027-10-31", 25, 100],
	["America/New_York", "2027-03-08", "2027-03-14", 23, 96],
	["America/New_York", "2027-11-01", "2027-11-07", 25, 100],
	["Australia/Lord_Howe", "2027-09-27", "2027-10-03", 23.5, 96],
	["Australia/Lord_Howe", "2027-03-29", "2027-04-04", 24.5, 98],
	["America/Santiago", "2027-08-30", "2027-09-05", 23, 96],
] as const;

describe("a week", () => {
	it("begins on Monday, whatever day of it is asked for, and is the present one where none is", () => {
		const now = Date.parse("2026-11-22T23:30:00Z");
		for (const date of ["2026-11-16", "2026-11-22"]) expect(mondayOf(dateOf(date, "UTC", now))).toBe("2026-11-16");
		for (const asked of [undefined, "", "tomorrow", "2026-02-30", "0001-01-01", "9999-12-31"])
			expect(dateOf(asked, "UTC", now), asked).toBe("2026-11-22");
		// In Berlin the next week has begun.
		expect(mondayOf(dateOf(undefined, "Europe/Berlin", now))).toBe("2026-11-23");
	});

	it.each(changes)("in %s from %s on has a day %s of %s hours", (zone, monday, date, hours, rows) => {
		const week = daysFrom(monday, 7, zone);
		for (const [n, day] of week.days.entries()) {
			expect(hoursOf(day)).toBe(day.date === date ? hours : 24);
			expect(day.span.start).toBe(n === 0 ? week.span.start : week.days[n - 1]?.span.end);
			expect(changeWords(day) !== undefined).toBe(day.date === date && zone !== "America/Santiago");
		}
		expect(new Axis(week).size).toBe(rows);
	});
});

describe("the rows of a week", () => {
	it.each(changes)(
		"in %s from %s on give each quarter of an hour a row of its own, in order of time",
		(zone, monday) => {
			const week = daysFrom(monday, 7, zone);
			const axis = new Axis(week);
			for (const day of week.days) {
				const rows = [];
				for (let at = day.span.start; at < day.span.end; at += hour / 4) rows.push(axis.rowAt(day, at));
				expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b));
				const missing = axis
					.missing(day)
					.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, n) => start + n));
				expect([...rows, ...missing].sort((a, b) => a - b)).toEqual(Array.from({ length: axis.size }, (_, n) => n));
			}
		},
	);

	it("are stretches of time without a gap, but for the hour that a clock skips, and those of other days", () => {
		for (const [zone, monday] of changes) {
			const week = daysFrom(monday, 7, zone);
			const axis = new Axis(week);
			for (const day of week.days) {
				const all = axis.stretches(day, { start: 0, end: axis.size });
				const instants = all.flatMap(([row, at, count]) =>
					Array.from({ length: count }, (_, n) => [at + (n * hour) / 4, row + n] as const),
				);
				expect(instants[0]?.[0]).toBe(day.span.start);
				expect(instants).toHaveLength((day.span.end - day.span.start) / (hour / 4));
				for (const [at, row] of instants) expect(axis.rowAt(day, at)).toBe(row);
			}
		}
		const [monday] = daysFrom("2027-03-01", 7, "Europe/Berlin").days as [Day];
		const axis = new Axis({ days: [monday] });
		const from10To18 = { start: 40, end: 72 };
		expect(axis.stretches(monday, from10To18)).toEqual([[0, monday.span.start + 10 * hour, 32]]);
	});

	it("are the same for the same time of the clock, on the day of the change too", () => {
		for (const [zone, monday, date] of changes) {
			const week = daysFrom(monday, 7, zone);
			const axis = new Axis(week);
			const noon = week.days.map((day) => axis.rowAt(day, day.span.end - 12 * hour));
			expect(new Set(noon).size, zone).toBe(1);
			expect(week.days.some((day) => day.date === date)).toBe(true);
		}
	});

	it("name the hour that comes twice, and the words tell the two apart", () => {
		const week = daysFrom("2027-10-25", 7, "Europe/Berlin");
		const hours = new Axis(week).hours();
		expect(hours.slice(1, 5)).toEqual([
			{ row: 4, text: "01:00" },
			{ row: 8, text: "02:00" },
			{ row: 12, text: "02:00 again" },
			{ row: 16, text: "03:00" },
		]);
		const [first, second] = [Date.parse("2027-10-31T00:30:00Z"), Date.parse("2027-10-31T01:30:00Z")];
		expect([first, second].map((at) => clockTime(at, "Europe/Berlin"))).toEqual(["02:30", "02:30 again"]);
		const lordHowe = new Axis(daysFrom("2027-03-29", 7, "Australia/Lord_Howe"));
		expect(lordHowe.hours().filter(({ text }) => text.endsWith("again"))).toEqual([]);
		const again = Date.parse("2027-04-03T15:15:00Z");
		expect([again - hour / 2, again].map((at) => clockTime(at, "Australia/Lord_Howe"))).toEqual([
			"01:45",
			"01:45 again",
		]);
	});

	it("are shown in whole hours around what there is, and at least for a working day", () => {
		const axis = new Axis(daysFrom("2027-03-01", 7, "Europe/Berlin"));
		expect(shownRows([], axis)).toEqual({ start: 36, end: 68 });
		expect(shownRows([{ start: 41, end: 42 }], axis)).toEqual({ start: 40, end: 76 });
		expect(shownRows([{ start: 94, end: 96 }], axis)).toEqual({ start: 92, end: 96 });
	});
});

describe("what a day has", () => {
	const { days } = daysFrom("2027-03-01", 7, "Europe/Berlin");
	const [monday, tuesday, wednesday] = days as [Day, Day, Day];
	const night = { start: monday.span.end - 2 * hour, end: tuesday.span.start + 2 * hour };
	const words = (day: Day, span: { start: number; end: number }) =>
		entriesOn(day, [span]).map((entry) => timesOf(entry, day));

	it("is the entry of a night on both days, and the whole day in between", () => {
		expect(words(monday, night)).toEqual(["from 22:00"]);
		expect(words(tuesday, night)).toEqual(["until 02:00"]);
		expect(words(wednesday, night)).toEqual([]);
		const long = { start: night.start, end: wednesday.span.start + hour };
		expect(words(tuesday, long)).toEqual(["all day"]);
		expect(words(monday, { start: night.start, end: monday.span.end })).toEqual(["22:00–24:00"]);
	});

	it("stands beside what it meets, and takes the whole width where it meets nothing", () => {
		const axis = new Axis(daysFrom("2027-03-01", 7, "Europe/Berlin"));
		const at = (from: number, to: number) => ({
			start: monday.span.start + from * hour,
			end: monday.span.start + to * hour,
		});
		const entries = entriesOn(monday, [at(10, 12), at(11, 13), at(12, 14), at(15, 16)]);
		expect(inLanes(entries, monday, axis).map(({ lane, lanes }) => [lane, lanes])).toEqual([
			[0, 2],
			[1, 2],
			[0, 2],
			[0, 1],
		]);
		const many = inLanes(
			entriesOn(
				monday,
				Array.from({ length: 9 }, () => at(10, 11)),
			),
			monday,
			axis,
		);
		expect(Math.max(...many.map(({ lanes }) => lanes))).toBe(4);
	});
});

describe("the times of a day", () => {
	it.each(changes)("in %s from %s on are those of the clock, also when it is set", (zone, monday) => {
		for (const day of daysFrom(monday, 7, zone).days)
			for (let at = day.span.start; at < day.span.end; at += hour / 4)
				expect(timeOn(day, at)).toBe(clockTime(at, zone));
	});
});

describe("free times", () => {
	const [monday] = daysFrom("2027-03-01", 7, "Europe/Berlin").days as [Day];
	const at = (from: number, to: number) => ({
		start: monday.span.start + from * hour,
		end: monday.span.start + to * hour,
	});
	const free = (taken: { start: number; end: number }[], from = 0) => freeTimes([at(10, 18)], taken, from);

	it("are what is left of the working hours, in whole quarters of an hour", () => {
		expect(free([])).toEqual([at(10, 18)]);
		expect(free([at(9, 11), at(12, 13), at(12.5, 14), at(17, 20)])).toEqual([at(11, 12), at(14, 17)]);
		expect(free([at(10, 18)])).toEqual([]);
		// An end at 11:10 and a start at 12:55.
		expect(free([at(10, 11 + 1 / 6), at(12 + 55 / 60, 18)])).toEqual([at(11.25, 12.75)]);
		expect(free([at(10.2, 17.9)])).toEqual([]);
	});

	it("lie ahead of the present moment", () => {
		expect(free([at(14, 15)], at(13.6, 0).start)).toEqual([at(13.75, 14), at(15, 18)]);
		expect(free([], at(18, 0).start)).toEqual([]);
	});

	it("have parts at half hours for a pointer, none shorter than a half hour unless all of it is", () => {
		const parts = (from: number, to: number) => clickableParts(monday, at(from, to));
		expect(parts(10, 12)).toEqual([at(10, 10.5), at(10.5, 11), at(11, 11.5), at(11.5, 12)]);
		expect(parts(10.25, 11.75)).toEqual([at(10.25, 11), at(11, 11.75)]);
		expect(parts(10, 10.25)).toEqual([at(10, 10.25)]);
	});

	it("touch neither the skipped nor the repeated hour twice", () => {
		for (const [zone, , date, hours] of changes) {
			const [day] = daysFrom(date, 1, zone).days as [Day];
			const parts = clickableParts(day, day.span);
			expect(parts.at(0)?.start).toBe(day.span.start);
			expect(parts.at(-1)?.end).toBe(day.span.end);
			expect(parts.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(hours * hour);
		}
	});
});

describe("working hours as they are typed", () => {
	const typed = (monday: string) => workingHoursOf({ hours_1: [monday] });

	it.each([
		["10:00-13:00, 14:00-18:00", ["10:00-13:00", "14:00-18:00"]],
		["10-13 and 14–18", ["10:00-13:00", "14:00-18:00"]],
		["9.30 to 24; 7:00-8:15", ["07:00-08:15", "09:30-24:00"]],
		["18:00-00:00", ["18:00-24:00"]],
		["", []],
		["Closed", []],
	])("understands %s", (text, ranges) => {
		expect(typed(text).map(({ weekday, start, end }) => `${weekday} ${start}-${end}`)).toEqual(
			ranges.map((range) => `1 ${range}`),
		);
	});

	it("carries a range over midnight to the next day, and shows it where it begins", () => {
		const hours = workingHoursOf({ hours_6: ["20:00-02:00"], hours_0: ["12:00-22:00"] });
		expect(hours).toEqual([
			{ weekday: 0, start: "00:00", end: "02:00" },
			{ weekday: 0, start: "12:00", end: "22:00" },
			{ weekday: 6, start: "20:00", end: "24:00" },
		]);
		const texts = weekdays.map((weekday) => textOfDay(hours, weekday));
		expect(texts).toEqual(["", "", "", "", "", "20:00-02:00", "12:00-22:00"]);
	});

	const refusalOf = (monday: string): unknown => {
		try {
			return typed(monday);
		} catch (error) {
			return error instanceof FormRefusal ? error.faults?.fields.hours_1 : error;
		}
	};

	it.each([
		["10-6", "06:00", "10:00-18:00"],
		["9 to 5", "05:00", "09:00-17:00"],
		["09:00-17:00, 12:30-8:15", "08:15", "12:30-20:15"],
	])("takes %s for no night, and suggests the hours that are meant", (text, end, meant) => {
		const start = meant.slice(0, 5);
		expect(refusalOf(text)).toBe(
			`Monday ${start}-${end} would end at ${end} on the next day, after more than 14 hours. Did you mean ${meant}?`,
		);
	});

	it("suggests nothing where no afternoon is meant, and takes a night of 14 hours and a day until midnight", () => {
		expect(refusalOf("22:00-21:00")).toBe(
			"Monday 22:00-21:00 would end at 21:00 on the next day, after more than 14 hours.",
		);
		expect(typed("18:00-08:00")).toHaveLength(2);
		expect(typed("8:00-00:00")).toEqual([{ weekday: 1, start: "08:00", end: "24:00" }]);
	});

	it("shows longer hours over midnight as two ranges, which the form takes back", () => {
		const hours = [
			{ weekday: 1, start: "08:00", end: "24:00" },
			{ weekday: 2, start: "00:00", end: "04:00" },
		];
		expect([1, 2].map((weekday) => textOfDay(hours, weekday))).toEqual(["08:00-24:00", "00:00-04:00"]);
		expect(workingHoursOf({ hours_1: ["08:00-24:00"], hours_2: ["00:00-04:00"] })).toEqual(hours);
	});

	it("shows what is typed again as the same hours", () => {
		const weeks = [
			["00:00-24:00", "00:00-24:00", "00:00-24:00", "00:00-24:00", "00:00-24:00", "00:00-24:00", "00:00-24:00"],
			["20:00-04:00", "20:00-04:00", "", "10:00-12:00, 22:00-01:00", "", "", "08:00-09:00"],
		];
		for (const week of weeks) {
			const fields = Object.fromEntries(weekdays.map((weekday, n) => [`hours_${weekday}`, [week[n] ?? ""]]));
			expect(weekdays.map((weekday) => textOfDay(workingHoursOf(fields), weekday))).toEqual(week);
		}
	});

	it.each(["10:00", "10:00-25:00", "10:60-12:00", "12:00-12:00", "24:00-02:00", "ten to six"])(
		"names the day of %s",
		(text) => {
			let refusal: unknown;
			try {
				typed(text);
			} catch (error) {
				refusal = error;
			}
			expect(refusal).toBeInstanceOf(FormRefusal);
			expect((refusal as FormRefusal).faults?.fields).toEqual({
				hours_1: expect.stringContaining("Monday must be times"),
			});
		},
	);
});
