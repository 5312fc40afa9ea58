import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import type { ApiCtx, Ctx } from "../../../platform/context.ts";
import type { PageRequest } from "../../../platform/db/lists/page-order.ts";
import {
	inTimeRange,
	type TimeRange,
	type UpdatedFilters,
	updatedRange,
} from "../../../platform/db/lists/time-range.ts";
import { columnsUnderName, unionOf } from "../../../platform/db/lists/union.ts";
import { auditEntries, isDeletion } from "../../../platform/db/tables/data/audit-log.ts";
import { firstIdAt, idPrefix } from "../../../platform/lib/ids.ts";
import { ownersOfPictures, scopeOfType } from "../audit-log/record-scopes.ts";
import { type Deletion, toDeletion } from "./schema.ts";
import { actionsOf, type DeletedType, deletedTypes, isPicture } from "./types.ts";

interface Filters extends UpdatedFilters {
	type?: DeletedType | undefined;
}

const { id, createdAt } = auditEntries;
/** The columns that the list shows. Others can be large. */
const shown = {
	id,
	createdAt,
	action: auditEntries.action,
	resourceId: auditEntries.resourceId,
	details: auditEntries.details,
};

interface Reader extends Ctx {
	credential: Pick<ApiCtx["credential"], "scopes">;
}

/** The deletions of the types of records that the credential may read. */
export async function listDeletions(ctx: Reader, filters: Filters, page: PageRequest): Promise<Deletion[]> {
	const granted = new Set<string>(ctx.credential.scopes);
	const types = deletedTypes.filter(
		(type) =>
			(isPicture(type) || granted.has(scopeOfType[type])) && (filters.type === undefined || filters.type === type),
	);
	const owners = ownersOfPictures.filter((owner) => granted.has(scopeOfType[owner]));
	const ranges = types.flatMap((type) =>
		isPicture(type) && owners.length === 0
			? []
			: actionsOf(type).map((action) =>
					entriesOf(ctx.tenantId, action, updatedRange(filters), page, isPicture(type) ? ofOwners(owners) : undefined),
				),
	);
	if (ranges.length === 0) return [];
	const rows = await ctx.db
		.select(columnsUnderName(shown))
		.from(unionOf(ranges, auditEntries))
		.orderBy(page.byChange ? asc(id) : desc(id))
		.limit(page.take);
	return rows.map(toDeletion);
}

/** The entries of pictures of such records. */
const ofOwners = (owners: readonly (typeof ownersOfPictures)[number][]): SQL =>
	sql`substr(details ->> '$.owner_id', 1, 4) IN (SELECT value FROM json_each(${JSON.stringify(owners.map((owner) => idPrefix(owner)))}))`;

/** The index holds the entries of one action in the order of their ids. */
function entriesOf(
	tenantId: string,
	action: string,
	deleted: TimeRange,
	{ after, byChange }: PageRequest,
	readable: SQL | undefined,
) {
	const isInTime = inTimeRange(sql`+${createdAt}`, deleted);
	const since = deleted.since === undefined ? undefined : gte(id, firstIdAt("audit_entry", deleted.since));
	const before = after === undefined ? undefined : lt(id, after);
	// With two bounds on the same side, SQLite would start at the first one and scan everything between them.
	const bounds = byChange && after !== undefined ? gt(id, after) : and(since, before);
	const ofAction = and(sql.raw(`(${isDeletion("action")})`), eq(auditEntries.action, action));
	const where = and(eq(auditEntries.tenantId, tenantId), ofAction, bounds, isInTime, readable);
	return sql`SELECT * FROM ${auditEntries} INDEXED BY audit_entries_deletions WHERE ${where}`;
}
