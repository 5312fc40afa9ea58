import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { type WallClock, wallOf } from "./moment.ts";
import { type Budget, occurrences } from "./recurrence.ts";
import { windowsZones } from "./windows-zones.ts";

export const utc: WallClock = { toInstant: (wall) => wall, toWall: (instant) => instant };

/** Null if the name is not an IANA time zone. */
export function ianaClock(zone: string): WallClock | null {
	const at = (instant: number, timeZone: string) =>
		Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
	try {
		at(0, zone);
	} catch {
		return null;
	}
	return {
		toInstant: (wall) => at(wall, "UTC").toPlainDateTime().toZonedDateTime(zone).epochMilliseconds,
		toWall: (instant) => instant + at(instant, zone).offsetNanoseconds / 1e6,
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
		const iana = ianaClock(tzid);
		if (iana) return iana;
		const zone = defined.get(tzid);
		if (zone) return definedClock(zone, until, budget);
		const windows = windowsZones[tzid];
		return (windows ? ianaClock(windows) : prefixed(tzid)) ?? artist;
	};
	return (tzid: string): WallClock => {
		const clock = known.get(tzid) ?? find(tzid);
		known.set(tzid, clock);
		return clock;
	};
}

/** Some programs write a prefix, such as `/freeassociation.sourceforge.net/Europe/Berlin`. */
function prefixed(tzid: string): WallClock | null {
	const [, name] = /^\/.*?([A-Za-z_]+(?:\/[A-Za-z_-]+){1,2})$/.exec(tzid.slice(0, 200)) ?? [];
	if (!name) return null;
	return ianaClock(name) ?? ianaClock(name.split("/").slice(-2).join("/"));
}

interface Change {
	at: number;
	before: number;
	after: number;
}

function definedClock(zone: ICAL.Component, until: number, budget: Budget): WallClock {
	const changes = zone
		.getAllSubcomponents()
		.flatMap((observance) => changesOf(observance, until, budget))
		.sort((a, b) => a.at - b.at);
	const last = (holds: (change: Change) => boolean) => changes.findLast(holds)?.after ?? changes[0]?.before ?? 0;
	return {
		toInstant: (wall) => wall - last(({ at, before, after }) => at + Math.max(before, after) <= wall),
		toWall: (instant) => instant + last(({ at }) => at <= instant),
	};
}

function changesOf(observance: ICAL.Component, until: number, budget: Budget): Change[] {
	const start = observance.getFirstPropertyValue("dtstart");
	const [before, after] = ["tzoffsetfrom", "tzoffsetto"].map((name) => {
		const offset = observance.getFirstPropertyValue(name);
		return offset instanceof ICAL.UtcOffset ? offset.toSeconds() * 1000 : null;
	}) as [number | null, number | null];
	if (!(start instanceof ICAL.Time) || before === null || after === null) return [];
	const clock: WallClock = { toInstant: (wall) => wall - before, toWall: (instant) => instant + before };
	const first = { wall: wallOf(start), isDate: false, clock };
	const onsets = [first.wall];
	for (const rule of observance.getAllProperties("rrule"))
		onsets.push(...occurrences(rule.getFirstValue() as ICAL.Recur, first, { from: first.wall, until }, budget));
	for (const dates of observance.getAllProperties("rdate"))
		for (const date of dates.getValues()) if (date instanceof ICAL.Time) onsets.push(wallOf(date));
	return onsets.map((wall) => ({ at: wall - before, before, after }));
}
