import type { SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { and, sql } from "../statements/expression.ts";
import { collectedOrWalked } from "./changes-in-order.ts";
import { afterCursor, orderOf, type PageRequest } from "./page-order.ts";
import type { TimeRange } from "./time-range.ts";
import { unionOf } from "./union.ts";

interface ListedTable extends SQLiteTable {
	id: AnySQLiteColumn;
	updatedAt: AnySQLiteColumn;
}

/** A condition with an index that has the matching records by id. */
interface IndexedFilter {
	condition: SQL;
	index: string;
}

interface Filters {
	updated: TimeRange;
	updatedIndex: string;
	/** First the filter that usually has fewer records. */
	indexed: (IndexedFilter | undefined)[];
	/** A condition that holds for all records of the list. */
	all?: SQL | undefined;
}

/** A list of the operator over all tenants. One filter is a range of its index, the others are checked in it. */
export function listOfAll(
	table: ListedTable,
	page: PageRequest,
	{ updated, updatedIndex, indexed, all }: Filters,
): { among?: SQL; where: SQL | undefined } {
	const begin = afterCursor(table, page, updated);
	const filters = indexed.filter((filter) => filter !== undefined);
	const [first] = filters;
	if (!first) return { where: and(begin, all) };
	const wanted = and(...filters.map(({ condition }) => condition), all);
	if (page.byChange)
		return {
			where: collectedOrWalked(table, {
				...{ mine: sql`1`, begin, filters: wanted, index: updatedIndex },
				...{ order: orderOf(table, page), take: page.take },
			}),
		};
	const range = sql`SELECT * FROM ${table} INDEXED BY ${sql.identifier(first.index)} WHERE ${and(wanted, begin)}`;
	return { among: unionOf([range], table), where: undefined };
}
