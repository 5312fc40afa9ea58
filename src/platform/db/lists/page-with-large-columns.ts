import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../database.ts";
import { maxPageBytes, recordBytesSql, trimToBytes } from "./byte-page.ts";
import { columnsUnderName } from "./union.ts";

interface ListedTable extends SQLiteTable {
	tenantId: AnySQLiteColumn;
	id: AnySQLiteColumn;
}

interface Page<T extends ListedTable> {
	/** The columns that can be large. */
	large: (keyof T["_"]["columns"] & keyof T["$inferSelect"])[];
	/** The rows from which the page is selected, under the name of the table. The default is the whole table. */
	among?: SQL;
	where?: SQL | undefined;
	order: SQL[];
	take: number;
}

interface Reader {
	db: Database;
	tenantId: string;
}

/**
 * A page that ends before it has too many bytes. A first statement reads the large columns only of records that take no
 * more than an equal part of the page, so that all of them have room. Few records take more. A second statement reads
 * the large columns of those that are on the page.
 */
export async function pageWithLargeColumns<T extends ListedTable>(
	{ db, tenantId }: Reader,
	table: T,
	page: Page<T>,
): Promise<{ rows: T["$inferSelect"][]; more: boolean }> {
	const { large, among = sql`${table}`, where, order, take } = page;
	const columns = getTableColumns(table) as Record<string, AnySQLiteColumn>;
	const { revision } = columns;
	const largeColumns = Object.fromEntries(large.map((name) => [name, columns[name as string] as AnySQLiteColumn]));
	const size = recordBytesSql(...Object.values(largeColumns));
	const part = Math.floor(maxPageBytes / take);
	const ifSmall = Object.entries(largeColumns).map(([name, column]) => [
		name,
		sql`CASE WHEN ${size} <= ${part} THEN ${column} END`.mapWith(column),
	]);
	const found = await db
		.select({ row: { ...columnsUnderName(table), ...Object.fromEntries(ifSmall) }, size })
		.from(among)
		.where(where)
		.orderBy(...order)
		.limit(take);
	const { rows, more } = trimToBytes(found as { row: T["$inferSelect"] & { id: string }; size: number }[]);
	const missing = rows.filter((_, index) => Number(found[index]?.size) > part).map(({ id }) => id);
	if (missing.length === 0) return { rows, more };

	const loaded = await db
		.select({ id: columns.id as AnySQLiteColumn, revision: revision ?? sql`NULL`, large: largeColumns })
		.from(table as SQLiteTable)
		.where(
			and(
				eq(table.tenantId, tenantId),
				inArray(table.id, sql`(SELECT value FROM json_each(${JSON.stringify(missing)}))`),
			),
		);
	const loadedOf = new Map(loaded.map((one) => [one.id as string, one]));
	const isAsFound = (row: { id: string; revision?: unknown }): boolean =>
		row.revision === undefined || row.revision === loadedOf.get(row.id)?.revision;
	// A record was deleted or changed between the two statements, so the page must be read again.
	if (loaded.length < missing.length || rows.some((row) => loadedOf.has(row.id) && !isAsFound(row)))
		return await pageWithLargeColumns({ db, tenantId }, table, page);
	return { rows: rows.map((row) => ({ ...row, ...loadedOf.get(row.id)?.large })), more };
}
