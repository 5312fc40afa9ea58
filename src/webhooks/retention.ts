import { sql } from "drizzle-orm";
import type { Change } from "../commit/change.ts";
import { events } from "../db/tables/tenant/events.ts";
import { deliveries } from "../db/tables/tenant/webhooks.ts";
import { dayMs } from "../lib/time.ts";

const keptMs = 30 * dayMs;

/** A minute's bounded share; a run a minute keeps up with 500 000 a day. */
const perRun = 500;

/** Deliveries go with their attempts, whatever state they are in. */
export const forgetOldDeliveries = (now: number): Change<null> => ({
	result: null,
	writes: [
		sql`DELETE FROM ${deliveries} WHERE id IN
			(SELECT id FROM ${deliveries} WHERE created_at < ${now - keptMs} ORDER BY created_at LIMIT ${perRun})`,
	],
});

/** An event stays as long as a delivery of it does: its body is made from it. */
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
