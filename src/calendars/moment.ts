import type ICAL from "ical.js";

/**
 * Wall times are milliseconds as if the wall were UTC's. One that occurs twice means the first; one that a
 * clock change skips is read with the offset before it (RFC 5545, 3.3.5).
 */
export interface WallClock {
	toInstant(wall: number): number;
	toWall(instant: number): number;
}

/** A time as the file gives it. */
export interface Moment {
	wall: number;
	/** A whole day. */
	isDate: boolean;
	clock: WallClock;
}

export const wallOf = (time: ICAL.Time): number =>
	Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
