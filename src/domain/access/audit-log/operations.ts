import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { ApiCtx, Caller, Ctx } from "../../../platform/context.ts";
import { createdBefore } from "../../../platform/db/lists/page-order.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type CreatedFilters, createdIn } from "../../../platform/db/lists/time-range.ts";
import { hasValidRows } from "../../../platform/db/studio-state.ts";
import { actorTypes, auditEntries } from "../../../platform/db/tables/data/audit-log.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { createdQuery, id, idFilter, recordFilter, text, time } from "../../../platform/http/fields/fields.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { recordFinder } from "../../../platform/record-finder.ts";
import { byNamesOfRecord, valuesOf } from "./changed-values.ts";
import { walkedEntries } from "./found-entries.ts";

export const actor = z.object({
	type: z.enum(actorTypes),
	id: z.string().nullable(),
});

export const auditEntry = z
	.object({
		object: z.literal("audit_entry"),
		id: id("audit_entry"),
		tenant_id: id("tenant"),
		action: z.string().meta({ example: "client.updated" }),
		resource_id: z.string(),
		actor,
		ip_address: z.string().nullable(),
		request_id: z.string(),
		test_mode: z.boolean().meta({ description: "Whether a test-mode key made the change." }),
		details: z
			.record(z.string(), z.string())
			.nullable()
			.meta({ description: "Further facts, such as the `source_id` of a merge." }),
		changes: z
			.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }))
			.nullable()
			.meta({
				description:
					"The old and new values. Of records with data of clients only the entry that is read alone has them, for 30 days.",
				example: { buffer_after_minutes: { old: 0, new: 15 } },
			}),
		created_at: time,
	})
	.meta({ id: "AuditEntry" });

export const auditTimes = z.object({ ...createdQuery });

export const auditFilters = auditTimes.extend({
	action: text(100).optional().meta({ description: "Such as `client.updated`." }),
	resource_id: recordFilter("The id of a record."),
	actor: recordFilter("The id of a key, app or user; or `operator`, `system` or `booking_page`.", [
		"operator",
		"system",
		"booking_page",
	]),
	request_id: idFilter("the request (`X-Request-ID`)", "request"),
});

interface Filters extends CreatedFilters {
	action?: string | undefined;
	resource_id?: string | undefined;
	actor?: string | undefined;
	request_id?: string | undefined;
}

type AuditEntry = z.output<typeof auditEntry>;
type Row = typeof auditEntries.$inferSelect;

const large = ["changes", "recentChanges"] as const;
const order = [desc(auditEntries.id)];

export async function listAuditEntries(
	ctx: Ctx,
	filters: Filters,
	page: PageRequest,
): Promise<PartialPage<AuditEntry>> {
	const { action, actor, resource_id: resourceId, request_id: requestId } = filters;
	const within = { tenantId: ctx.tenantId, range: inRange(filters, page) };
	const found = await pageWithLargeColumns(ctx, auditEntries, {
		large,
		take: page.take,
		...walkedEntries(within, { action, actor, resourceId, requestId }, page.take),
	});
	return { ...found, rows: found.rows.map(toAuditEntry) };
}

export async function getAuditEntry(ctx: ApiCtx, id: string): Promise<AuditEntry> {
	const row = await findEntry(ctx, id);
	return { ...toAuditEntry(row), changes: await valuesOf(ctx, row) };
}

const findEntry = recordFinder(auditEntries, "audit entry");

/** The tenant may have been removed. Each database is asked for a whole page. */
export async function listAllAuditEntries(
	caller: Caller,
	filters: CreatedFilters & { tenant_id?: string | undefined },
	page: PageRequest,
): Promise<PartialPage<AuditEntry>> {
	const { tenant_id: tenantId } = filters;
	const ofTenant = tenantId === undefined ? undefined : eq(auditEntries.tenantId, tenantId);
	const range = inRange(filters, page);
	const where = and(isNewestOfAStudio(range, page, tenantId), range, ofTenant);
	const found = await Promise.all(
		caller
			.allData()
			.map(({ db }) => pageWithLargeColumns({ db }, auditEntries, { large, order, take: page.take, where })),
	);
	// A database whose page ended early may have later entries than the last ones of the others.
	const ends = found.flatMap(({ rows, more }) => (more ? (rows.at(-1)?.id ?? []) : []));
	const end = ends.sort().at(-1) ?? "";
	const rows = found
		.flatMap(({ rows }) => rows)
		.filter(({ id }) => id >= end)
		.sort((a, b) => (a.id < b.id ? 1 : -1));
	return { rows: rows.slice(0, page.take).map(toAuditEntry), more: ends.length > 0 && rows.length < page.take };
}

function inRange(filters: CreatedFilters, page: PageRequest): SQL | undefined {
	const { after } = createdBefore(page, "audit_entry", filters);
	return and(
		createdIn(auditEntries.id, "audit_entry", { created_since: filters.created_since }),
		after === undefined ? undefined : lt(auditEntries.id, after),
	);
}

/** Among the newest entries of each studio. A tenant that moved to another database may have left a copy. */
const isNewestOfAStudio = (range: SQL = sql`1`, { take }: PageRequest, tenantId?: string): SQL =>
	sql`(${auditEntries.tenantId}, ${auditEntries.id}) IN (
		SELECT t.tenant_id, j.value FROM ${studios} t CROSS JOIN json_each((
			SELECT json_group_array(id) FROM (
				SELECT id FROM ${auditEntries} WHERE ${auditEntries.tenantId} = t.tenant_id AND ${range} ORDER BY id DESC LIMIT ${take}
			)
		)) j WHERE ${hasValidRows}${tenantId === undefined ? sql`` : sql` AND t.tenant_id = ${tenantId}`}
	)`;

export const toAuditEntry = (row: Row): AuditEntry => ({
	object: "audit_entry",
	id: row.id,
	tenant_id: row.tenantId,
	action: row.action,
	resource_id: row.resourceId,
	actor: { type: row.actorType, id: row.actorId },
	ip_address: row.ipAddress,
	request_id: row.requestId,
	test_mode: row.testMode,
	details: row.details,
	changes: row.changes && byNamesOfRecord(row.changes),
	created_at: timestamp(row.createdAt),
});
