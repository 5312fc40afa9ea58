import { sql } from "drizzle-orm";
import type { Caller } from "../context.ts";
import { auditEntries } from "../db/tables/tenant/audit-log.ts";
import { newId } from "../lib/ids.ts";
import type { AuditDraft } from "./change.ts";
import { insert, type Write } from "./write.ts";

/** The audit entry of a change: who did what, from where, in which request. */
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

const entriesPerStatement = 2000;

/** The same for many entries, in one statement for each chunk of them. */
export function auditEntriesOfMany(drafts: readonly AuditDraft[], tenantId: string, caller: Caller): Write[] {
	const chunks = Array.from({ length: Math.ceil(drafts.length / entriesPerStatement) }, (_, n) =>
		drafts.slice(n * entriesPerStatement, (n + 1) * entriesPerStatement),
	);
	return chunks.map((chunk) => {
		const entries = chunk.map((draft) => ({ id: newId("audit_entry", caller.now), ...draft }));
		return sql`INSERT INTO ${auditEntries}
				(id, tenant_id, action, resource_id, actor_type, actor_id, ip_address, request_id, test_mode, created_at)
			SELECT json_extract(value, '$.id'), ${tenantId}, json_extract(value, '$.action'), json_extract(value, '$.resourceId'),
				${caller.actor.type}, ${caller.actor.id}, ${caller.ipAddress}, ${caller.requestId}, ${caller.testMode ? 1 : 0}, ${caller.now}
			FROM json_each(${JSON.stringify(entries)})`;
	});
}
