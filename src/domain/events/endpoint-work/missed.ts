import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { timeOfApplication } from "../../../platform/commit/effects/effects.ts";
import type { Write } from "../../../platform/commit/write.ts";
import type { Database } from "../../../platform/db/database.ts";
import { idOfDelivery, idOfMissed } from "../../../platform/db/delivery-ids.ts";
import { lastNumber } from "../../../platform/db/last-number.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { endpointWork } from "../../../platform/db/tables/data/upkeep/endpoint-work.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { matchesEndpoint, storedEvent, storedRecord } from "../../../platform/events/matching.ts";
import { deliveryColumns, orderColumns } from "../../../platform/events/publish.ts";
import { firstIdAt, newId } from "../../../platform/lib/ids.ts";
import { type EndpointWork, perStep, type Step } from "./step.ts";

interface MissedEvents {
	tenantId: string;
	endpointId: string;
	/** The number of the last event before the outage. */
	after: number;
	/** The lowest id of the events. Absent: no lower limit. */
	firstId?: string;
}

/**
 * Makes deliveries of the events that an endpoint missed while it was disabled (contract: Webhooks 9): of the first
 * events now, and of the others as work. Nothing nudges them yet.
 */
export const sendMissed = (missed: MissedEvents, now: number): Write[] => [
	insertMissedDeliveries(missed, missed.after + perStep, now),
	sql`INSERT INTO ${endpointWork} (id, tenant_id, endpoint_id, kind, position, until, stepped_at)
		SELECT ${newId("work", now)}, tenant_id, ${missed.endpointId}, 'missed', ${missed.after + perStep}, last, ${now}
		FROM (SELECT ${missed.tenantId} AS tenant_id, ${lastNumber(missed.tenantId)} AS last) WHERE last > ${missed.after + perStep}`,
];

export const insertMissedDeliveries = (
	{ tenantId, endpointId, after, firstId = "" }: MissedEvents,
	to: number,
	now: number,
): Write =>
	sql`INSERT OR IGNORE INTO ${deliveries} ${deliveryColumns}
		SELECT v.tenant_id, e.id, ${idOfMissed(now)}, v.id, v.type, 1, 'PENDING', ${now}, ${now}, ${now}, 0,
			${orderColumns(storedRecord, sql`v.sequence`)}
		FROM ${events} v JOIN ${webhookEndpoints} e ON e.tenant_id = v.tenant_id AND e.id = ${endpointId} AND e.deleted_at IS NULL
		WHERE v.tenant_id = ${tenantId} AND v.sequence > ${after} AND v.sequence <= ${to} AND +v.id >= ${firstId} AND ${matchesEndpoint(storedEvent)}
			AND ${idOfDelivery} IS NULL
		ORDER BY v.sequence`;

/** Makes deliveries likewise, as work, for all of the endpoints that `ids` selects. They are disabled. */
export const sendMissedTo = (tenantId: string, ids: SQL, now: number): Write =>
	sql`INSERT INTO ${endpointWork} (id, tenant_id, endpoint_id, kind, position, until, stepped_at)
		SELECT ${newId("work", now)} || e.id, e.tenant_id, e.id, 'missed', e.disabled_at_sequence, s.last, ${now}
		FROM ${webhookEndpoints} e JOIN (SELECT ${lastNumber(tenantId)} AS last) s ON s.last > e.disabled_at_sequence
		WHERE e.tenant_id = ${tenantId} AND e.id IN (${ids})`;

/** For each endpoint of the tenant. Most have none. */
const perChangeOfPlan = 25;

/**
 * Makes deliveries of the events since a tenant left Light, for all active endpoints. They are due from the change on, and
 * the data learns of it a moment later, or long after it if its database was away.
 */
export function sendMissedSinceLight(tenantId: string, leftAt: number): Write[] {
	const firstId = firstIdAt("event", leftAt);
	const first = firstSince(tenantId, leftAt);
	const active = sql`${webhookEndpoints} e ON e.tenant_id = ${tenantId} AND e.status = 'ACTIVE'`;
	return [
		sql`INSERT OR IGNORE INTO ${deliveries} ${deliveryColumns}
			SELECT v.tenant_id, e.id, ${idOfMissed(leftAt)}, v.id, v.type, 1, 'PENDING', ${leftAt}, ${leftAt}, ${timeOfApplication}, 0,
				${orderColumns(storedRecord, sql`v.sequence`)}
			FROM ${first} f
			JOIN ${events} v ON v.tenant_id = ${tenantId} AND v.sequence >= f.sequence AND v.sequence < f.sequence + ${perChangeOfPlan}
			JOIN ${active}
			WHERE +v.id >= ${firstId} AND ${matchesEndpoint(storedEvent)} AND ${idOfDelivery} IS NULL
			ORDER BY v.sequence`,
		sql`INSERT INTO ${endpointWork} (id, tenant_id, endpoint_id, kind, position, position_id, until, stepped_at)
			SELECT ${newId("work", leftAt)} || e.id, e.tenant_id, e.id, 'missed', f.sequence + ${perChangeOfPlan - 1}, ${firstId}, s.last, ${leftAt}
			FROM ${first} f
			JOIN (SELECT ${lastNumber(tenantId)} AS last) s ON s.last >= f.sequence + ${perChangeOfPlan}
			JOIN ${active}`,
	];
}

/** The number of the first event since a time, or null, as a row. */
const firstSince = (tenantId: string, at: number): SQL =>
	sql`(SELECT min(+sequence) AS sequence FROM ${events} WHERE tenant_id = ${tenantId} AND id >= ${firstIdAt("event", at)})`;

/** The number of the last event before a time. */
export const lastNumberBefore = (tenantId: string, at: number): SQL =>
	sql`coalesce(${firstSince(tenantId, at)} - 1, ${lastNumber(tenantId)})`;

export async function stepMissed(db: Database, work: EndpointWork, now: number): Promise<Step> {
	const { tenantId, position, until } = work;
	// The oldest events may have been deleted.
	const [first] = await db
		.select({ sequence: events.sequence })
		.from(events)
		.where(and(eq(events.tenantId, tenantId), gt(events.sequence, position)))
		.orderBy(asc(events.sequence))
		.limit(1);
	if (!first || first.sequence > until) return { writes: [], next: null };
	const to = Math.min(until, first.sequence + perStep - 1);
	return {
		writes: [insertMissedDeliveries({ ...work, after: first.sequence - 1, firstId: work.positionId }, to, now)],
		next: to < until ? { position: to } : null,
	};
}
