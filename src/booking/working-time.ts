import { Temporal } from "temporal-polyfill";
import { merged, type Span } from "./spans.ts";

/** One range of a weekday, as wall times of the artist's zone; 0 is Sunday. */
export interface WorkingHours {
	weekday: number;
	start: string;
	end: string;
}

const midnight = Temporal.PlainTime.from("00:00");

/**
 * The stretches in which an artist works that touch `range`, joined and in order. Those that go on for days
 * are followed no further than a day before and after it.
 */
export function openings(workingHours: WorkingHours[], timezone: string, range: Span): Span[] {
	const ranges = workingHours.map((hours) => ({
		weekday: hours.weekday,
		start: Temporal.PlainTime.from(hours.start),
		end: hours.end === "24:00" ? null : Temporal.PlainTime.from(hours.end),
	}));
	const spans: Span[] = [];
	// A day more at each end, for a clock that is set back over midnight.
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
	return merged(spans.filter((span) => span.start < span.end)).filter(
		(span) => span.start < range.end && range.start < span.end,
	);
}

/** The day of an instant, from local midnight to the next, or from the first instant after it where it is skipped. */
export function localDay(instant: number, timezone: string): Span {
	const date = zoned(instant, timezone).toPlainDate();
	const midnightAfter = (days: number) => date.add({ days }).toZonedDateTime(timezone).epochMilliseconds;
	const tomorrow = midnightAfter(1);
	// A clock that is set back over midnight (St. John's until 2011) shows yesterday's date again: the new day has begun.
	return instant < tomorrow ? { start: midnightAfter(0), end: tomorrow } : { start: tomorrow, end: midnightAfter(2) };
}

export const zoned = (instant: number, timezone: string): Temporal.ZonedDateTime =>
	Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);

/** Of a wall time that occurs twice, the one asked for; of one that is skipped, the first instant after the gap. */
function instantOf(wall: Temporal.PlainDateTime, timezone: string, occurrence: "earlier" | "later"): number {
	const found = wall.toZonedDateTime(timezone, { disambiguation: occurrence });
	if (found.toPlainDateTime().equals(wall)) return found.epochMilliseconds;
	const beforeGap = wall.toZonedDateTime(timezone, { disambiguation: "earlier" });
	return (beforeGap.getTimeZoneTransition("next") ?? found).epochMilliseconds;
}
