import { sql } from "drizzle-orm";
import type { ChangeDecidedByCommit } from "../commit/change.ts";
import { deliveries } from "../db/tables/tenant/webhooks.ts";
import { minuteMs } from "../lib/time.ts";
import { atOnce } from "./claim.ts";

// The sweep leaves out endpoints at which `atOnce` attempts run. Each of them takes up the next delivery when it ends.

/** Five calls of the queue take this many nudges. */
export const sweptPerRun = 500;

/** Longer than the wait after a commit, so that a backlog in the queue is not swept again and again. */
const carriedAgainMs = minuteMs;

/**
 * Nudges every due delivery that no nudge carries, because its nudge was never sent or was lost. `carriedToo`
 * includes deliveries whose nudge should still be on its way: when the development clock is moved, the queue does
 * not follow it.
 */
export const sweep = (now: number, { carriedToo = false } = {}): ChangeDecidedByCommit<number> => ({
	resultFrom: ([swept]) => swept?.results.length ?? 0,
	writes: [
		sql`UPDATE ${deliveries} SET carried_until = ${now + carriedAgainMs} WHERE id IN (
			SELECT id FROM ${deliveries}
			WHERE status = 'PENDING' AND next_attempt_at <= ${now} AND claimed_until <= ${Date.now()}
				${carriedToo ? sql`` : sql`AND carried_until <= ${now}`}
				AND (
					SELECT count(*) FROM ${deliveries} o
					WHERE o.tenant_id = ${deliveries}.tenant_id AND o.endpoint_id = ${deliveries}.endpoint_id
						AND o.claimed_until > 0 AND o.claimed_until > ${Date.now()}
				) < ${atOnce}
			ORDER BY next_attempt_at LIMIT ${sweptPerRun}
		) RETURNING id AS delivery_id`,
	],
});
