import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { firstIdAt, type IdKind } from "../../lib/ids.ts";

/** The times from `since` on and before `until`. A bound that is absent bounds nothing. */
export interface TimeRange {
	since?: number | undefined;
	until?: number | undefined;
}

export interface UpdatedFilters {
	updated_since?: number | undefined;
	updated_until?: number | undefined;
}

export interface CreatedFilters {
	created_since?: number | undefined;
	created_until?: number | undefined;
}

export const updatedRange = ({ updated_since: since, updated_until: until }: UpdatedFilters): TimeRange => ({
	since,
	until,
});

export const inTimeRange = (column: AnySQLiteColumn | SQL, { since, until }: TimeRange): SQL | undefined =>
	and(
		since === undefined ? undefined : sql`${column} >= ${since}`,
		until === undefined ? undefined : sql`${column} < ${until}`,
	);

/** The records that were created in this range. Their ids tell it. */
export const createdIn = (
	id: AnySQLiteColumn,
	kind: IdKind,
	{ created_since: since, created_until: until }: CreatedFilters,
): SQL | undefined =>
	and(
		since === undefined ? undefined : gte(id, firstIdAt(kind, since)),
		until === undefined ? undefined : lt(id, firstIdAt(kind, until)),
	);
