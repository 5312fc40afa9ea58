import type ICAL from "ical.js";
import { dayMs, hourMs, minuteMs, secondMs } from "../../../../platform/lib/time.ts";
import { weekdays } from "./existing-dates.ts";
import { UnreadableCalendar } from "./ics-text.ts";
import type { Moment } from "./moment.ts";

/** While the dates of a period are collected, no other request can run. */
const maxDatesOfPeriod = 2000;

const longestPeriod: Partial<Record<ICAL.Recur["freq"], number>> = {
	SECONDLY: secondMs,
	MINUTELY: minuteMs,
	HOURLY: hourMs,
	DAILY: dayMs,
	WEEKLY: 7 * dayMs,
	MONTHLY: 31 * dayMs,
	YEARLY: 366 * dayMs,
};

interface Sets {
	/** The start of the first period, from which the rule gives the dates of the whole period. */
	start: Moment;
	longestMs: number;
	periodOf(wall: number): number;
}

/**
 * The periods whose dates BYSETPOS counts: the library knows only the days of a month. Takes BYSETPOS out of the rule,
 * and writes into it what it leaves to the start of the event.
 */
export function setsOf(rule: ICAL.Recur, event: Moment): Sets {
	const { freq, parts } = rule;
	delete parts.BYSETPOS;
	const date = new Date(event.wall);
	const periodOf = periodsOf(rule);
	const byDay = parts.BYDAY ?? parts.BYMONTHDAY ?? parts.BYYEARDAY ?? parts.BYWEEKNO;
	if (freq === "YEARLY" && !byDay) {
		parts.BYMONTH ??= [date.getUTCMonth() + 1];
		parts.BYMONTHDAY = [date.getUTCDate()];
	}
	if (freq === "MONTHLY" && !byDay) parts.BYMONTHDAY = [date.getUTCDate()];
	if (freq === "WEEKLY") parts.BYDAY ??= [weekdays[date.getUTCDay()] ?? "MO"];
	if (!event.isDate) {
		if (["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].includes(freq)) parts.BYHOUR ??= [date.getUTCHours()];
		if (freq !== "MINUTELY" && freq !== "SECONDLY") parts.BYMINUTE ??= [date.getUTCMinutes()];
		if (freq !== "SECONDLY") parts.BYSECOND ??= [date.getUTCSeconds()];
	}
	return { start: { ...event, wall: periodOf(event.wall) }, longestMs: longestPeriod[freq] ?? 366 * dayMs, periodOf };
}

/** The start of the period in which a wall time lies. */
function periodsOf({ freq, wkst }: ICAL.Recur): (wall: number) => number {
	const unit = longestPeriod[freq] ?? dayMs;
	if (freq === "YEARLY") return (wall) => Date.UTC(new Date(wall).getUTCFullYear(), 0);
	if (freq === "MONTHLY") return (wall) => Date.UTC(new Date(wall).getUTCFullYear(), new Date(wall).getUTCMonth());
	if (freq !== "WEEKLY") return (wall) => Math.floor(wall / unit) * unit;
	return (wall) => {
		const day = Math.floor(wall / dayMs);
		// 1 January 1970 was a Thursday. The library counts the days of the week from 1, which is Sunday.
		return (day - ((((day + 4 - (wkst - 1)) % 7) + 7) % 7)) * dayMs;
	};
}

/** Of the dates of each period, those at the positions. A position below zero counts from the end. */
export function* chosenDates(
	dates: Iterable<number>,
	{ positions, periodOf }: { positions: number[]; periodOf: Sets["periodOf"] },
): Generator<number> {
	let period: number | null = null;
	let found = new Set<number>();
	for (const wall of dates) {
		const own = periodOf(wall);
		if (period !== null && own !== period) {
			yield* chosen(found, positions);
			found = new Set();
		}
		period = own;
		if (found.add(wall).size > maxDatesOfPeriod)
			throw new UnreadableCalendar("The calendar's recurrences and dates are too many to follow.");
	}
	yield* chosen(found, positions);
}

function chosen(found: Set<number>, positions: number[]): number[] {
	const sorted = [...found].sort((a, b) => a - b);
	const picked = positions.flatMap((position) => sorted.at(position > 0 ? position - 1 : position) ?? []);
	return [...new Set(picked)].sort((a, b) => a - b);
}
