import type { SQL } from "drizzle-orm";
import { queuedMs } from "../../../platform/commit/after/queue-messages.ts";
import type { ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import { dueDelivery } from "../../../platform/commit/transaction/event-statements.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import type { Clocks } from "./clocks.ts";
import { isDue, isEndpointBusy, isFree, isUnqueued } from "./due.ts";

interface EndpointRef {
	tenantId: string;
	endpointId: string;
}

interface EndpointAndHost extends EndpointRef {
	host: string;
}

/** Two for each attempt that ends, so that an endpoint reaches its full number of attempts again after lost nudges. */
const dispatchedPerEnd = 2;

/**
 * An attempt has ended, so the endpoint has room for another one, and so has its host. Nudges deliveries that wait for
 * that room: the rows that this statement returns become queue messages after the commit.
 */
export const dispatchWaiting = ({ tenantId, endpointId, host }: EndpointAndHost, clocks: Clocks): Write[] => [
	dispatchWaitingAt({ tenantId, endpointId }, clocks, dispatchedPerEnd),
	// The oldest one of each other endpoint at the host, so that an endpoint with many deliveries delays no other.
	dispatch(
		clocks.now,
		sql`SELECT n.id FROM (
				SELECT (
					SELECT w.id FROM ${deliveries} w
					WHERE w.tenant_id = h.tenant_id AND w.endpoint_id = h.id AND ${isWaitingForRoom(clocks)}
					ORDER BY w.next_attempt_at LIMIT 1
				) AS id
				FROM ${webhookEndpoints} h
				WHERE h.tenant_id = ${tenantId} AND h.host = ${host} AND h.id <> ${endpointId} AND h.status = 'ACTIVE'
			) o JOIN ${deliveries} n ON n.id = o.id
			ORDER BY n.next_attempt_at LIMIT ${dispatchedPerEnd}`,
	),
];

/** The same for attempts at several endpoints of a tenant that ended together. */
export const dispatchWaitingAtAll = (
	tenantId: string,
	ended: readonly { endpointId: string; host: string }[],
	clocks: Clocks,
): Write[] => {
	const endpointIds = sql`(SELECT value FROM json_each(${JSON.stringify(ended.map(({ endpointId }) => endpointId))}))`;
	const hosts = sql`(SELECT DISTINCT value AS host FROM json_each(${JSON.stringify(ended.map(({ host }) => host))}))`;
	const waiting = (limit: number) => sql`n.id IN (
		SELECT w.id FROM ${deliveries} w INDEXED BY deliveries_endpoint_due
		WHERE w.tenant_id = h.tenant_id AND w.endpoint_id = h.id AND ${isWaitingForRoom(clocks)}
		ORDER BY w.next_attempt_at LIMIT ${limit}
	)`;
	return [
		dispatch(
			clocks.now,
			sql`SELECT n.id FROM ${webhookEndpoints} h CROSS JOIN ${deliveries} n ON ${waiting(dispatchedPerEnd)}
				WHERE h.tenant_id = ${tenantId} AND h.id IN ${endpointIds} AND h.status = 'ACTIVE'`,
		),
		dispatch(
			clocks.now,
			sql`SELECT n.id FROM ${hosts} o CROSS JOIN ${webhookEndpoints} h ON h.tenant_id = ${tenantId} AND h.host = o.host AND h.status = 'ACTIVE'
				CROSS JOIN ${deliveries} n ON ${waiting(1)}
				WHERE h.id NOT IN ${endpointIds} ORDER BY n.next_attempt_at LIMIT ${dispatchedPerEnd * ended.length}`,
		),
	];
};

/** Nudges another delivery in place of one that must wait. */
export const dispatchOneWaiting = (at: EndpointRef, clocks: Clocks): Write => dispatchWaitingAt(at, clocks, 1);

const dispatchWaitingAt = ({ tenantId, endpointId }: EndpointRef, clocks: Clocks, limit: number): Write =>
	dispatch(
		clocks.now,
		sql`SELECT w.id FROM ${deliveries} w
			WHERE w.tenant_id = ${tenantId} AND w.endpoint_id = ${endpointId} AND ${isWaitingForRoom(clocks)}
				AND EXISTS (SELECT 1 FROM ${webhookEndpoints} e WHERE e.tenant_id = ${tenantId} AND e.id = ${endpointId} AND e.status = 'ACTIVE')
			ORDER BY w.next_attempt_at LIMIT ${limit}`,
	);

/**
 * Leaves deliveries to the end of an attempt at their endpoint, which dispatches them. Returns the ids of those at whose
 * endpoints an attempt is under way: no attempt can end between this question and its answer.
 */
export const leaveToNextEnd = (ids: string[], clocks: Clocks): ChangeDecidedByCommit<Set<string>> => ({
	resultFrom: ([left]) => new Set((left?.results ?? []).map((row) => (row as { waiting_id: string }).waiting_id)),
	writes: [
		sql`UPDATE ${deliveries} AS d SET carried_until = 0
			WHERE d.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
				AND ${isDue("d", clocks)} AND ${isFree("d", clocks)} AND ${isEndpointBusy("d", clocks)}
			RETURNING id AS waiting_id`,
	],
});

const isWaitingForRoom = (clocks: Clocks): SQL =>
	sql`${isDue("w", clocks)} AND ${isUnqueued("w", clocks)} AND ${isFree("w", clocks)}`;

const dispatch = (now: number, ids: SQL): Write =>
	sql`UPDATE ${deliveries} SET carried_until = ${now + queuedMs} WHERE id IN (${ids}) RETURNING ${dueDelivery}`;
