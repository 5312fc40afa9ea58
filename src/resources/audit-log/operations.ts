import { and, desc, eq, gte, lt } from "drizzle-orm";
import { z } from "zod";
import type { Caller } from "../../context.ts";
import { actorTypes, auditEntries } from "../../db/tables/tenant/audit-log.ts";
import { createdSince, id, time } from "../../http/fields.ts";
import type { PageRequest } from "../../http/page.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { timestamp } from "../../lib/time.ts";

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
		created_at: time,
	})
	.meta({ id: "AuditEntry" });

export const auditFilters = z.object({ created_since: createdSince });

/** Lists the entries of one tenant, or of all tenants if none is given. */
export async function listAuditEntries(
	{ db }: Caller,
	filters: { tenant_id?: string | undefined; created_since?: number | undefined },
	page: PageRequest,
): Promise<z.output<typeof auditEntry>[]> {
	const rows = await db
		.select()
		.from(auditEntries)
		.where(
			and(
				filters.tenant_id !== undefined ? eq(auditEntries.tenantId, filters.tenant_id) : undefined,
				filters.created_since !== undefined
					? gte(auditEntries.id, firstIdAt("audit_entry", filters.created_since))
					: undefined,
				page.after ? lt(auditEntries.id, page.after) : undefined,
			),
		)
		.orderBy(desc(auditEntries.id))
		.limit(page.take);
	return rows.map((row) => ({
		object: "audit_entry",
		id: row.id,
		tenant_id: row.tenantId,
		action: row.action,
		resource_id: row.resourceId,
		actor: { type: row.actorType, id: row.actorId },
		ip_address: row.ipAddress,
		request_id: row.requestId,
		test_mode: row.testMode,
		created_at: timestamp(row.createdAt),
	}));
}
