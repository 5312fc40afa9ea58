import { type SQL, sql } from "drizzle-orm";
import type { Caller } from "../context.ts";
import { auditEntries } from "../db/tables/tenant/audit-log.ts";
import { newId } from "../lib/ids.ts";
import type { AuditDraft } from "./change.ts";
import { insert, type Write } from "./write.ts";

/** The audit entry of a change: who did what, from where, in which request. */
export const auditEntry = ({ action, resourceId, details }: AuditDraft, tenantId: string, caller: Caller): Write =>
	insert(auditEntries).values({
		id: newId("audit_entry", caller.now),
		tenantId,
		action,
		resourceId,
		actorType: caller.actor.type,
		actorId: caller.actor.id,
		ipAddress: caller.ipAddress,
		requestId: caller.requestId,
		testMode: caller.testMode,
		details: details ?? null,
		createdAt: caller.now,
	});

/** The same by the service itself, where only the transaction knows whether it came to that: `reached` selects from it. */
export const auditEntryWhere = (
	{ action, resourceId }: AuditDraft,
	of: { tenantId: string; requestId: string; now: number },
	reached: SQL,
): Write =>
	sql`INSERT INTO ${auditEntries} (id, tenant_id, action, resource_id, actor_type, request_id, created_at)
		SELECT ${newId("audit_entry", of.now)}, ${of.tenantId}, ${action}, ${resourceId}, 'system', ${of.requestId}, ${of.now}
		WHERE EXISTS (${reached})`;
