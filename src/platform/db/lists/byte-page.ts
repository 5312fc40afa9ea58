import type { SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { sql } from "../statements/expression.ts";

/** A page of large records ends early, so that it fits into the memory of an isolate. */
export const maxPageBytes = 4 * 1024 * 1024;
/**
 * Selects the records of a page: as many as fit into it and one more that does not. The newest come first, or with
 * `changedAt` the earliest changes. The statement adds up the sizes, so that records that do not fit are never loaded.
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

/** The records that fit, but at least one, and whether others were left out. */
export function trimToBytes<T>(found: readonly { row: T; size: number }[]): { rows: T[]; more: boolean } {
	let bytes = 0;
	const end = found.findIndex(({ size }, index) => {
		bytes += size;
		return bytes > maxPageBytes && index > 0;
	});
	const kept = end === -1 ? found : found.slice(0, end);
	return { rows: kept.map(({ row }) => row), more: end !== -1 };
}
