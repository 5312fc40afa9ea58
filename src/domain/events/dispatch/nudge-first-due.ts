import { type SQL, sql } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { queuedMs } from "../../../platform/events/nudges.ts";
import { dueDelivery, hasWebhooks } from "../../../platform/events/publish.ts";
import type { Clocks } from "./clocks.ts";
import { isDue, isFree, isUnqueued, maxAttemptsPerEndpoint } from "./due.ts";

export interface EndpointScope {
	tenantId: string;
	/** Absent: every endpoint of the tenant. */
	endpointId?: string;
}

/** The endpoints `e` that get deliveries. At the others even due deliveries wait. */
export const activeEndpointsIn = ({ tenantId, endpointId }: EndpointScope): SQL =>
	sql`${webhookEndpoints} e JOIN ${studios} t ON t.tenant_id = e.tenant_id AND ${hasWebhooks} AND e.status = 'ACTIVE'
		AND e.tenant_id = ${tenantId} ${endpointId === undefined ? sql`` : sql`AND e.id = ${endpointId}`}`;

/** How many deliveries one change nudges. The sweep finds the endpoints that got no nudge. */
const nudgedPerChange = 100;

/**
 * Nudges the first due deliveries of endpoints that have just got many: as many as may be under way at each. When their
 * attempts end, dispatch-waiting.ts nudges the others.
 */
export const nudgeFirstDue = (whose: EndpointScope, clocks: Clocks): Write =>
	sql`UPDATE ${deliveries} SET queued_until = ${clocks.now + queuedMs} WHERE tenant_id = ${whose.tenantId} AND (endpoint_id, id) IN (
			SELECT s.endpoint_id, s.id FROM ${activeEndpointsIn(whose)}
			CROSS JOIN ${deliveries} s ON s.tenant_id = e.tenant_id AND s.endpoint_id = e.id AND s.id IN (
				SELECT d.id FROM ${deliveries} d INDEXED BY deliveries_due
				WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND ${isDue("d", clocks)}
				ORDER BY d.next_attempt_at LIMIT ${maxAttemptsPerEndpoint}
			)
			WHERE ${isUnqueued("s", clocks)} AND ${isFree("s", clocks)}
			LIMIT ${nudgedPerChange}
		) RETURNING ${dueDelivery}`;
