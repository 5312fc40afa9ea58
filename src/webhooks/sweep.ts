import { sql } from "drizzle-orm";
import type { ChangeDecidedByCommit } from "../commit/change.ts";
import { deliveries } from "../db/tables/tenant/webhooks.ts";
import { minuteMs } from "../lib/time.ts";
import { atOnce } from "./claim.ts";

// An endpoint with as many attempts under way as it may have is left out: each that ends takes up the next.

/** So many nudges fit into five calls of the queue. */
export const sweptPerRun = 500;

/** A backlog of the queue is not swept again and again. */
const carriedAgainMs = minuteMs;

/**
 * Takes every due delivery that nothing carries (its nudge was never sent, or was lost) and has it nudged.
 * `carriedToo`: also those that a nudge is believed to carry, for a clock that was moved.
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
