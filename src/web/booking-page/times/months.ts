import { Temporal } from "temporal-polyfill";
import type { Span } from "../../../platform/booking-rules/spans.ts";

// Months and days in the time zone of the artist.

export interface Day {
	/** Such as `2026-11-03`. */
	date: string;
	number: number;
	isFree: boolean;
}

const isMonth = (text: string | undefined): text is string =>
	text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** The month that the address names; the present month if it names none, a past one or one after 2199. */
export function monthOf(asked: string | undefined, now: number, zone: string): Temporal.PlainYearMonth {
	const present = wallOf(now, zone).toPlainDate().toPlainYearMonth();
	if (!isMonth(asked)) return present;
	const month = Temporal.PlainYearMonth.from(asked);
	return Temporal.PlainYearMonth.compare(month, present) < 0 || month.year > 2199 ? present : month;
}

/** The day that the address names; undefined if it is not a date. */
export function dayOf(asked: string | undefined): Temporal.PlainDate | undefined {
	if (asked === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(asked)) return undefined;
	try {
		return Temporal.PlainDate.from(asked, { overflow: "reject" });
	} catch {
		return undefined;
	}
}

const wallOf = (instant: number, zone: string) =>
	Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);

const midnight = (day: Temporal.PlainDate, zone: string): number => day.toZonedDateTime(zone).epochMilliseconds;

export const spanOfMonth = (month: Temporal.PlainYearMonth, zone: string): Span => ({
	start: midnight(month.toPlainDate({ day: 1 }), zone),
	end: midnight(month.add({ months: 1 }).toPlainDate({ day: 1 }), zone),
});

export const spanOfDay = (day: Temporal.PlainDate, zone: string): Span => ({
	start: midnight(day, zone),
	end: midnight(day.add({ days: 1 }), zone),
});

export const dateOf = (instant: number, zone: string): string => wallOf(instant, zone).toPlainDate().toString();

/** The weeks of a month, from Monday on. The days of other months are null. */
export function weeksOf(month: Temporal.PlainYearMonth, free: ReadonlySet<string>): (Day | null)[][] {
	const first = month.toPlainDate({ day: 1 });
	const days: (Day | null)[] = Array.from({ length: first.dayOfWeek - 1 }, () => null);
	for (let number = 1; number <= month.daysInMonth; number++) {
		const date = month.toPlainDate({ day: number }).toString();
		days.push({ date, number, isFree: free.has(date) });
	}
	while (days.length % 7 !== 0) days.push(null);
	return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The times of day, such as `14:30`. A time that the clock shows twice that day has its UTC offset, too. */
export function timesOf(slots: readonly Span[], zone: string): { start: number; text: string }[] {
	const shown = slots.map(({ start }) => {
		const wall = wallOf(start, zone);
		return { start, time: wall.toPlainTime().toString({ smallestUnit: "minute" }), offset: wall.offset };
	});
	const isTwice = (time: string) => shown.filter((one) => one.time === time).length > 1;
	return shown.map(({ start, time, offset }) => ({ start, text: isTwice(time) ? `${time} (UTC${offset})` : time }));
}
