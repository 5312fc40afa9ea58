import { type SQL, sql } from "drizzle-orm";
import type { ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { type NudgedDelivery, queuedMs } from "../../../platform/events/nudges.ts";
import { dueDelivery } from "../../../platform/events/publish.ts";
import type { Clocks } from "./clocks.ts";
import { isDue, isEndpointBusy, isFree, isUnqueued } from "./due.ts";

interface EndpointRef {
	tenantId: string;
	endpointId: string;
}

interface EndpointAndHost {
	endpointId: string;
	host: string;
}

/** Two for each attempt that ends, so that an endpoint reaches its full number of attempts again after lost nudges. */
const dispatchedPerEnd = 2;

/**
 * When attempts end together, their endpoints and hosts have room for deliveries that wait. The rows that the
 * statements return become queue messages after the commit.
 */
export const dispatchWaiting = (tenantId: string, ended: readonly EndpointAndHost[], clocks: Clocks): Write[] => {
	const endpointIds = sql`(SELECT value FROM json_each(${JSON.stringify(ended.map(({ endpointId }) => endpointId))}))`;
	const hosts = sql`(SELECT DISTINCT value AS host FROM json_each(${JSON.stringify(ended.map(({ host }) => host))}))`;
	return [
		dispatch(
			tenantId,
			clocks.now,
			sql`SELECT n.endpoint_id, n.id FROM ${webhookEndpoints} h CROSS JOIN ${deliveries} n ON ${isNextAtEndpoint(clocks, dispatchedPerEnd)}
				WHERE h.tenant_id = ${tenantId} AND h.id IN ${endpointIds} AND h.status = 'ACTIVE'`,
		),
		// The oldest delivery of each other endpoint at the host, so that an endpoint with many deliveries delays no other.
		dispatch(
			tenantId,
			clocks.now,
			sql`SELECT n.endpoint_id, n.id FROM ${hosts} o CROSS JOIN ${webhookEndpoints} h ON h.tenant_id = ${tenantId} AND h.host = o.host AND h.status = 'ACTIVE'
				CROSS JOIN ${deliveries} n ON ${isNextAtEndpoint(clocks, 1)}
				WHERE h.id NOT IN ${endpointIds} ORDER BY n.next_attempt_at LIMIT ${dispatchedPerEnd * ended.length}`,
		),
	];
};

/** Delivery `n` is among the first that wait for room at endpoint `h`. */
const isNextAtEndpoint = (
	clocks: Clocks,
	limit: number,
): SQL => sql`n.tenant_id = h.tenant_id AND n.endpoint_id = h.id AND n.id IN (
		SELECT w.id FROM ${deliveries} w INDEXED BY deliveries_due
		WHERE w.tenant_id = h.tenant_id AND w.endpoint_id = h.id AND ${isWaitingForRoom(clocks)}
		ORDER BY w.next_attempt_at LIMIT ${limit}
	)`;

/** Nudges another delivery in place of one that must wait. */
export const dispatchOneWaiting = ({ tenantId, endpointId }: EndpointRef, clocks: Clocks): Write =>
	dispatch(
		tenantId,
		clocks.now,
		sql`SELECT n.endpoint_id, n.id FROM ${webhookEndpoints} h CROSS JOIN ${deliveries} n ON ${isNextAtEndpoint(clocks, 1)}
			WHERE h.tenant_id = ${tenantId} AND h.id = ${endpointId} AND h.status = 'ACTIVE'`,
	);

/**
 * Leaves deliveries to the end of an attempt at their endpoint, which dispatches them. Returns the ids of those at whose
 * endpoints an attempt is under way: no attempt can end between this question and its answer.
 */
export const leaveToNextEnd = (
	tenantId: string,
	nudged: readonly NudgedDelivery[],
	clocks: Clocks,
): ChangeDecidedByCommit<Set<string>> => ({
	resultFrom: ([left]) => new Set((left?.results ?? []).map((row) => (row as { waiting_id: string }).waiting_id)),
	writes: [
		sql`UPDATE ${deliveries} AS d SET queued_until = 0
			WHERE ${isAmong(tenantId, nudged)} AND ${isDue("d", clocks)} AND ${isFree("d", clocks)} AND ${isEndpointBusy("d", clocks)}
			RETURNING id AS waiting_id`,
	],
});

/** Delivery `d` is one of these. Without it, an UPDATE that joins them goes through all deliveries of the tenant. */
export const isAmong = (tenantId: string, some: readonly { endpoint_id: string; delivery_id: string }[]): SQL => {
	const keys = JSON.stringify(some.map(({ endpoint_id, delivery_id }) => [endpoint_id, delivery_id]));
	return sql`d.tenant_id = ${tenantId} AND (d.endpoint_id, d.id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${keys}))`;
};

const isWaitingForRoom = (clocks: Clocks): SQL =>
	sql`${isDue("w", clocks)} AND ${isUnqueued("w", clocks)} AND ${isFree("w", clocks)}`;

const dispatch = (tenantId: string, now: number, keys: SQL): Write =>
	sql`UPDATE ${deliveries} SET queued_until = ${now + queuedMs} WHERE tenant_id = ${tenantId} AND (endpoint_id, id) IN (${keys}) RETURNING ${dueDelivery}`;
