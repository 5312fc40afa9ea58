import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { ApiCtx } from "../../context.ts";
import type { PageRequest } from "../../db/lists/page-order.ts";
import { auditEntries, isDeletion } from "../../db/tables/data/audit-log.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { type Deletion, toDeletion } from "./schema.ts";
import { actionsOf, type DeletedType, deletedTypes, scopeOfType } from "./types.ts";

interface Filters {
	updated_since?: number | undefined;
	type?: DeletedType | undefined;
}

/** The deletions that the credential may know of: those of records that it may read. */
export async function listDeletions(ctx: ApiCtx, filters: Filters, page: PageRequest): Promise<Deletion[]> {
	const granted = new Set<string>(ctx.credential.scopes);
	const types = deletedTypes.filter(
		(type) => granted.has(scopeOfType[type]) && (filters.type === undefined || filters.type === type),
	);
	const actions = types.flatMap(actionsOf);
	if (actions.length === 0) return [];
	const rows = await ctx.db
		.select()
		.from(auditEntries)
		.where(sql`${auditEntries.id} IN (${idsOfPage(ctx.tenantId, actions, filters.updated_since, page)})`)
		.orderBy(page.byChange ? asc(auditEntries.id) : desc(auditEntries.id));
	return rows.map(toDeletion);
}

/**
 * The ids of one page. The index has the entries of each action by id. The recursion keeps the next entry of each
 * action, takes the first of them, and puts the one after it in its place, so that it reads as many as the page shows.
 */
function idsOfPage(tenantId: string, actions: string[], updatedSince: number | undefined, page: PageRequest): SQL {
	// An action without further entries stands at the end of the queue.
	const [direction, none] = page.byChange ? [sql`ASC`, sql`'~'`] : [sql`DESC`, sql`''`];
	const isLate = updatedSince === undefined ? sql`` : sql` AND +e.created_at >= ${updatedSince}`;
	// SQLite would begin at the first of two bounds of the same side, and pass over everything between them.
	const since = updatedSince === undefined ? sql`` : sql` AND e.id >= ${firstIdAt("audit_entry", updatedSince)}`;
	const bound = (after: SQL) => (page.byChange ? sql` AND e.id > ${after}` : sql`${since} AND e.id < ${after}`);
	const next = (action: SQL, from: SQL) => sql`coalesce((
		SELECT e.id FROM ${auditEntries} e INDEXED BY audit_entries_deletions
		WHERE e.tenant_id = ${tenantId} AND (${sql.raw(isDeletion("e.action"))}) AND e.action = ${action}${isLate}${from}
		ORDER BY e.id ${direction} LIMIT 1
	), ${none})`;
	const begin = page.after === undefined ? since : bound(sql`${page.after}`);
	return sql`
		WITH RECURSIVE wanted(action) AS (SELECT value FROM json_each(${JSON.stringify(actions)})),
		merged(id, action) AS (
			SELECT ${next(sql`wanted.action`, begin)}, wanted.action FROM wanted
			UNION ALL
			SELECT ${next(sql`merged.action`, bound(sql`merged.id`))}, merged.action
			FROM merged WHERE merged.id <> ${none}
			ORDER BY 1 ${direction} LIMIT ${page.take}
		)
		SELECT id FROM merged WHERE id <> ${none}`;
}
