import { and, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterCursor, orderOf, type PageRequest } from "./page-order.ts";
import type { TimeRange } from "./time-range.ts";

interface ListedTable extends SQLiteTable {
	tenantId: AnySQLiteColumn;
	id: AnySQLiteColumn;
	updatedAt: AnySQLiteColumn;
}

interface ListFilters {
	/** The times of change that are wanted. */
	updated?: TimeRange | undefined;
	/** The parent of the list's records, beside the tenant, such as the form of submissions. */
	of?: SQL | undefined;
	filters?: SQL | undefined;
	/** The index by tenant, `of`, time of change and id. The default is the table's name with `_updated`. */
	changesIndex?: string;
}

/** Up to this many records that pass the filters are collected and sorted. */
const maxSorted = 400;

/**
 * The condition of a list in the order of changes. Without filters a page is one range of the index of changes. If few
 * records pass the filters, these records are collected by the filters' own indexes and sorted. Otherwise the list walks
 * the index of changes, and the next page continues after the last record of this page.
 */
export function changesInOrder(
	table: ListedTable,
	tenantId: string,
	page: PageRequest,
	{ updated, of, filters, changesIndex }: ListFilters,
): SQL | undefined {
	const mine = and(eq(table.tenantId, tenantId), of);
	const begin = afterCursor(table, page, updated);
	const range = and(mine, begin);
	if (!filters) return range;
	const index = changesIndex ?? `${getTableName(table)}_updated`;
	const rowid = sql`${table}.rowid`;
	// Outside the branches the condition names rowids alone, so that SQLite does not walk the whole index.
	return sql`${rowid} IN (
		WITH passed(place) AS MATERIALIZED (SELECT ${rowid} FROM ${table} WHERE ${mine} AND ${filters} LIMIT ${maxSorted + 1}),
		amount(n) AS MATERIALIZED (SELECT count(*) FROM passed)
		SELECT ${rowid} FROM ${table} WHERE ${rowid} IN (SELECT place FROM passed WHERE (SELECT n FROM amount) <= ${maxSorted}) AND ${begin ?? sql`1`}
		UNION ALL
		SELECT place FROM (
			SELECT ${rowid} AS place FROM ${table} INDEXED BY ${sql.identifier(index)} WHERE ${range} AND ${filters}
			ORDER BY ${sql.join(orderOf(table, page), sql`, `)} LIMIT CASE WHEN (SELECT n FROM amount) > ${maxSorted} THEN ${page.take} ELSE 0 END
		)
	)`;
}
