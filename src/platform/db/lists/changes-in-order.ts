import { getTableName, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { and, eq, sql } from "../statements/expression.ts";
import { afterCursor, orderOf, type PageRequest } from "./page-order.ts";
import type { TimeRange } from "./time-range.ts";

interface ListedTable extends SQLiteTable {
	tenantId: AnySQLiteColumn;
	id: AnySQLiteColumn;
	updatedAt: AnySQLiteColumn;
}

export interface ListFilters {
	/** The times of change that are wanted. */
	updated?: TimeRange | undefined;
	/** The parent of the list's records, beside the tenant, such as the form of submissions. */
	of?: SQL | undefined;
	filters?: SQL | undefined;
	/** Rowids among which are all records that pass the filters, unless these are many. */
	collected?: { rowids: SQL; areMany: SQL };
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
	{ updated, of, filters, collected, changesIndex }: ListFilters,
): SQL | undefined {
	return collectedOrWalked(table, {
		mine: and(eq(table.tenantId, tenantId), of),
		begin: afterCursor(table, page, updated),
		filters,
		collected,
		index: changesIndex ?? `${getTableName(table)}_updated`,
		order: orderOf(table, page),
		take: page.take,
	});
}

interface Walk {
	mine: SQL | undefined;
	/** The range of the index in which the page begins. */
	begin: SQL | undefined;
	filters: SQL | undefined;
	collected?: { rowids: SQL; areMany: SQL } | undefined;
	index: string;
	order: SQL[];
	take: number;
}

/** The same for any order of an index. */
export function collectedOrWalked(
	table: SQLiteTable,
	{ mine, begin, filters, collected, index, order, take }: Walk,
): SQL | undefined {
	const range = and(mine, begin);
	if (!filters) return range;
	const rowid = sql`${table}.rowid`;
	const among = collected ? sql`${rowid} IN (${collected.rowids})` : mine;
	const passedCount = sql`(SELECT count(*) FROM passed)`;
	const amount = collected
		? sql`CASE WHEN ${collected.areMany} THEN ${maxSorted + 1} ELSE ${passedCount} END`
		: passedCount;
	// Outside the branches the condition names rowids alone, so that SQLite does not walk the whole index.
	return sql`${rowid} IN (
		WITH passed(place) AS MATERIALIZED (SELECT ${rowid} FROM ${table} WHERE ${among} AND ${filters} LIMIT ${maxSorted + 1}),
		amount(n) AS MATERIALIZED (SELECT ${amount})
		SELECT ${rowid} FROM ${table} WHERE ${rowid} IN (SELECT place FROM passed WHERE (SELECT n FROM amount) <= ${maxSorted}) AND ${begin ?? sql`1`}
		UNION ALL
		SELECT place FROM (
			SELECT ${rowid} AS place FROM ${table} INDEXED BY ${sql.identifier(index)} WHERE ${range} AND ${filters}
			ORDER BY ${sql.join(order, sql`, `)} LIMIT CASE WHEN (SELECT n FROM amount) > ${maxSorted} THEN ${take} ELSE 0 END
		)
	)`;
}
