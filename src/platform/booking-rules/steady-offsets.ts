import { Temporal } from "temporal-polyfill";
import { LruCache } from "../lib/lru.ts";
import { dayMs } from "../lib/time.ts";

/** For each day in UTC, by its number: the offset of the zone, or null if the clock changes on that day. */
type OffsetsOfDays = Map<number, number | null>;

const maxZones = 200;
const maxDays = 1000;
const zones = new LruCache<OffsetsOfDays>(maxZones);

function offsetsOf(timezone: string): OffsetsOfDays {
	let known = zones.get(timezone);
	if (!known || known.size > maxDays) {
		known = new Map();
		zones.set(timezone, known);
	}
	return known;
}

const offsetAt = (instant: number, timezone: string): number =>
	Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6;

/**
 * The offset of a zone's clock, in milliseconds, if no clock change is near a date: its day in UTC and the days before and
 * after it have the same offset. Otherwise null. The date is the number of its day since 1970.
 *
 * With an offset that stays, times of a date are sums. Temporal takes a hundred times longer, so it works out only the
 * dates near clock changes.
 */
export function steadyOffsetAround(date: number, timezone: string): number | null {
	const known = offsetsOf(timezone);
	const offset = offsetOfDay(date, timezone, known);
	const isSteady =
		offset === offsetOfDay(date - 1, timezone, known) && offset === offsetOfDay(date + 1, timezone, known);
	return isSteady ? offset : null;
}

/** No zone changes its clock twice on one day. */
function offsetOfDay(day: number, timezone: string, known: OffsetsOfDays): number | null {
	let offset = known.get(day);
	if (offset === undefined) {
		const begin = offsetAt(day * dayMs, timezone);
		offset = begin === offsetAt((day + 1) * dayMs, timezone) ? begin : null;
		known.set(day, offset);
	}
	return offset;
}
