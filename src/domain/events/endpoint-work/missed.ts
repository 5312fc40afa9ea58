import { and, asc, eq, gt, sql } from "drizzle-orm";
import { isTold, storedEvent, storedRecord } from "../../../platform/commit/transaction/event-matching.ts";
import { deliveryColumns, deliveryId, whereOrdered } from "../../../platform/commit/transaction/outbox.ts";
import type { Write } from "../../../platform/commit/write.ts";
import type { Database } from "../../../platform/db/database.ts";
import { endpointWork } from "../../../platform/db/tables/data/endpoint-work.ts";
import { eventSequences, events } from "../../../platform/db/tables/data/events.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { perStep, type Step, type Work } from "./step.ts";

interface Missed {
	tenantId: string;
	endpointId: string;
	/** The number of the last event before the outage. */
	after: number;
	/** The lowest id of the events meant; absent: of any. */
	firstId?: string;
}

/**
 * Makes deliveries of the events that an endpoint missed while it was disabled (contract: Webhooks 9): of the first
 * ones now, and the rest is left as work. Nothing nudges them yet.
 */
export const publishMissed = (missed: Missed, now: number): Write[] => [
	insertMissed(missed, missed.after + perStep, now),
	sql`INSERT INTO ${endpointWork} (id, tenant_id, endpoint_id, kind, place, until, stepped_at)
		SELECT ${newId("work", now)}, tenant_id, ${missed.endpointId}, 'missed', ${missed.after + perStep}, last, ${now}
		FROM ${eventSequences} WHERE tenant_id = ${missed.tenantId} AND last > ${missed.after + perStep}`,
];

export const insertMissed = ({ tenantId, endpointId, after, firstId = "" }: Missed, to: number, now: number): Write =>
	sql`INSERT OR IGNORE INTO ${deliveries} ${deliveryColumns}
		SELECT ${deliveryId(now)}, v.tenant_id, e.id, v.id, v.type, 'PENDING', ${now}, ${now}, ${now}, 0,
			${whereOrdered(storedRecord, sql`v.sequence`)}
		FROM ${events} v JOIN ${webhookEndpoints} e ON e.tenant_id = v.tenant_id AND e.id = ${endpointId} AND e.deleted_at IS NULL
		WHERE v.tenant_id = ${tenantId} AND v.sequence > ${after} AND v.sequence <= ${to} AND v.id >= ${firstId} AND ${isTold(storedEvent)}
		ORDER BY v.sequence`;

export async function stepMissed(db: Database, work: Work, now: number): Promise<Step> {
	const { tenantId, place, until } = work;
	// The oldest numbers may be those of events that are not kept any more.
	const [first] = await db
		.select({ sequence: events.sequence })
		.from(events)
		.where(and(eq(events.tenantId, tenantId), gt(events.sequence, place)))
		.orderBy(asc(events.sequence))
		.limit(1);
	if (!first || first.sequence > until) return { writes: [], next: null };
	const to = Math.min(until, first.sequence + perStep - 1);
	return {
		writes: [insertMissed({ ...work, after: first.sequence - 1, firstId: work.placeId }, to, now)],
		next: to < until ? { place: to } : null,
	};
}
