import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { dayMs } from "../../../../platform/lib/time.ts";
import { UnreadableCalendar } from "./ics-text.ts";
import { type WallClock, wallOf } from "./moment.ts";
import { type Budget, occurrences } from "./recurrence.ts";
import { windowsZones } from "./windows-zones.ts";

export const utc: WallClock = { toInstant: (wall) => wall, toWall: (instant) => instant };

/** Null if the name is not an IANA time zone. */
export function ianaClock(zone: string, budget: Budget): WallClock | null {
	const at = (instant: number, timeZone: string) =>
		Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
	const offsetAt = (instant: number) => at(instant, zone).offsetNanoseconds / 1e6;
	budget.spend(zoneLookUpSteps);
	try {
		at(0, zone);
	} catch {
		return null;
	}
	const steady = steadyOffsets(offsetAt, budget);
	return {
		toInstant: (wall) => {
			const offset = steady(wall);
			if (offset !== null) return wall - offset;
			budget.spend(2);
			return at(wall, "UTC").toPlainDateTime().toZonedDateTime(zone).epochMilliseconds;
		},
		toWall: (instant) => instant + (steady(instant) ?? offsetAt(instant)),
	};
}

/** Looking up a zone takes longer than converting a time in it. */
const zoneLookUpSteps = 5;

/** Returns the offset at a time if it is the same on the days around it; null if a clock change is near. */
function steadyOffsets(offsetAt: (instant: number) => number, budget: Budget): (time: number) => number | null {
	const midnights = new Map<number, number>();
	const atMidnight = (day: number): number => {
		const known = midnights.get(day);
		if (known !== undefined) return known;
		budget.spend(1);
		const offset = offsetAt(day * dayMs);
		midnights.set(day, offset);
		return offset;
	};
	const days = new Map<number, number | null>();
	return (time) => {
		const day = Math.floor(time / dayMs);
		const known = days.get(day);
		if (known !== undefined) return known;
		const offset = atMidnight(day);
		const isSteady = [day - 1, day + 1, day + 2].every((other) => atMidnight(other) === offset);
		days.set(day, isSteady ? offset : null);
		return isSteady ? offset : null;
	};
}

/**
 * Finds the clock that a TZID means. An IANA zone of that name comes first, because its rules are more reliable than
 * a copy in a file. Then come the file's own definition, a Windows name or an IANA name with a prefix, and at last
 * the artist's zone.
 */
export function clocksOf(calendars: ICAL.Component[], artist: WallClock, until: number, budget: Budget) {
	const defined = new Map(
		calendars.flatMap((calendar) =>
			calendar.getAllSubcomponents("vtimezone").map((zone) => [String(zone.getFirstPropertyValue("tzid")), zone]),
		),
	);
	const known = new Map<string, WallClock>();
	const find = (tzid: string): WallClock => {
		const iana = ianaClock(tzid, budget);
		if (iana) return iana;
		const zone = defined.get(tzid);
		if (zone) return clockOfFile(zone, until, budget.part(maxZoneSteps));
		const windows = windowsZones[tzid];
		return (windows ? ianaClock(windows, budget) : prefixedClock(tzid, budget)) ?? artist;
	};
	return (tzid: string): WallClock => {
		const clock = known.get(tzid) ?? find(tzid);
		known.set(tzid, clock);
		return clock;
	};
}

/** Some programs write a prefix before the IANA name, such as `/freeassociation.sourceforge.net/Europe/Berlin`. */
function prefixedClock(tzid: string, budget: Budget): WallClock | null {
	if (!tzid.startsWith("/")) return null;
	const parts = tzid.slice(0, 200).split("/");
	return ianaClock(parts.slice(-3).join("/"), budget) ?? ianaClock(parts.slice(-2).join("/"), budget);
}

interface OffsetChange {
	at: number;
	before: number;
	after: number;
}

function clockOfFile(zone: ICAL.Component, until: number, budget: Budget): WallClock {
	const changes: OffsetChange[] = [];
	for (const observance of zone.getAllSubcomponents())
		for (const change of offsetChangesOf(observance, until, budget)) {
			budget.spend(1);
			if (changes.push(change) > maxOffsetChanges)
				throw new UnreadableCalendar(`The calendar has a time zone that changes more than ${maxOffsetChanges} times.`);
		}
	changes.sort((a, b) => a.at - b.at);
	const offsetAfter = (index: number) => changes[index]?.after ?? changes[0]?.before ?? 0;
	const instants = changes.map(({ at }) => at);
	const walls = changes.map(({ at, before, after }) => at + Math.max(before, after));
	// The binary search needs rising values, so none may be greater than a later one.
	for (let i = walls.length - 2; i >= 0; i--) walls[i] = Math.min(walls[i] ?? 0, walls[i + 1] ?? 0);
	return {
		toInstant: (wall) => wall - offsetAfter(binarySearchLast(walls, wall)),
		toWall: (instant) => instant + offsetAfter(binarySearchLast(instants, instant)),
	};
}

/** Far more than the clock changes of a zone since 1800. */
const maxOffsetChanges = 3000;
const maxZoneSteps = 10_000;

function binarySearchLast(times: number[], time: number): number {
	let [from, to] = [0, times.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		if ((times[middle] ?? 0) <= time) from = middle + 1;
		else to = middle;
	}
	return from - 1;
}

function* offsetChangesOf(observance: ICAL.Component, until: number, budget: Budget): Generator<OffsetChange> {
	const start = observance.getFirstPropertyValue("dtstart");
	const [before, after] = ["tzoffsetfrom", "tzoffsetto"].map((name) => {
		const offset = observance.getFirstPropertyValue(name);
		return offset instanceof ICAL.UtcOffset ? offset.toSeconds() * 1000 : null;
	}) as [number | null, number | null];
	if (!(start instanceof ICAL.Time) || before === null || after === null) return;
	const clock: WallClock = { toInstant: (wall) => wall - before, toWall: (instant) => instant + before };
	const first = { wall: wallOf(start), isDate: false, clock };
	const changeAt = (wall: number): OffsetChange => ({ at: wall - before, before, after });
	yield changeAt(first.wall);
	for (const rule of observance.getAllProperties("rrule"))
		for (const wall of occurrences(rule.getFirstValue() as ICAL.Recur, first, { from: first.wall, until }, budget))
			yield changeAt(wall);
	for (const dates of observance.getAllProperties("rdate"))
		for (const date of dates.getValues()) if (date instanceof ICAL.Time) yield changeAt(wallOf(date));
}
