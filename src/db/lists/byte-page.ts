import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** A page of large records ends early rather than never. */
const mostBytes = 4 * 1024 * 1024;
/** What a record takes beside its large columns, about. */
const recordBytes = 512;

/** How many bytes a record takes that has these large columns. */
export const bytesOf = (...columns: AnySQLiteColumn[]): SQL<number> =>
	sql.join(
		[sql`${recordBytes}`, ...columns.map((column) => sql`coalesce(octet_length(${column}), 0)`)],
		sql` + `,
	) as SQL<number>;

/**
 * The ids of a page, newest first, as many as fit into a page and one more that does not. The sizes are summed up
 * here, so that what does not fit is never loaded.
 */
export const withinBytes = (
	table: SQLiteTable & { id: AnySQLiteColumn },
	size: SQL<number>,
	where: SQL | undefined,
	take: number,
): SQL => sql`${table.id} IN (
	SELECT id FROM (
		SELECT id, sum(size) OVER newest - size AS before, row_number() OVER newest AS place
		FROM (SELECT ${table.id} AS id, ${size} AS size FROM ${table} WHERE ${where} ORDER BY ${table.id} DESC LIMIT ${take})
		WINDOW newest AS (ORDER BY id DESC)
	) WHERE before <= ${mostBytes} OR place <= 2
)`;

/** The records that fit, at least one, and whether others were left out. */
export function cutToBytes<T>(found: readonly { row: T; size: number }[]): { rows: T[]; more: boolean } {
	let bytes = 0;
	const end = found.findIndex(({ size }, index) => {
		bytes += size;
		return bytes > mostBytes && index > 0;
	});
	const kept = end === -1 ? found : found.slice(0, end);
	return { rows: kept.map(({ row }) => row), more: end !== -1 };
}
