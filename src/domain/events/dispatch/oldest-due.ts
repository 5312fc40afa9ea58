import { sql } from "drizzle-orm";
import { firstPosition } from "../../../platform/commit/in-bulk/resumable-scan.ts";
import type { Database } from "../../../platform/db/database.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { hasWebhooks } from "../../../platform/events/publish.ts";
import { isDue } from "./due.ts";
import { walk } from "./sweep.ts";

/** At most this many endpoints with pending deliveries are examined. */
const maxEndpoints = 2000;

export async function oldestDue(db: Database, now: number): Promise<{ id: string; at: number } | null> {
	const [oldest] = await db
		.select({ id: sql<string>`d.id`, at: sql<number>`d.next_attempt_at` })
		.from(
			sql`(WITH RECURSIVE ${walk(firstPosition, maxEndpoints)} SELECT at ->> 0 AS tenant_id, at ->> 1 AS endpoint_id FROM walk WHERE at IS NOT NULL) p
				CROSS JOIN ${webhookEndpoints} e ON e.tenant_id = p.tenant_id AND e.id = p.endpoint_id AND e.status = 'ACTIVE'
				CROSS JOIN ${studios} t ON t.tenant_id = p.tenant_id AND ${hasWebhooks}
				CROSS JOIN ${deliveries} d ON d.tenant_id = p.tenant_id AND d.endpoint_id = p.endpoint_id AND d.id = (
					SELECT i.id FROM ${deliveries} i INDEXED BY deliveries_due
					WHERE i.tenant_id = p.tenant_id AND i.endpoint_id = p.endpoint_id AND ${isDue("i", { now })}
					ORDER BY i.next_attempt_at LIMIT 1
				)`,
		)
		.orderBy(sql`d.next_attempt_at`)
		.limit(1);
	return oldest ?? null;
}
