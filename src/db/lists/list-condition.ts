import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

interface ListedTable extends SQLiteTable {
	tenantId: AnySQLiteColumn;
	id: AnySQLiteColumn;
	updatedAt: AnySQLiteColumn;
}

/** Up to this many changed records are collected and sorted. */
const few = 1000;

/**
 * Beyond it the changed are so many that a walk along the ids soon meets a page of them, unless it is old
 * records that changed: then the walk ends here, and all changed ones are collected after all.
 */
const longestWalk = 5000;

interface Page {
	tenantId: string;
	since: number;
	after: string | undefined;
	take: number;
	/** The list's other filters: a page is cut after them. */
	filters?: SQL | undefined;
}

/**
 * The ids of one page, newest first, of the records changed since a time. No index holds both orders: the
 * one by change finds few records among many, the one by id the newest of many.
 */
function changedSince(table: ListedTable, { tenantId, since, after, take, filters }: Page): SQL {
	// The unary plus keeps the planner to the other index.
	const older = (id: SQL) => (after === undefined ? sql`` : sql` AND ${id} < ${after}`);
	const others = filters ? sql` AND ${filters}` : sql``;
	return sql`${table.id} IN (
		WITH changed(id) AS MATERIALIZED (
			SELECT id FROM ${table} WHERE tenant_id = ${tenantId} AND updated_at >= ${since}${older(sql`+id`)}${others} LIMIT ${few + 1}
		), size(n) AS MATERIALIZED (SELECT count(*) FROM changed),
		met(id) AS MATERIALIZED (
			SELECT id FROM (
				SELECT * FROM ${table} WHERE tenant_id = ${tenantId}${older(sql`id`)}
				ORDER BY id DESC LIMIT CASE WHEN (SELECT n FROM size) > ${few} THEN ${longestWalk} ELSE 0 END
			) AS ${table} WHERE updated_at >= ${since}${others} LIMIT ${take}
		), found(n) AS MATERIALIZED (SELECT count(*) FROM met)
		SELECT id FROM changed WHERE (SELECT n FROM size) <= ${few}
		UNION ALL
		SELECT id FROM met
		UNION ALL
		SELECT id FROM (
			SELECT id FROM ${table} WHERE tenant_id = ${tenantId} AND updated_at >= ${since}${older(sql`+id`)}${others}
			ORDER BY +id DESC LIMIT CASE WHEN (SELECT n FROM size) > ${few} AND (SELECT n FROM found) < ${take} THEN ${take} ELSE 0 END
		)
	)`;
}

/** The condition of a list: the tenant's records, those after the cursor, the filters, and what changed since. */
export function listCondition(
	table: ListedTable,
	{ tenantId }: { tenantId: string },
	page: { after: string | undefined; take: number },
	{ updatedSince, filters }: { updatedSince?: number | undefined; filters?: SQL | undefined },
): SQL | undefined {
	return and(
		eq(table.tenantId, tenantId),
		page.after === undefined ? undefined : lt(table.id, page.after),
		filters,
		updatedSince === undefined ? undefined : changedSince(table, { tenantId, since: updatedSince, ...page, filters }),
	);
}
