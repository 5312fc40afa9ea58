import { and, asc, eq, gte, sql } from "drizzle-orm";
import { matchesEndpoint, storedEvent } from "../../../platform/commit/transaction/event-matching.ts";
import type { Write } from "../../../platform/commit/write.ts";
import type { Database } from "../../../platform/db/database.ts";
import { endpointWork } from "../../../platform/db/tables/data/endpoint-work.ts";
import { eventSequences, events } from "../../../platform/db/tables/data/events.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { firstIdAt, newId } from "../../../platform/lib/ids.ts";
import { insertMissedDeliveries } from "./missed.ts";
import type { Recovery } from "./recovery.ts";
import { perStep } from "./step.ts";

/** The events since a time that an endpoint listens to and has no delivery of. */
export interface MissedSince {
	/** The work that sends them. */
	id: string;
	tenantId: string;
	endpointId: string;
	after: number;
	until: number;
	firstId: string;
	/** The number of these events: in the first step, and in the later ones. */
	inFirstStep: number;
	inLaterSteps: number;
}

/** Changes that race may commit in another order than that of their ids, but never this many sequences apart. */
const maxSequenceSkew = 100;

/** The number of events that one statement examines to count. */
const countedPerQuery = 5000;

export async function findMissedSince(db: Database, recovery: Recovery): Promise<MissedSince> {
	const { tenantId, endpointId, since, now } = recovery;
	const firstId = firstIdAt("event", since);
	const [[first], [sequence]] = await Promise.all([
		db
			.select({ sequence: events.sequence })
			.from(events)
			.where(and(eq(events.tenantId, tenantId), gte(events.id, firstId)))
			.orderBy(asc(events.id))
			.limit(1),
		db.select({ last: eventSequences.last }).from(eventSequences).where(eq(eventSequences.tenantId, tenantId)),
	]);
	const until = sequence?.last ?? 0;
	const after = first ? Math.max(0, first.sequence - 1 - maxSequenceSkew) : until;
	const missed = {
		id: newId("work", now),
		tenantId,
		endpointId,
		after,
		until,
		firstId,
		inFirstStep: 0,
		inLaterSteps: 0,
	};
	missed.inFirstStep = await countMissed(db, missed, after, after + perStep);
	for (let from = after + perStep; from < until; from += countedPerQuery)
		missed.inLaterSteps += await countMissed(db, missed, from, from + countedPerQuery);
	return missed;
}

/** Leaves out the events that other work is about to send. */
async function countMissed(
	db: Database,
	{ tenantId, endpointId, until, firstId }: MissedSince,
	from: number,
	to: number,
): Promise<number> {
	if (from >= until) return 0;
	const [counted] = await db.select({ n: sql<number>`count(*)` }).from(
		sql`${events} v JOIN ${webhookEndpoints} e ON e.tenant_id = v.tenant_id AND e.id = ${endpointId}
			WHERE v.tenant_id = ${tenantId} AND v.sequence > ${from} AND v.sequence <= ${Math.min(to, until)} AND v.id >= ${firstId}
				AND ${matchesEndpoint(storedEvent)}
				AND NOT EXISTS (
					SELECT 1 FROM ${deliveries} d WHERE d.tenant_id = v.tenant_id AND d.event_id = v.id AND d.endpoint_id = e.id
				)
				AND NOT EXISTS (
					SELECT 1 FROM ${endpointWork} w
					WHERE w.tenant_id = v.tenant_id AND w.endpoint_id = e.id AND w.kind = 'missed'
						AND v.sequence > w.place AND v.sequence <= w.until AND v.id >= w.place_id
				)`,
	);
	return counted?.n ?? 0;
}

/** Makes the first deliveries, and leaves the others as work, with the count of all. Nothing nudges them yet. */
export const sendMissedSince = (missed: MissedSince, now: number): Write[] => [
	insertMissedDeliveries(missed, Math.min(missed.after + perStep, missed.until), now),
	sql`INSERT INTO ${endpointWork} (id, tenant_id, endpoint_id, kind, place, place_id, until, count, stepped_at)
		VALUES (${missed.id}, ${missed.tenantId}, ${missed.endpointId}, 'missed', ${missed.after + perStep}, ${missed.firstId}, ${missed.until},
			changes() + ${missed.inLaterSteps}, ${now})
		RETURNING count AS recovered`,
];
