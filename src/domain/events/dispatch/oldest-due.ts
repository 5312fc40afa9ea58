import { firstPosition } from "../../../platform/commit/in-bulk/resumable-scan.ts";
import { hasWebhooks } from "../../../platform/commit/transaction/event-statements.ts";
import { deliveryIdIn } from "../../../platform/commit/transaction/fan-out-statements.ts";
import type { Database } from "../../../platform/db/database.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import { isDue, pendingFanOuts } from "./due.ts";
import { walk } from "./sweep.ts";

/** At most this many endpoints with pending deliveries are examined. */
const maxEndpoints = 2000;

/** The delivery that has been due for longest, among those at endpoints that get deliveries. */
export async function oldestDue(db: Database, now: number): Promise<{ id: string; at: number } | null> {
	// A delivery may leave its fan-out for a row of its own, so both are read from one state of the database.
	const [[inRow], [inFanOut]] = await together(
		{ db },
		({ db }) => oldestRow(db, now),
		({ db }) => oldestFanOut(db),
	);
	return inFanOut && (!inRow || inFanOut.at < inRow.at) ? inFanOut : (inRow ?? null);
}

const oldestRow = (db: Database, now: number) =>
	db
		.select({ id: sql<string>`d.id`, at: sql<number>`d.next_attempt_at` })
		.from(
			sql`(WITH RECURSIVE ${walk(firstPosition, maxEndpoints)} SELECT delivery_row FROM walk) w
				CROSS JOIN ${deliveries} p ON p.rowid = w.delivery_row
				CROSS JOIN ${webhookEndpoints} e ON e.tenant_id = p.tenant_id AND e.id = p.endpoint_id AND e.status = 'ACTIVE'
				CROSS JOIN ${studios} t ON t.tenant_id = p.tenant_id AND ${hasWebhooks}
				CROSS JOIN ${deliveries} d ON d.rowid = (
					SELECT i.rowid FROM ${deliveries} i INDEXED BY deliveries_endpoint_due
					WHERE i.tenant_id = p.tenant_id AND i.endpoint_id = p.endpoint_id AND ${isDue("i", { now })}
					ORDER BY i.next_attempt_at LIMIT 1
				)`,
		)
		.orderBy(sql`d.next_attempt_at`)
		.limit(1);

/** A fan-out is due from the beginning, and names its first delivery. */
const oldestFanOut = (db: Database) =>
	db
		.select({ id: sql<string>`${deliveryIdIn("f", sql`f.entries ->> '$[0].n'`)}`, at: sql<number>`f.created_at` })
		.from(
			sql`(SELECT f.id, f.entries, f.created_at FROM ${pendingFanOuts}
				AND EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = f.tenant_id AND ${hasWebhooks})
				AND EXISTS (SELECT 1 FROM json_each(f.entries) j JOIN ${webhookEndpoints} e
					ON e.tenant_id = f.tenant_id AND e.id = j.value ->> 'endpoint' AND e.status = 'ACTIVE')
				LIMIT ${maxEndpoints}) f`,
		)
		.orderBy(sql`f.created_at`)
		.limit(1);
