import type { Day, Week } from "../../../domain/booking/calendar/week.ts";
import { minuteMs } from "../../../platform/lib/time.ts";

const quarter = 15;
const quartersPerDay = (24 * 60) / quarter;
const quartersPerHour = 60 / quarter;

/** Rows, counted from the top of the grid. `end` is the row after the last. */
export interface Rows {
	start: number;
	end: number;
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

	constructor({ days }: Week) {
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
		const wall = day.firstWall + (instant - day.span.start) / minuteMs;
		const { change } = day;
		if (!change || instant < change.at) return this.rowOf(quarterOf(wall));
		const shown = wall + change.minutes;
		if (shown >= change.wall) return this.rowOf(quarterOf(shown));
		const after = quarterOf(change.wall);
		return this.firstRepeated(after) + quarterOf(shown - (change.wall + change.minutes));
	}

	/** The rows of a time span of the day. */
	rowsOf(day: Day, start: number, end: number): Rows {
		return { start: this.rowAt(day, start), end: this.rowAt(day, Math.max(start, end - 1)) + 1 };
	}

	/** The clock of the day skips these rows, or they repeat an hour of another day. */
	missing(day: Day): Rows[] {
		const has = new Set<number>();
		for (let at = day.span.start; at < day.span.end; at += quarter * minuteMs) has.add(this.rowAt(day, at));
		const missing: Rows[] = [];
		for (let row = 0; row < this.size; row++) {
			if (has.has(row)) continue;
			const last = missing.at(-1);
			if (last?.end === row) last.end++;
			else missing.push({ start: row, end: row + 1 });
		}
		return missing;
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
