import type { ActorType } from "../../../../platform/db/tables/data/audit-log.ts";
import { timestamp } from "../../../../platform/lib/time.ts";

export interface EventRow {
	id: string;
	type: string;
	tenantId: string;
	createdAt: number;
	sequence: number;
	actorType: ActorType;
	actorId: string | null;
	data: Record<string, unknown>;
}

/** The envelope of an event. Receivers get it, and the event log shows the same shape. */
export const envelope = (row: EventRow) => ({
	id: row.id,
	type: row.type,
	api_version: "v1" as const,
	tenant_id: row.tenantId,
	created_at: timestamp(row.createdAt),
	sequence: row.sequence,
	actor: { type: row.actorType, id: row.actorId },
	data: row.data,
});
