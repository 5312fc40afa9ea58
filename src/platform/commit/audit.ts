import { type SQL, sql } from "drizzle-orm";
import type { Caller } from "../context.ts";
import { auditEntries } from "../db/tables/data/audit-log.ts";
import { firstIdAt, type IdKind, newId } from "../lib/ids.ts";
import type { AuditDraft } from "./change.ts";
import { insertRow, type Write } from "./write.ts";

export const auditRow = (
	{ action, resourceId, details, changes, recentChanges }: AuditDraft,
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
	details: details ?? null,
	changes: changes ?? null,
	recentChanges: recentChanges ?? null,
	createdAt: caller.now,
});

const rowsPerStatement = 2000;

/** Inserts the entries: with one statement each up to `maxSingle` entries, otherwise with one for each chunk. */
export function insertAuditRows(rows: (typeof auditEntries.$inferInsert)[], maxSingle: number): Write[] {
	if (rows.length <= maxSingle) return rows.map((row) => insertRow(auditEntries, row));
	const chunks = Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, n) =>
		rows.slice(n * rowsPerStatement, (n + 1) * rowsPerStatement),
	);
	return chunks.map(
		(chunk) => sql`INSERT INTO ${auditEntries}
				(id, tenant_id, action, resource_id, actor_type, actor_id, ip_address, request_id, test_mode, details, changes, recent_changes, created_at)
			SELECT value ->> 'id', value ->> 'tenantId', value ->> 'action', value ->> 'resourceId', value ->> 'actorType',
				value ->> 'actorId', value ->> 'ipAddress', value ->> 'requestId', value ->> 'testMode', value ->> 'details', value ->> 'changes', value ->> 'recentChanges', value ->> 'createdAt'
			FROM json_each(${JSON.stringify(chunk)})`,
	);
}

/** An entry of the service itself. The transaction writes it only if `reached` selects a row there. */
export const auditEntryWhere = (
	{ action, resourceId }: AuditDraft,
	origin: { tenantId: string; requestId: string; now: number },
	reached: SQL,
): Write =>
	sql`INSERT INTO ${auditEntries} (id, tenant_id, action, resource_id, actor_type, request_id, created_at)
		SELECT ${newId("audit_entry", origin.now)}, ${origin.tenantId}, ${action}, ${resourceId}, 'system', ${origin.requestId}, ${origin.now}
		WHERE EXISTS (${reached})`;

/** A UUIDv7 for each row of an INSERT … SELECT. The database gives the random part. */
const idOfEachRow = (kind: IdKind, now: number): SQL =>
	sql`${firstIdAt(kind, now)} || '7' || substr(lower(hex(randomblob(2))), 2)
		|| substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(8))), 2)`;

/** An entry of the service itself for each record whose id `ids` selects. */
export const auditEntryForEach = (
	action: string,
	origin: { tenantId: string; requestId: string; now: number },
	ids: SQL,
): Write =>
	sql`INSERT INTO ${auditEntries} (id, tenant_id, action, resource_id, actor_type, request_id, created_at)
		SELECT ${idOfEachRow("audit_entry", origin.now)}, ${origin.tenantId}, ${action}, found.id, 'system', ${origin.requestId}, ${origin.now}
		FROM (${ids}) AS found`;
