import { Temporal } from "temporal-polyfill";
import { mergeSpans, type Span } from "./spans.ts";

/** One range of time on a weekday (0 is Sunday), in wall times of the artist's zone. */
export interface WorkingHours {
	weekday: number;
	start: string;
	end: string;
}

const midnight = Temporal.PlainTime.from("00:00");

/**
 * The spans of working time that touch `range`, joined and in order of time. A span that lasts for days is cut off at the
 * day before and the day after the range.
 */
export function openings(workingHours: WorkingHours[], timezone: string, range: Span): Span[] {
	const ranges = workingHours.map((hours) => ({
		weekday: hours.weekday,
		start: Temporal.PlainTime.from(hours.start),
		end: hours.end === "24:00" ? null : Temporal.PlainTime.from(hours.end),
	}));
	const spans: Span[] = [];
	// One more day at each end, because a clock may be set back over midnight.
	const last = zoned(range.end, timezone).toPlainDate().add({ days: 1 });
	let date = zoned(range.start, timezone).toPlainDate().subtract({ days: 1 });
	while (Temporal.PlainDate.compare(date, last) <= 0) {
		const tomorrow = date.add({ days: 1 });
		for (const { weekday, start, end } of ranges) {
			if (weekday !== date.dayOfWeek % 7) continue;
			spans.push({
				start: instantOf(date.toPlainDateTime(start), timezone, "earlier"),
				end: instantOf(end ? date.toPlainDateTime(end) : tomorrow.toPlainDateTime(midnight), timezone, "later"),
			});
		}
		date = tomorrow;
	}
	return mergeSpans(spans.filter((span) => span.start < span.end)).filter(
		(span) => span.start < range.end && range.start < span.end,
	);
}

/**
 * The local day of an instant, from one midnight to the next. If a clock change skips midnight, the first instant
 * after it counts as midnight.
 */
export function localDay(instant: number, timezone: string): Span {
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
