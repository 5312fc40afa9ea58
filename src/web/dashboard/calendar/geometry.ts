import type { Day, Days } from "../../../domain/booking/calendar/days.ts";
import { mergeSpans, type Span } from "../../../platform/booking-rules/spans.ts";
import { dayMs, minuteMs } from "../../../platform/lib/time.ts";

// The places of the entries of a day in the grid. Nothing here touches the clock, a database or HTML.

const quarter = 15;
const quarterMs = quarter * minuteMs;
const quartersPerDay = dayMs / quarterMs;
const quartersPerHour = 60 / quarter;

/** Rows, counted from the top of the grid. `end` is the row after the last. */
export interface Rows {
	start: number;
	end: number;
}

/** The time of the clock at an instant of a day, in minutes since midnight. */
export interface Wall {
	minutes: number;
	/** The clock was set back, and shows this time for the second time. */
	isRepeated: boolean;
}

export function wallAt({ firstWall, span, change }: Day, instant: number): Wall {
	const unchanged = firstWall + Math.floor((instant - span.start) / minuteMs);
	if (!change || instant < change.at) return { minutes: unchanged, isRepeated: false };
	const minutes = unchanged + change.minutes;
	return { minutes, isRepeated: minutes < change.wall };
}

/** A day has such a time twice, because its clock is set back. */
interface Repeated {
	/** The quarter of the day at which the clock is set back. */
	after: number;
	rows: number;
}

/**
 * One row for each quarter of an hour. If a clock is set back, the repeated hour has rows of its own, which the other
 * days do not have.
 */
export class Axis {
	readonly size: number;
	private readonly repeated: Repeated[];

	constructor({ days }: Pick<Days, "days">) {
		const byQuarter = new Map<number, number>();
		for (const { change } of days)
			if (change && change.minutes < 0) {
				const after = quarterOf(change.wall);
				byQuarter.set(after, Math.max(byQuarter.get(after) ?? 0, quarterOf(-change.minutes)));
			}
		this.repeated = [...byQuarter].map(([after, rows]) => ({ after, rows })).sort((a, b) => a.after - b.after);
		this.size = quartersPerDay + this.repeated.reduce((sum, { rows }) => sum + rows, 0);
	}

	/** The instant is one of the day. */
	rowAt(day: Day, instant: number): number {
		const { minutes, isRepeated } = wallAt(day, instant);
		const { change } = day;
		if (!change || !isRepeated) return this.rowOf(quarterOf(minutes));
		return this.firstRepeated(quarterOf(change.wall)) + quarterOf(minutes - (change.wall + change.minutes));
	}

	/** The rows of a time span of the day. */
	rowsOf(day: Day, { start, end }: Span): Rows {
		return { start: this.rowAt(day, start), end: this.rowAt(day, Math.max(start, end - 1)) + 1 };
	}

	/** The clock of the day skips these rows, or they repeat an hour of another day. */
	missing(day: Day): Rows[] {
		const has = new Set<number>();
		for (let at = day.span.start; at < day.span.end; at += quarterMs) has.add(this.rowAt(day, at));
		const missing: Rows[] = [];
		for (let row = 0; row < this.size; row++) {
			if (has.has(row)) continue;
			const last = missing.at(-1);
			if (last?.end === row) last.end++;
			else missing.push({ start: row, end: row + 1 });
		}
		return missing;
	}

	/** The shown rows of the day, as stretches of time: the first row, its instant, and the number of rows. */
	stretches(day: Day, shown: Rows): [row: number, at: number, count: number][] {
		const stretches: [number, number, number][] = [];
		for (let at = day.span.start; at < day.span.end; at += quarterMs) {
			const row = this.rowAt(day, at) - shown.start;
			if (row < 0 || row >= shown.end - shown.start) continue;
			const last = stretches.at(-1);
			if (last && row === last[0] + last[2] && at === last[1] + last[2] * quarterMs) last[2]++;
			else stretches.push([row, at, 1]);
		}
		return stretches;
	}

	hours(): { row: number; text: string }[] {
		const hours = Array.from({ length: 24 }, (_, hour) => ({
			row: this.rowOf(hour * quartersPerHour),
			text: hourText(hour * quartersPerHour),
		}));
		const repeatedHours = this.repeated.flatMap(({ after, rows }) =>
			Array.from({ length: rows }, (_, n) => ({ quarter: after - rows + n, row: this.firstRepeated(after) + n }))
				.filter(({ quarter }) => quarter % quartersPerHour === 0)
				.map(({ quarter, row }) => ({ row, text: `${hourText(quarter)} again` })),
		);
		return [...hours, ...repeatedHours].sort((a, b) => a.row - b.row);
	}

	private rowOf(quarter: number): number {
		return this.repeated.reduce((row, { after, rows }) => (after <= quarter ? row + rows : row), quarter);
	}

	private firstRepeated(after: number): number {
		return this.repeated.reduce((row, other) => (other.after < after ? row + other.rows : row), after);
	}
}

const quarterOf = (minutes: number): number => Math.floor(minutes / quarter);

const hourText = (quarter: number): string => `${String(quarter / quartersPerHour).padStart(2, "0")}:00`;

/** Whole hours around all entries, and at least a working day. */
export function shownRows(all: readonly Rows[], axis: Axis): Rows {
	const hours = [...axis.hours().map(({ row }) => row), axis.size];
	const usual = { start: 9 * quartersPerHour, end: 17 * quartersPerHour };
	const used = all.length > 0 ? all : [usual];
	const start = Math.min(...used.map((rows) => rows.start));
	const end = Math.max(...used.map((rows) => rows.end), Math.min(start + usual.end - usual.start, axis.size));
	return { start: hours.findLast((row) => row <= start) ?? 0, end: hours.find((row) => row >= end) ?? axis.size };
}

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
		const rows = axis.rowsOf(day, entry.span);
		if (ends.every((end) => end <= rows.start)) finish();
		const free = ends.findIndex((end) => end <= rows.start);
		const lane = free >= 0 ? free : Math.min(ends.length, maxLanes - 1);
		ends[lane] = Math.max(ends[lane] ?? 0, rows.end);
		group.push({ entry, rows, lane, lanes: 1 });
	}
	finish();
	return placed;
}

/** The rest of the openings after the taken times, in whole quarters of an hour, from an instant on. */
export function freeTimes(openings: readonly Span[], taken: readonly Span[], from: number): Span[] {
	const merged = mergeSpans(taken);
	return openings
		.flatMap((opening) => {
			const left: Span[] = [];
			let { start } = opening;
			for (const one of merged) {
				if (one.end <= start || one.start >= opening.end) continue;
				left.push({ start, end: one.start });
				start = one.end;
			}
			return [...left, { start, end: opening.end }];
		})
		.map(({ start, end }) => ({
			start: Math.ceil(Math.max(start, from) / quarterMs) * quarterMs,
			end: Math.floor(end / quarterMs) * quarterMs,
		}))
		.filter(({ start, end }) => end - start >= quarterMs);
}

/** Parts of a free time in which one can click: they begin at half hours, and none is shorter than a half hour. */
export function clickableParts(day: Day, free: Span): Span[] {
	const starts = [free.start];
	for (let at = free.start + quarterMs; at <= free.end - 2 * quarterMs; at += quarterMs) {
		const isHalfHour = wallAt(day, at).minutes % (2 * quarter) === 0;
		if (isHalfHour && at - (starts.at(-1) ?? at) >= 2 * quarterMs) starts.push(at);
	}
	return starts.map((start, n) => ({ start, end: starts[n + 1] ?? free.end }));
}
