import { type SQL, sql } from "drizzle-orm";
import { queuedMs } from "../../../platform/commit/after/queue-messages.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";

interface EndpointRef {
	tenantId: string;
	endpointId: string;
}

interface EndpointAndHost extends EndpointRef {
	host: string;
}

/** Two for each that ends: where nudges were lost, the places fill up again. */
const dispatchedPerEnd = 2;

/** A place at the endpoint is free again, and with it one at the host: what found none before has its turn. */
export const dispatchWaiting = ({ tenantId, endpointId, host }: EndpointAndHost, now: number): Write[] => [
	dispatchWaitingAt({ tenantId, endpointId }, now, dispatchedPerEnd),
	// The oldest of each other endpoint there, so that one with many holds up none with few.
	dispatch(
		now,
		sql`SELECT n.id FROM (
				SELECT (
					SELECT w.id FROM ${deliveries} w
					WHERE w.tenant_id = h.tenant_id AND w.endpoint_id = h.id AND ${isWaiting(now)}
					ORDER BY w.next_attempt_at LIMIT 1
				) AS id
				FROM ${webhookEndpoints} h
				WHERE h.tenant_id = ${tenantId} AND h.host = ${host} AND h.id <> ${endpointId} AND h.status = 'ACTIVE'
			) o JOIN ${deliveries} n ON n.id = o.id
			ORDER BY n.next_attempt_at LIMIT ${dispatchedPerEnd}`,
	),
];

/** A delivery found that it must wait: its turn goes to another. */
export const dispatchOneWaiting = (at: EndpointRef, now: number): Write => dispatchWaitingAt(at, now, 1);

const dispatchWaitingAt = ({ tenantId, endpointId }: EndpointRef, now: number, limit: number): Write =>
	dispatch(
		now,
		sql`SELECT w.id FROM ${deliveries} w
			WHERE w.tenant_id = ${tenantId} AND w.endpoint_id = ${endpointId} AND ${isWaiting(now)}
				AND EXISTS (SELECT 1 FROM ${webhookEndpoints} e WHERE e.tenant_id = ${tenantId} AND e.id = ${endpointId} AND e.status = 'ACTIVE')
			ORDER BY w.next_attempt_at LIMIT ${limit}`,
	);

const isWaiting = (now: number): SQL =>
	sql`w.status = 'PENDING' AND w.next_attempt_at <= ${now} AND w.carried_until <= ${now} AND w.claimed_until <= ${Date.now()}`;

const dispatch = (now: number, ids: SQL): Write =>
	sql`UPDATE ${deliveries} SET carried_until = ${now + queuedMs} WHERE id IN (${ids}) RETURNING id AS delivery_id`;
