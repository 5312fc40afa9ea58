import type { Caller } from "../context.ts";
import type { auditEntries } from "../db/tables/tenant/audit-log.ts";
import { newId } from "../lib/ids.ts";
import type { AuditDraft } from "./change.ts";

export const auditRow = (
	{ action, resourceId }: AuditDraft,
	tenantId: string,
	caller: Caller,
): typeof auditEntries.$inferInsert => ({
	id: newId("audit_entry", caller.now),
	tenantId,
	action,
	resourceId,
	actorType: caller.actor.type,
	actorId: caller.actor.id,
	ipAddress: caller.ipAddress,
	requestId: caller.requestId,
	testMode: caller.testMode,
	createdAt: caller.now,
});
