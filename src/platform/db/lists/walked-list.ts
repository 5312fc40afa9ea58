import { is, SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { and, eq, sql } from "../statements/expression.ts";
import { afterCursor, afterStart, orderOf, type PageRequest } from "./page-order.ts";
import { inTimeRange, type TimeRange } from "./time-range.ts";

interface ListedTable extends SQLiteTable {
	tenantId: AnySQLiteColumn;
	id: AnySQLiteColumn;
	updatedAt: AnySQLiteColumn;
	startAt?: AnySQLiteColumn;
}

type Equality = [column: AnySQLiteColumn | SQL, value: string | undefined];

interface Filters {
	/** The times of change that are wanted. */
	updated: TimeRange;
	/** Filters by a value, each with an index by tenant, value and id. First the one that usually has fewer records. */
	indexed?: Equality[];
	/** The times of the start, and a filter that has an index by tenant, value, start and id. */
	start?: { range: TimeRange; of: Equality };
	/** Filters without an index. */
	others?: (SQL | undefined)[];
	/** A condition that nearly all records of the table meet. */
	all?: SQL | undefined;
}

/** For `pageWithLargeColumns`. */
interface WalkedList {
	/** The rows of the page in their order, under the name of the table, and perhaps the `walkEnd`. */
	walk?: SQL;
	where?: SQL | undefined;
	order: SQL[];
}

/** The position at which the walk of a page ends, in a row of its own after those of the page; null in these. */
export const walkEnd = sql<string | null>`walk_end`;

/** A page with filters looks at this many records (contract: Lists 6). */
const mostLookedAt = sql.raw("500");

/**
 * A list with filters is a walk along one index: that of its order, or that of the first filter by an indexed value. The
 * other filters are checked on the way. If there are any, the walk ends after `mostLookedAt` records.
 */
export function walkedList(
	table: ListedTable,
	{ tenantId }: { tenantId: string },
	page: PageRequest,
	{ updated, indexed = [], start, others = [], all }: Filters,
): WalkedList {
	const isGiven = ([, value]: Equality) => value !== undefined;
	const byStart = page.byStart && start && table.startAt ? { ...start, column: table.startAt } : undefined;
	const leading = byStart ? [byStart.of] : page.byChange ? [] : indexed;
	const lead = leading.find(isGiven);
	const checked = and(
		...indexed
			.filter((one) => isGiven(one) && one[0] !== lead?.[0])
			.map(([column, value]) => sql`${column} = ${value}`),
		start && table.startAt && !byStart ? inTimeRange(table.startAt, start.range) : undefined,
		page.byChange ? undefined : inTimeRange(table.updatedAt, updated),
		...others,
	);
	const walked = and(
		eq(table.tenantId, tenantId),
		lead && equals(lead),
		byStart
			? afterStart({ id: table.id, startAt: byStart.column }, page, byStart.range)
			: afterCursor(table, page, page.byChange ? updated : {}),
		all,
	);
	const order = orderOf(table, page);
	if (!checked) return { where: walked, order };
	const range = sql`FROM ${table} WHERE ${walked} ORDER BY ${sql.join(order, sql`, `)}`;
	const time = byStart?.column ?? (page.byChange && table.updatedAt);
	const position = time ? sql`${time} || '/' || ${table.id}` : table.id;
	// SQLite runs the second part only if the first one leaves room on the page.
	return {
		walk: sql`(
			SELECT * FROM (
				SELECT *, NULL AS walk_end FROM (SELECT * ${range} LIMIT ${mostLookedAt}) AS ${table} WHERE ${checked}
				LIMIT ${sql.raw(String(page.take))}
			)
			UNION ALL
			SELECT * FROM (SELECT *, ${position} ${range} LIMIT 1 OFFSET ${mostLookedAt} - 1)
		) AS ${table}`,
		order: [],
	};
}

/** SQLite does not see that an expression that equals a value is not null, which an index may demand. */
const equals = ([column, value]: Equality): SQL =>
	is(column, SQL) ? sql`${column} = ${value} AND ${column} IS NOT NULL` : sql`${column} = ${value}`;

/** A filter by a value; undefined if the value is. */
export const hasValue = <T>(column: AnySQLiteColumn, value: T | undefined): SQL | undefined =>
	value === undefined ? undefined : eq(column, value);
