import type { Day } from "../../../domain/booking/calendar/week.ts";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import type { Axis, Rows } from "./axis.ts";

export interface DayEntry<T> {
	of: T;
	span: Span;
	/** The entry began on an earlier day. */
	startsEarlier: boolean;
	/** The entry ends on a later day. */
	endsLater: boolean;
}

/** In order of time. */
export const entriesOn = <T extends Span>({ span: day }: Day, all: readonly T[]): DayEntry<T>[] =>
	all
		.filter(({ start, end }) => start < day.end && day.start < end)
		.map((of) => ({
			of,
			span: { start: Math.max(of.start, day.start), end: Math.min(of.end, day.end) },
			startsEarlier: of.start < day.start,
			endsLater: of.end > day.end,
		}))
		.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);

export interface Placed<T> {
	entry: DayEntry<T>;
	rows: Rows;
	lane: number;
	lanes: number;
}

/** More lanes would be too narrow to read. Further entries share the last lane. */
const maxLanes = 4;

/** Overlapping entries stand side by side. The entries must be in order of time. */
export function inLanes<T>(entries: readonly DayEntry<T>[], day: Day, axis: Axis): Placed<T>[] {
	const placed: Placed<T>[] = [];
	let group: Placed<T>[] = [];
	let ends: number[] = [];
	const finish = () => {
		for (const one of group) one.lanes = ends.length;
		placed.push(...group);
		group = [];
		ends = [];
	};
	for (const entry of entries) {
		const rows = axis.rowsOf(day, entry.span.start, entry.span.end);
		if (ends.every((end) => end <= rows.start)) finish();
		const free = ends.findIndex((end) => end <= rows.start);
		const lane = free >= 0 ? free : Math.min(ends.length, maxLanes - 1);
		ends[lane] = Math.max(ends[lane] ?? 0, rows.end);
		group.push({ entry, rows, lane, lanes: 1 });
	}
	finish();
	return placed;
}
