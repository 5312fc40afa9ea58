import { Temporal } from "temporal-polyfill";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { zoned } from "../../../platform/booking-rules/working-time.ts";
import { minuteMs } from "../../../platform/lib/time.ts";

/** A change of the clock, such as to summer time. */
interface ClockChange {
	at: number;
	/** Positive if the clock is set forward. */
	minutes: number;
	/** The time of the clock without the change, in minutes since midnight. */
	wall: number;
}

/** A day in a time zone. It may have 23 or 25 hours. */
export interface Day {
	/** Such as `2026-11-22`. */
	date: string;
	span: Span;
	/** The time of the clock at the beginning, in minutes. It is above 0 if a change skips midnight. */
	firstWall: number;
	change: ClockChange | undefined;
}

/** Days that follow each other. */
export interface Days {
	timezone: string;
	days: Day[];
	span: Span;
}

/** Texts, because the first use of Temporal takes a tenth of the start of an isolate. */
const [firstDate, lastDate] = ["1970-01-05", "2199-12-16"] as const;

/** The date, or the present one if the text is not a date, or too far away. */
export const dateOf = (asked: string | undefined, timezone: string, now: number): string =>
	(dateIn(asked) ?? zoned(now, timezone).toPlainDate()).toString();

/** The Monday of the week of a date. */
export function mondayOf(date: string): string {
	const day = Temporal.PlainDate.from(date);
	return day.subtract({ days: day.dayOfWeek - 1 }).toString();
}

function dateIn(text: string | undefined): Temporal.PlainDate | undefined {
	if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < firstDate || text > lastDate) return undefined;
	try {
		return Temporal.PlainDate.from(text, { overflow: "reject" });
	} catch {
		return undefined;
	}
}

export const daysLater = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

export function daysFrom(first: string, count: number, timezone: string): Days {
	const days = Array.from({ length: count }, (_, n) => dayOf(daysLater(first, n), timezone));
	return { timezone, days, span: { start: days[0]?.span.start ?? 0, end: days.at(-1)?.span.end ?? 0 } };
}

function dayOf(date: string, timezone: string): Day {
	const begin = Temporal.PlainDate.from(date).toZonedDateTime(timezone);
	const end = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timezone);
	const span = { start: begin.epochMilliseconds, end: end.epochMilliseconds };
	const firstWall = begin.hour * 60 + begin.minute;
	const next = begin.getTimeZoneTransition("next");
	if (!next || next.epochMilliseconds >= span.end) return { date, span, firstWall, change: undefined };
	const at = next.epochMilliseconds;
	const minutes = (next.offsetNanoseconds - begin.offsetNanoseconds) / (minuteMs * 1e6);
	return { date, span, firstWall, change: { at, minutes, wall: firstWall + (at - span.start) / minuteMs } };
}
