import type { Caller } from "../context.ts";
import { auditEntries } from "../db/tables/tenant/audit-log.ts";
import { newId } from "../lib/ids.ts";
import type { AuditDraft } from "./change.ts";
import { insert, type Write } from "./write.ts";

export const auditEntry = ({ action, resourceId }: AuditDraft, tenantId: string, caller: Caller): Write =>
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
		createdAt: caller.now,
	});
