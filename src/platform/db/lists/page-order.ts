import { and, asc, desc, lt, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { firstIdAt, type IdKind } from "../../lib/ids.ts";
import { type CreatedFilters, inTimeRange, type TimeRange } from "./time-range.ts";

export interface PageRequest {
	after: string | undefined;
	/** One more than the page shows, so that `has_more` is exact. */
	take: number;
	/** `at`: the time at which the last record of the page before changed. */
	byChange?: { at: number | undefined } | undefined;
	/** `at`: the start of the last record of the page before. */
	byStart?: { at: number | undefined; descending: boolean } | undefined;
}

interface Ordered {
	id: AnySQLiteColumn;
	updatedAt: AnySQLiteColumn | SQL<number>;
	/** Only tables whose lists take this order need it. */
	startAt?: AnySQLiteColumn;
}

export function orderOf(table: Ordered, { byChange, byStart }: PageRequest): SQL[] {
	if (byStart && table.startAt)
		return byStart.descending ? [desc(table.startAt), desc(table.id)] : [asc(table.startAt), asc(table.id)];
	return byChange ? [asc(table.updatedAt), asc(table.id)] : [desc(table.id)];
}

/**
 * The records after the cursor that changed in a range of time. In the order of changes they are a range of one index,
 * which begins at the cursor, or at `since` without a cursor. SQLite would not see the range if the condition named both.
 */
export function afterCursor(
	table: Ordered,
	{ after, byChange }: PageRequest,
	changed: TimeRange = {},
): SQL | undefined {
	if (after === undefined) return inTimeRange(table.updatedAt, changed);
	return byChange
		? and(
				sql`(${table.updatedAt}, ${table.id}) > (${byChange.at}, ${after})`,
				inTimeRange(table.updatedAt, { until: changed.until }),
			)
		: and(lt(table.id, after), inTimeRange(table.updatedAt, changed));
}

/** The records after the cursor in the order of starts, in a range of starts. */
export function afterStart(
	{ id, startAt }: { id: AnySQLiteColumn; startAt: AnySQLiteColumn },
	{ after, byStart }: PageRequest,
	{ since, until }: TimeRange,
): SQL | undefined {
	if (after === undefined || !byStart) return inTimeRange(startAt, { since, until });
	const place = sql`(${byStart.at}, ${after})`;
	return byStart.descending
		? and(sql`(${startAt}, ${id}) < ${place}`, inTimeRange(startAt, { since }))
		: and(sql`(${startAt}, ${id}) > ${place}`, inTimeRange(startAt, { until }));
}

/**
 * The page of a list with the newest first that begins before `created_until`. SQLite would start at the cursor and walk
 * to the other bound if the condition named both.
 */
export function createdBefore(page: PageRequest, kind: IdKind, { created_until: until }: CreatedFilters): PageRequest {
	if (until === undefined || page.byChange || page.byStart) return page;
	const first = firstIdAt(kind, until);
	return page.after !== undefined && page.after < first ? page : { ...page, after: first };
}
