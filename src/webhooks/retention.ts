import { sql } from "drizzle-orm";
import type { Change } from "../commit/change.ts";
import { events } from "../db/tables/tenant/events.ts";
import { deliveries } from "../db/tables/tenant/webhooks.ts";
import { dayMs } from "../lib/time.ts";

const keptMs = 30 * dayMs;

/** Bounds the work of a run. With one run a minute, this is enough for 500 000 new records a day. */
const perRun = 500;

/** Deletes old deliveries and their attempts, pending ones included. */
export const forgetOldDeliveries = (now: number): Change<null> => ({
	result: null,
	writes: [
		sql`DELETE FROM ${deliveries} WHERE id IN
			(SELECT id FROM ${deliveries} WHERE created_at < ${now - keptMs} ORDER BY created_at LIMIT ${perRun})`,
	],
});

/** Deletes old events. An event stays as long as one of its deliveries, because their bodies are made from it. */
export const forgetOldEvents = (now: number): Change<null> => ({
	result: null,
	writes: [
		sql`DELETE FROM ${events} WHERE (tenant_id, id) IN (
			SELECT v.tenant_id, v.id FROM ${events} v
			WHERE v.created_at < ${now - keptMs}
				AND NOT EXISTS (SELECT 1 FROM ${deliveries} d WHERE d.tenant_id = v.tenant_id AND d.event_id = v.id)
			ORDER BY v.created_at LIMIT ${perRun})`,
	],
});
