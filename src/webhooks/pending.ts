import { type SQL, sql } from "drizzle-orm";
import { carriedMs } from "../commit/nudge.ts";
import { hasWebhooks } from "../commit/outbox.ts";
import type { Write } from "../commit/write.ts";
import { laterThanBefore } from "../db/record.ts";
import { tenants } from "../db/tables/service/tenants.ts";
import { deliveries, webhookEndpoints } from "../db/tables/tenant/webhooks.ts";

interface Whose {
	tenantId: string;
	/** Absent: all endpoints of the tenant. */
	endpointId?: string;
}

const endpoints = ({ tenantId, endpointId }: Whose, condition: SQL) =>
	sql`SELECT e.id FROM ${webhookEndpoints} e JOIN ${tenants} t ON t.id = e.tenant_id
		WHERE e.tenant_id = ${tenantId} ${endpointId === undefined ? sql`` : sql`AND e.id = ${endpointId}`} AND ${condition}`;

/**
 * Removes the due time of pending deliveries if their endpoint is disabled or the tenant is on Light, so that the
 * sweep does not meet them. Test sends keep theirs, because they go to disabled endpoints, too.
 */
export const holdPending = (whose: Whose, now: number): Write =>
	sql`UPDATE ${deliveries} SET next_attempt_at = NULL, updated_at = ${laterThanBefore(now)}
		WHERE tenant_id = ${whose.tenantId} AND status = 'PENDING' AND next_attempt_at IS NOT NULL AND test_body IS NULL
			AND endpoint_id IN (${endpoints(whose, sql`(e.status = 'DISABLED' OR NOT ${hasWebhooks})`)})`;

/** Makes waiting deliveries due now if the service may send them again. They get their nudges after the commit. */
export const releasePending = (whose: Whose, now: number): Write =>
	sql`UPDATE ${deliveries} SET next_attempt_at = ${now}, updated_at = ${laterThanBefore(now)}, carried_until = ${now + carriedMs}
		WHERE tenant_id = ${whose.tenantId} AND status = 'PENDING' AND next_attempt_at IS NULL
			AND endpoint_id IN (${endpoints(whose, sql`e.status = 'ACTIVE' AND ${hasWebhooks}`)})
		RETURNING id AS delivery_id`;
