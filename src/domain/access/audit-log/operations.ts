import { and, desc, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isStudioHere } from "../../../platform/commit/transaction/open-studio.ts";
import type { Caller, Ctx } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { createdBefore } from "../../../platform/db/lists/page-order.ts";
import { type CreatedFilters, createdIn } from "../../../platform/db/lists/time-range.ts";
import { actorTypes, auditEntries } from "../../../platform/db/tables/data/audit-log.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import type { PageRequest } from "../../../platform/http/endpoint/page.ts";
import { createdQuery, id, time } from "../../../platform/http/fields/fields.ts";
import { timestamp } from "../../../platform/lib/time.ts";

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
			.meta({ description: "What else there is to know, such as the `source_id` of a merge." }),
		created_at: time,
	})
	.meta({ id: "AuditEntry" });

export const auditFilters = z.object({ ...createdQuery });

interface Filters extends CreatedFilters {
	tenant_id?: string | undefined;
}

type AuditEntry = z.output<typeof auditEntry>;

/** Lists the entries of one tenant. */
export const listAuditEntries = async (ctx: Ctx, filters: Filters, page: PageRequest): Promise<AuditEntry[]> =>
	(await readEntries(ctx.db, { ...filters, tenant_id: ctx.tenantId }, page)).map(toAuditEntry);

/** Lists the entries of all tenants, the newest first. Each database is asked for a whole page. */
export async function listAllAuditEntries(caller: Caller, filters: Filters, page: PageRequest): Promise<AuditEntry[]> {
	const found = await Promise.all(caller.allData().map(({ db }) => readEntries(db, filters, page)));
	return found
		.flat()
		.sort((a, b) => (a.id < b.id ? 1 : -1))
		.slice(0, page.take)
		.map(toAuditEntry);
}

type Row = Omit<typeof auditEntries.$inferSelect, "changes">;

/** The changes of settings can be large, and no list shows them. */
const { changes, ...listedColumns } = getTableColumns(auditEntries);

const readEntries = (db: Database, filters: Filters, page: PageRequest): Promise<Row[]> =>
	db
		.select(listedColumns)
		.from(auditEntries)
		.where(
			and(
				filters.tenant_id !== undefined
					? eq(auditEntries.tenantId, filters.tenant_id)
					: isNewestOfAStudio(inRange(filters, page), page),
				inRange(filters, page),
			),
		)
		.orderBy(desc(auditEntries.id))
		.limit(page.take);

function inRange(filters: Filters, page: PageRequest): SQL | undefined {
	const { after } = createdBefore(page, "audit_entry", filters);
	return and(
		createdIn(auditEntries.id, "audit_entry", { created_since: filters.created_since }),
		after === undefined ? undefined : lt(auditEntries.id, after),
	);
}

/** Among the newest entries of each studio. A tenant that moved to another database may have left a copy. */
const isNewestOfAStudio = (range: SQL = sql`1`, { take }: PageRequest): SQL =>
	sql`(${auditEntries.tenantId}, ${auditEntries.id}) IN (
		SELECT t.tenant_id, j.value FROM ${studios} t CROSS JOIN json_each((
			SELECT json_group_array(id) FROM (
				SELECT id FROM ${auditEntries} WHERE ${auditEntries.tenantId} = t.tenant_id AND ${range} ORDER BY id DESC LIMIT ${take}
			)
		)) j WHERE ${isStudioHere}
	)`;

const toAuditEntry = (row: Row): AuditEntry => ({
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
	created_at: timestamp(row.createdAt),
});
