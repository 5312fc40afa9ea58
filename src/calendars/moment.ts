import type ICAL from "ical.js";

/**
 * Converts wall times. They are written in milliseconds, as if the wall clock showed UTC. If a clock change repeats
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
