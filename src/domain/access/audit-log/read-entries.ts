import { and, desc, getTableColumns, lt } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { createdBefore } from "../../../platform/db/lists/page-order.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { createdIn } from "../../../platform/db/lists/time-range.ts";
import { columnsUnderName, unionOf } from "../../../platform/db/lists/union.ts";
import { auditEntries } from "../../../platform/db/tables/data/audit-log.ts";
import { entriesOf, walkedEntries } from "./found-entries.ts";

export type AuditRow = typeof auditEntries.$inferSelect;

export interface AuditFilters {
	action?: string | undefined;
	/** The id of a key, an app or a person; or `operator` or `system`, which have no id. */
	actor?: string | undefined;
	resourceId?: string | undefined;
	since?: number | undefined;
	until?: number | undefined;
}

export async function readEntries(
	ctx: Ctx,
	filters: AuditFilters,
	{ after, perPage }: { after: string | undefined; perPage: number },
): Promise<{ shown: AuditRow[]; after: string | undefined }> {
	const { action = "", actor, resourceId, since, until } = filters;
	const wanted = { ...(action.includes(".") ? { action } : { actionsOn: action || undefined }), actor, resourceId };
	const { after: before } = createdBefore({ after, take: perPage + 1 }, "audit_entry", { created_until: until });
	const range = and(
		createdIn(auditEntries.id, "audit_entry", { created_since: since }),
		before === undefined ? undefined : lt(auditEntries.id, before),
	);
	const { rows, more, nextAfter } = await pageWithLargeColumns(ctx, auditEntries, {
		large: ["changes", "recentChanges"],
		take: perPage + 1,
		...walkedEntries({ tenantId: ctx.tenantId, range }, wanted, perPage + 1),
	});
	const shown = rows.slice(0, perPage);
	return { shown, after: nextAfter ?? (more || rows.length > perPage ? shown.at(-1)?.id : undefined) };
}

export const newestEntriesOf = async (ctx: Ctx, requestId: string, take: number): Promise<AuditRow[]> =>
	await ctx.db
		.select(columnsUnderName(getTableColumns(auditEntries)))
		.from(unionOf(entriesOf(ctx, { requestId }), auditEntries))
		.orderBy(desc(auditEntries.id))
		.limit(take);
