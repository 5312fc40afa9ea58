import { Temporal } from "temporal-polyfill";
import { dayMs, minuteMs } from "../lib/time.ts";
import { mergeSpans, type Span } from "./spans.ts";
import { steadyOffsetAround } from "./steady-offsets.ts";

/** One range of time on a weekday (0 is Sunday), in wall times of the artist's zone. */
export interface WorkingHours {
	weekday: number;
	start: string;
	end: string;
}

/** A range of working hours with its times in milliseconds after midnight. The end of a day is the next midnight. */
interface Hours {
	weekday: number;
	startMs: number;
	endMs: number;
}

const msOfWallTime = (text: string): number => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))) * minuteMs;

/**
 * The spans of working time that touch `range`, joined and in order of time. A span that lasts for days is cut off at the
 * day before and the day after the range.
 */
export function openings(workingHours: WorkingHours[], timezone: string, range: Span): Span[] {
	const hours = workingHours.map(({ weekday, start, end }) => ({
		weekday,
		startMs: msOfWallTime(start),
		endMs: msOfWallTime(end),
	}));
	const spans: Span[] = [];
	// One more day at each end, because a clock may be set back over midnight.
	const last = dateOf(range.end, timezone) + 1;
	for (let date = dateOf(range.start, timezone) - 1; date <= last; date++)
		for (const span of openingsOn(date, timezone, hours)) if (span.start < span.end) spans.push(span);
	return mergeSpans(spans).filter((span) => span.start < range.end && range.start < span.end);
}

/** The first day of 1970 was a Thursday. */
const weekdayOf = (date: number): number => (((date + 4) % 7) + 7) % 7;

function openingsOn(date: number, timezone: string, hours: Hours[]): Span[] {
	const weekday = weekdayOf(date);
	const ofDay = hours.filter((range) => range.weekday === weekday);
	if (ofDay.length === 0) return [];
	const offset = steadyOffsetAround(date, timezone);
	if (offset !== null) {
		const midnight = date * dayMs - offset;
		return ofDay.map(({ startMs, endMs }) => ({ start: midnight + startMs, end: midnight + endMs }));
	}
	const wall = (ms: number) => wallOf(date * dayMs + ms);
	return ofDay.map(({ startMs, endMs }) => ({
		start: instantOf(wall(startMs), timezone, "earlier"),
		end: instantOf(wall(endMs), timezone, "later"),
	}));
}

const wallOf = (ms: number): Temporal.PlainDateTime => zoned(ms, "UTC").toPlainDateTime();

/** The number of the local date of an instant: the days since 1970. */
function dateOf(instant: number, timezone: string): number {
	const offset = steadyOffsetAround(Math.floor(instant / dayMs), timezone);
	if (offset !== null) return Math.floor((instant + offset) / dayMs);
	return zoned(instant, timezone).toPlainDate().toZonedDateTime("UTC").epochMilliseconds / dayMs;
}

/**
 * The local day of an instant, from one midnight to the next. If a clock change skips midnight, the first instant
 * after it counts as midnight.
 */
export function localDay(instant: number, timezone: string): Span {
	const offset = steadyOffsetAround(Math.floor(instant / dayMs), timezone);
	if (offset !== null) {
		const start = Math.floor((instant + offset) / dayMs) * dayMs - offset;
		return { start, end: start + dayMs };
	}
	const date = zoned(instant, timezone).toPlainDate();
	const midnightAfter = (days: number) => date.add({ days }).toZonedDateTime(timezone).epochMilliseconds;
	const tomorrow = midnightAfter(1);
	// A clock that is set back over midnight (St. John's until 2011) shows the old date again, but the new day has begun.
	return instant < tomorrow ? { start: midnightAfter(0), end: tomorrow } : { start: tomorrow, end: midnightAfter(2) };
}

export const zoned = (instant: number, timezone: string): Temporal.ZonedDateTime =>
	Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);

/**
 * The instant of a wall time. If a clock change repeats the wall time, `occurrence` decides. If a clock change skips
 * it, the first instant after the gap counts.
 */
function instantOf(wall: Temporal.PlainDateTime, timezone: string, occurrence: "earlier" | "later"): number {
	const found = wall.toZonedDateTime(timezone, { disambiguation: occurrence });
	if (found.toPlainDateTime().equals(wall)) return found.epochMilliseconds;
	const beforeGap = wall.toZonedDateTime(timezone, { disambiguation: "earlier" });
	return (beforeGap.getTimeZoneTransition("next") ?? found).epochMilliseconds;
}
