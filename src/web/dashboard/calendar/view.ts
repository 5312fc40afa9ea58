import { dateOf, daysLater, mondayOf } from "../../../domain/booking/calendar/days.ts";
import { longDay, weekName } from "./words.ts";

/** The days that the page shows: one day, or the week from a Monday on. */
export interface View {
	kind: "day" | "week";
	/** The first date. */
	first: string;
}

const counts = { day: 1, week: 7 };

export const dayCount = ({ kind }: View): number => counts[kind];

/** An address without a day or a week shows today, or the present week of an artist. */
export function viewOf(query: Record<string, string>, timezone: string, now: number): View {
	const { view, day, week, artist_id } = query;
	const isWeek = view === "week" || (view !== "day" && day === undefined && (week ?? artist_id) !== undefined);
	const date = dateOf(isWeek ? (week ?? day) : (day ?? week), timezone, now);
	return isWeek ? { kind: "week", first: mondayOf(date) } : { kind: "day", first: date };
}

export const queryOfView = ({ kind, first }: View): Record<string, string> => ({ [kind]: first });

export const besideView = ({ kind, first }: View, step: -1 | 1): View => ({
	kind,
	first: daysLater(first, step * counts[kind]),
});

export const nameOfView = ({ kind, first }: View): string =>
	kind === "day" ? longDay(first) : weekName(first, daysLater(first, 6));
