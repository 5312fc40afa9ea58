import ICAL from "ical.js";

/**
 * Converts wall times, which are in milliseconds, as if the wall clock showed UTC. If a clock change repeats
 * a wall time, the first one counts. If it skips a wall time, the offset before the change counts (RFC 5545, 3.3.5).
 */
export interface WallClock {
	toInstant(wall: number): number;
	toWall(instant: number): number;
}

/** A time as the file gives it. */
export interface Moment {
	wall: number;
	/** Whether it is a whole day. */
	isDate: boolean;
	clock: WallClock;
}

export const wallOf = (time: ICAL.Time): number =>
	Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);

export interface FileTime extends Pick<Moment, "wall" | "isDate"> {
	isUtc: boolean;
}

/** The library would make an object for each time that is twenty times as large. */
export function timesIn(property: ICAL.Property): FileTime[] {
	const plain = property.type.startsWith("date") ? property.jCal.slice(3).map(parsePlainTime) : [undefined];
	if (plain.every((time) => time !== undefined)) return plain;
	return property.getValues().flatMap((value) => (value instanceof ICAL.Time ? fileTimeOf(value) : []));
}

export const fileTimeOf = (time: ICAL.Time): FileTime => ({
	wall: wallOf(time),
	isDate: time.isDate,
	isUtc: time.zone === ICAL.Timezone.utcTimezone,
});

/** A date, and a date with a time, as the library writes them, in the centuries that it counts like Date.UTC. */
const plainTime = /^((?:19|2\d)\d\d)-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(Z?))?$/;

function parsePlainTime(text: unknown): FileTime | undefined {
	const [whole, year, month, day, hour, minute = 0, second = 0, utc] = plainTime.exec(String(text)) ?? [];
	if (whole === undefined) return undefined;
	const wall = Date.UTC(
		Number(year),
		Number(month) - 1,
		Number(day),
		Number(hour ?? 0),
		Number(minute),
		Number(second),
	);
	return { wall, isDate: hour === undefined, isUtc: utc === "Z" };
}
