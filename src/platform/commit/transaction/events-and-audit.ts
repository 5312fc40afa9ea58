import { type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../context.ts";
import { auditEntries } from "../../db/tables/data/audit-log.ts";
import { publish, publishMany } from "../../events/publish.ts";
import { newId } from "../../lib/ids.ts";
import { auditRow, insertAuditRows } from "../audit.ts";
import type { AnyChange } from "../change.ts";
import type { Write } from "../write.ts";
import type { Writer } from "../writer.ts";

export interface CommitContext {
	writer: Writer;
	caller: Caller & { tenantId?: string };
}

/** A larger number of audit entries or events shares statements, because D1 limits the statements of a transaction. */
const maxSingleStatements = 10;

export function eventsAndAuditOf(
	caller: CommitContext["caller"],
	change: AnyChange<unknown>,
): { writes: Write[]; eventIds: string[]; proofOfCommit?: SQL } {
	if (!change.audit) return { writes: [], eventIds: [] };
	const tenantId = tenantOf(caller, change);
	const entries = [change.audit].flat().map((draft) => auditRow(draft, tenantId, caller));
	const first = entries[0]?.id;
	const events = (change.events ?? []).map((event) => ({ id: newId("event", caller.now), ...event }));
	const origin = { tenantId, actor: caller.actor, requestId: caller.requestId, now: caller.now };
	return {
		writes: [
			...(events.length > maxSingleStatements
				? publishMany(events, origin)
				: events.flatMap((event) => publish(event, origin))),
			...insertAuditRows(entries, maxSingleStatements),
		],
		eventIds: events.map(({ id }) => id),
		...(first === undefined
			? {}
			: { proofOfCommit: sql`SELECT 1 FROM ${auditEntries} WHERE tenant_id = ${tenantId} AND id = ${first}` }),
	};
}

export function tenantOf(caller: CommitContext["caller"], change: AnyChange<unknown>): string {
	const tenantId = change.tenantId ?? caller.tenantId;
	if (!tenantId) throw new Error("The change names no tenant.");
	return tenantId;
}
