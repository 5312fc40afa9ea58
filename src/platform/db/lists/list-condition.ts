import type { SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { and, eq, sql } from "../statements/expression.ts";
import { changesInOrder, type ListFilters } from "./changes-in-order.ts";
import { afterCursor, type PageRequest } from "./page-order.ts";
import { inTimeRange, isBounded, type TimeRange } from "./time-range.ts";

interface ListedTable extends SQLiteTable {
	tenantId: AnySQLiteColumn;
	id: AnySQLiteColumn;
	updatedAt: AnySQLiteColumn;
}

/** Up to this many changed records are collected and sorted. */
const maxSorted = 1000;

/**
 * If more than `maxSorted` records have changed, a walk from the newest id on soon finds a page of them, unless mostly old
 * records have changed. The walk therefore ends after this many records. Then all changed records are collected.
 */
const longestWalk = 5000;

interface Page {
	tenantId: string;
	changed: TimeRange;
	after: string | undefined;
	take: number;
	/** The other filters of the list. */
	filters?: SQL | undefined;
}

/**
 * The ids of one page of the records that changed in a range of time, newest first. No index has both orders. The index of
 * changes is right when few records have changed, and the index of ids when many have.
 */
function changedIn(table: ListedTable, { tenantId, changed, after, take, filters }: Page): SQL {
	// With a unary plus, SQLite does not choose the index of ids by this condition.
	const older = (id: SQL) => (after === undefined ? sql`` : sql` AND ${id} < ${after}`);
	const others = filters ? sql` AND ${filters}` : sql``;
	const isChanged = inTimeRange(sql`updated_at`, changed);
	return sql`${table.id} IN (
		WITH changed(id) AS MATERIALIZED (
			SELECT id FROM ${table} WHERE tenant_id = ${tenantId} AND ${isChanged}${older(sql`+id`)}${others} LIMIT ${maxSorted + 1}
		), size(n) AS MATERIALIZED (SELECT count(*) FROM changed),
		met(id) AS MATERIALIZED (
			SELECT id FROM (
				SELECT * FROM ${table} WHERE tenant_id = ${tenantId}${older(sql`id`)}
				ORDER BY id DESC LIMIT CASE WHEN (SELECT n FROM size) > ${maxSorted} THEN ${longestWalk} ELSE 0 END
			) AS ${table} WHERE ${isChanged}${others} LIMIT ${take}
		), found(n) AS MATERIALIZED (SELECT count(*) FROM met)
		SELECT id FROM changed WHERE (SELECT n FROM size) <= ${maxSorted}
		UNION ALL
		SELECT id FROM met
		UNION ALL
		SELECT id FROM (
			SELECT id FROM ${table} WHERE tenant_id = ${tenantId} AND ${isChanged}${older(sql`+id`)}${others}
			ORDER BY +id DESC LIMIT CASE WHEN (SELECT n FROM size) > ${maxSorted} AND (SELECT n FROM found) < ${take} THEN ${take} ELSE 0 END
		)
	)`;
}

/** The condition of a list: the tenant, the cursor, the filters and the times of change. */
export function listCondition(
	table: ListedTable,
	{ tenantId }: { tenantId: string },
	page: PageRequest,
	listFilters: ListFilters,
): SQL | undefined {
	if (page.byChange) return changesInOrder(table, tenantId, page, listFilters);
	const { updated = {} } = listFilters;
	const filters = and(listFilters.of, listFilters.filters);
	return and(
		eq(table.tenantId, tenantId),
		afterCursor(table, page),
		filters,
		isBounded(updated) ? changedIn(table, { tenantId, changed: updated, ...page, filters }) : undefined,
	);
}
