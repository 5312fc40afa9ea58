import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** A page of large records ends early rather than never. */
export const maxPageBytes = 4 * 1024 * 1024;
/** What a record takes beside its large columns, about. */
const recordBytes = 512;

/** How many bytes a record takes that has these large columns. */
export const recordBytesSql = (...columns: AnySQLiteColumn[]): SQL<number> =>
	sql.join(
		[sql`${recordBytes}`, ...columns.map((column) => sql`coalesce(octet_length(${column}), 0)`)],
		sql` + `,
	) as SQL<number>;

/**
 * The ids of a page, as many as fit into it and one more that does not: the newest first, or with `changedAt` in the
 * order of changes. The sizes are summed up here, so that what does not fit is never loaded.
 */
export function pageWithinBytes(
	table: SQLiteTable & { id: AnySQLiteColumn },
	size: SQL<number>,
	where: SQL | undefined,
	take: number,
	changedAt?: AnySQLiteColumn,
): SQL {
	const changed = changedAt ? sql`, ${changedAt} AS changed` : sql``;
	const listed = changedAt ? sql`${changedAt}, ${table.id}` : sql`${table.id} DESC`;
	const order = sql.raw(changedAt ? "changed, id" : "id DESC");
	return sql`${table.id} IN (
		SELECT id FROM (
			SELECT id, sum(size) OVER page - size AS before, row_number() OVER page AS place
			FROM (SELECT ${table.id} AS id, ${size} AS size${changed} FROM ${table} WHERE ${where} ORDER BY ${listed} LIMIT ${take})
			WINDOW page AS (ORDER BY ${order})
		) WHERE before <= ${maxPageBytes} OR place <= 2
	)`;
}

/** The records that fit, at least one, and whether others were left out. */
export function trimToBytes<T>(found: readonly { row: T; size: number }[]): { rows: T[]; more: boolean } {
	let bytes = 0;
	const end = found.findIndex(({ size }, index) => {
		bytes += size;
		return bytes > maxPageBytes && index > 0;
	});
	const kept = end === -1 ? found : found.slice(0, end);
	return { rows: kept.map(({ row }) => row), more: end !== -1 };
}
