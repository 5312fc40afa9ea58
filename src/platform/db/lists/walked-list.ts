import { and, eq, is, SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { IdKind } from "../../lib/ids.ts";
import { afterCursor, afterStart, createdBefore, orderOf, type PageRequest } from "./page-order.ts";
import { type CreatedFilters, createdIn, inTimeRange, type TimeRange } from "./time-range.ts";

interface ListedTable extends SQLiteTable {
	id: AnySQLiteColumn;
	updatedAt: AnySQLiteColumn;
	tenantId?: AnySQLiteColumn;
	startAt?: AnySQLiteColumn;
}

type Equality = [column: AnySQLiteColumn | SQL, value: string | SQL | undefined];

export interface WalkFilters {
	updated: TimeRange;
	/** The times of creation that are wanted. The ids of this kind tell them. */
	created?: { kind: IdKind; range: CreatedFilters };
	/** Filters by a value, each with an index by tenant, value and id. First the one that usually has fewer records. */
	indexed?: Equality[];
	/** The times of the start, and a filter that has an index by tenant, value, start and id. */
	start?: { range: TimeRange; of: Equality };
	others?: (SQL | undefined)[];
	/** The records of the list without filters. Nearly all records of the table meet it, or an index in each order. */
	of?: SQL | undefined;
}

/** For `pageWithLargeColumns`. */
export interface WalkedList {
	/** The rows of the page in their order, under the name of the table, and perhaps the `walkEnd`. */
	walk?: SQL;
	where?: SQL | undefined;
	order: SQL[];
}

/** The position at which the walk of a page ends, in a row of its own after those of the page; null in these. */
export const walkEnd = sql<string | null>`walk_end`;

/** A page with filters looks at this many records (contract: Lists 6). */
export const mostLookedAt = sql.raw("500");

/**
 * A list with filters is a walk along one index: that of its order, or that of the first filter by an indexed value. The
 * other filters are checked on the way. If there are any, the walk ends after `mostLookedAt` records.
 */
export function walkedList(
	table: ListedTable,
	/** Without a tenant it is a list of all tenants. */
	{ tenantId }: { tenantId?: string | undefined },
	requested: PageRequest,
	filters: WalkFilters,
): WalkedList {
	const { updated, created, indexed = [], of } = filters;
	const page = created ? createdBefore(requested, created.kind, created.range) : requested;
	const start =
		page.byStart && filters.start && table.startAt ? { ...filters.start, column: table.startAt } : undefined;
	const leading = start ? [start.of] : page.byChange ? [] : indexed;
	const lead = leading.find(isGiven);
	const walked = and(
		tenantId !== undefined && table.tenantId ? eq(table.tenantId, tenantId) : undefined,
		lead && byIndex(lead),
		start
			? afterStart({ id: table.id, startAt: start.column }, page, start.range)
			: afterCursor(table, page, page.byChange ? updated : {}),
		created && isByCreation(page)
			? createdIn(table.id, created.kind, { created_since: created.range.created_since })
			: undefined,
		of,
	);
	const order = orderOf(table, page);
	const checked = filtersOnTheWay(table, page, filters, lead);
	if (!checked) return { where: walked, order };
	const time = start?.column ?? (page.byChange && table.updatedAt);
	const range = sql`FROM ${table}${walked ? sql` WHERE ${walked}` : sql``} ORDER BY ${sql.join(order, sql`, `)}`;
	const position = time ? sql`${time} || '/' || ${table.id}` : sql`${table.id}`;
	return { walk: checkedWalk(table, page.take, { ...recordsOf(table, range, position), checked }), order: [] };
}

/** The filters that the index does not answer. `lead` is the one that it does. */
export const filtersOnTheWay = (
	table: ListedTable,
	page: PageRequest,
	{ updated, created, indexed = [], start, others = [] }: WalkFilters,
	lead?: Equality,
): SQL | undefined =>
	and(
		created && !isByCreation(page) ? createdIn(table.id, created.kind, created.range) : undefined,
		...indexed
			.filter((one) => isGiven(one) && one[0] !== lead?.[0])
			.map(([column, value]) => sql`${column} = ${value}`),
		start && table.startAt && !page.byStart ? inTimeRange(table.startAt, start.range) : undefined,
		page.byChange ? undefined : inTimeRange(table.updatedAt, updated),
		...others,
	);

const isByCreation = ({ byChange, byStart }: PageRequest): boolean => !byChange && !byStart;

interface CheckedWalk {
	/** Selects the `mostLookedAt` records of a range of an index, in the order of the list. */
	records: SQL;
	/** Selects the last of these with the position of a cursor after it. */
	last: SQL;
	checked: SQL;
}

/** The records that pass the filters, until the page is full, and then the `walkEnd` unless it is. */
export const checkedWalk = (table: SQLiteTable, take: number, { records, last, checked }: CheckedWalk): SQL =>
	// SQLite runs the second part only if the first one leaves room on the page.
	sql`(
		SELECT * FROM (
			SELECT *, NULL AS walk_end FROM (${records}) AS ${table} WHERE ${checked} LIMIT ${sql.raw(String(take))}
		)
		UNION ALL
		SELECT * FROM (${last})
	) AS ${table}`;

/** The part of a `CheckedWalk` that reads `range`. */
export const recordsOf = (table: SQLiteTable, range: SQL, position: SQL) => ({
	records: sql`SELECT ${table}.* ${range} LIMIT ${mostLookedAt}`,
	last: sql`SELECT ${table}.*, ${position} ${range} LIMIT 1 OFFSET ${mostLookedAt} - 1`,
});

const isGiven = ([, value]: Equality): boolean => value !== undefined;

/**
 * A filter by a value whose index SQLite chooses, also if the ids have two bounds. It does not see that an expression
 * that equals a value is not null, which an index may demand.
 */
export const byIndex = ([column, value]: Equality): SQL => {
	const equals = sql`unlikely(${column} = ${value})`;
	return is(column, SQL) ? sql`${equals} AND ${column} IS NOT NULL` : equals;
};

export const hasValue = <T>(column: AnySQLiteColumn, value: T | undefined): SQL | undefined =>
	value === undefined ? undefined : eq(column, value);

/** A filter by an element of an array in JSON. D1 counts each element that is compared, so the text is compared first. */
export const hasElement = (column: AnySQLiteColumn, path: string, value: string | undefined): SQL | undefined =>
	value === undefined
		? undefined
		: sql`instr(${column}, ${JSON.stringify(value)}) > 0
			AND EXISTS (SELECT 1 FROM json_each(${column}, ${sql.raw(`'${path}'`)}) WHERE value = ${value})`;
