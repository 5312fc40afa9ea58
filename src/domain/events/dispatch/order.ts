import { type SQL, sql } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { endpointWork } from "../../../platform/db/tables/data/upkeep/endpoint-work.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { storedRecord } from "../../../platform/events/matching.ts";
import { queuedMs } from "../../../platform/events/nudges.ts";
import { dueDelivery } from "../../../platform/events/publish.ts";
import type { Clocks } from "./clocks.ts";
import { isDue, isFree, isUnqueued } from "./due.ts";

// At an ordered endpoint a delivery has its record and the number of its event (contract: Webhooks 18). Of the pending
// deliveries about a record only the first may have a due time. If a nudge finds that a delivery is not the first, the
// delivery is parked: it loses its due time, and no query lists it as due. When the first one ends, the next one is
// unparked: it is due.

interface EndpointRef {
	tenantId: string;
	endpointId: string;
}

/** Before delivery `d` at endpoint `e`, an earlier one about the same record is still pending. */
export const isBehindEarlier: SQL = sql`(e.ordered AND d.record_id IS NOT NULL AND EXISTS (
	SELECT 1 FROM ${deliveries} p INDEXED BY deliveries_record
	WHERE p.tenant_id = d.tenant_id AND p.endpoint_id = d.endpoint_id AND p.record_id = d.record_id AND p.status = 'PENDING'
		AND p.sequence < d.sequence
))`;

/**
 * Before delivery `d` at endpoint `e`, work of the endpoint may still produce an earlier one: it assigns the order of
 * pending deliveries, or makes missed ones.
 */
export const mayBeBehindEarlier: SQL = sql`(e.ordered AND d.test_body IS NULL AND EXISTS (
	SELECT 1 FROM ${endpointWork} k WHERE k.tenant_id = d.tenant_id AND k.endpoint_id = d.endpoint_id
		AND (k.kind = 'order' OR (k.kind = 'missed' AND d.record_id IS NOT NULL AND k.position < d.sequence))
))`;

interface OrderedDelivery extends EndpointRef {
	recordId: string | null;
	sequence: number | null;
}

/** One claim parks this many deliveries behind the first, so that not each of them needs a nudge of its own. */
const parkedAtOnce = 100;

/** Does nothing if no earlier delivery is still pending. */
export const parkBehindEarlier = (
	{ tenantId, endpointId, recordId, sequence }: OrderedDelivery,
	clocks: Clocks,
): Write =>
	sql`UPDATE ${deliveries} AS d SET next_attempt_at = NULL, updated_at = ${laterThanBefore(clocks.now)}
		WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = ${endpointId} AND d.id IN (
			SELECT n.id FROM ${deliveries} n INDEXED BY deliveries_record
			WHERE n.tenant_id = ${tenantId} AND n.endpoint_id = ${endpointId} AND n.record_id = ${recordId} AND n.status = 'PENDING'
				AND n.sequence >= ${sequence}
			ORDER BY n.sequence LIMIT ${parkedAtOnce}
		) AND ${isDue("d", clocks)} AND ${isFree("d", clocks)}
			AND EXISTS (SELECT 1 FROM ${webhookEndpoints} e WHERE e.tenant_id = d.tenant_id AND e.id = d.endpoint_id AND ${isBehindEarlier})`;

/** A delivery has ended: the next one about its record is due. */
export const unparkNext = ({ tenantId, endpointId, id }: EndpointRef & { id: string }, clocks: Clocks): Write =>
	sql`UPDATE ${deliveries} AS u SET next_attempt_at = coalesce(next_attempt_at, ${clocks.now}), queued_until = ${clocks.now + queuedMs},
			updated_at = iif(next_attempt_at IS NULL, ${laterThanBefore(clocks.now)}, updated_at)
		WHERE u.tenant_id = ${tenantId} AND u.endpoint_id = ${endpointId} AND u.id = (
			SELECT n.id FROM ${deliveries} d JOIN ${deliveries} n INDEXED BY deliveries_record
				ON n.tenant_id = d.tenant_id AND n.endpoint_id = d.endpoint_id AND n.record_id = d.record_id AND n.status = 'PENDING'
			WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = ${endpointId} AND d.id = ${id} ORDER BY n.sequence LIMIT 1
		) AND (u.next_attempt_at IS NULL OR (${isDue("u", clocks)} AND ${isUnqueued("u", clocks)} AND ${isFree("u", clocks)}))
		RETURNING ${dueDelivery}`;

/**
 * For an UPDATE that makes deliveries pending, or due earlier: sets their order, if their endpoint is ordered. `delivery`
 * is the name of the row in the statement.
 */
export function orderAssignments(delivery: string): SQL {
	const row = sql.raw(delivery);
	const isOrdered = sql`(SELECT e.ordered FROM ${webhookEndpoints} e WHERE e.tenant_id = ${row}.tenant_id AND e.id = ${row}.endpoint_id)`;
	const ofEvent = (value: SQL) =>
		sql`(SELECT ${value} FROM ${events} v WHERE v.tenant_id = ${row}.tenant_id AND v.id = ${row}.event_id)`;
	return sql`record_id = CASE WHEN ${isOrdered} THEN ${ofEvent(storedRecord)} ELSE record_id END,
		sequence = CASE WHEN ${isOrdered} THEN ${ofEvent(sql`v.sequence`)} ELSE sequence END`;
}
