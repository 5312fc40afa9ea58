import { sql } from "drizzle-orm";
import { type Change, type ChangeDecidedByCommit, decideAgain } from "../../../platform/commit/change.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { mustChangeRows } from "../../../platform/commit/write.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { deliveries, type StoredAttempt, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { queuedMs } from "../../../platform/events/nudges.ts";
import type { Clocks } from "../dispatch/clocks.ts";
import { dispatchWaiting, isAmong } from "../dispatch/dispatch-waiting.ts";
import { unparkNext } from "../dispatch/order.ts";
import { markEndpointDeleted } from "../endpoint-work/delete-endpoint.ts";
import { type ClaimedDelivery, endLease } from "./claim.ts";
import { afterFailure, afterSuccesses } from "./endpoint-health.ts";
import { countAttempts } from "./hourly-counts.ts";
import { type Outcome, succeeded } from "./outcome.ts";
import type { PostResult } from "./request/post.ts";

export interface FinishedAttempt {
	delivery: ClaimedDelivery;
	posted: PostResult;
	outcome: Outcome;
	stored: StoredAttempt;
}

/** An automation platform answers 410 when it listens no more (contract: Automation 7). */
export const isHookGone = ({ trigger }: ClaimedDelivery, { status }: PostResult): boolean =>
	trigger !== null && status === 410;

/**
 * Its deliveries are deleted later. The tenant gets no mail. If the hook was subscribed again while the attempt was
 * under way, it stays, and the attempt is recorded like any other.
 */
export const removeGoneHook = (claimed: ClaimedDelivery, clocks: Clocks): Change<boolean> => ({
	result: false,
	tenantId: claimed.tenantId,
	writes: [
		mustChangeRows(endLease(claimed)),
		markEndpointDeleted({ tenantId: claimed.tenantId, id: claimed.endpointId }, clocks.now, claimed.revision),
		...dispatchWaiting(claimed.tenantId, [claimed], clocks),
	],
	audit: { action: "automation_hook.deleted", resourceId: claimed.endpointId },
	onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
});

/** Records all of the attempts or none. The result says whether the change wrote a mail. */
export function recordAttempts(
	tenantId: string,
	finished: readonly FinishedAttempt[],
	{ attemptedAt, requestId, tries, ...clocks }: Clocks & { attemptedAt: number; requestId: string; tries: number },
): ChangeDecidedByCommit<boolean> {
	// A test says nothing about the health of an endpoint.
	const telling = finished.filter(({ delivery, posted }) => delivery.testBody === null && !posted.isServiceFault);
	const successes = telling.filter(({ posted }) => succeeded(posted.status));
	const failures = telling.filter(({ posted }) => !succeeded(posted.status));
	// Nobody sees the hourly counts of a hook.
	const counted = telling.filter(({ delivery }) => delivery.trigger === null);
	const givenUp = finished.filter(({ delivery, outcome }) => outcome.status === "DEAD" && delivery.testBody === null);
	const writes = [
		mustChangeRows(updateDeliveries(tenantId, finished, clocks.now, tries === 0), finished.length),
		...(successes.length > 0
			? [
					afterSuccesses(
						tenantId,
						successes.map(({ delivery }) => delivery.endpointId),
					),
				]
			: []),
		...failures.flatMap(({ delivery: { endpointId: id, trigger } }) =>
			afterFailure({ tenantId, id, trigger }, clocks.now, requestId),
		),
		...(counted.length > 0 ? [countAttempts(tenantId, attemptedAt, counted)] : []),
		...finished.filter((one) => mayHaveParked(one, tries)).map(({ delivery }) => unparkNext(delivery, clocks)),
		...dispatchWaiting(
			tenantId,
			finished.map(({ delivery }) => delivery),
			clocks,
		),
	];
	return {
		tenantId,
		resultFrom: (results) => results.some(({ results: rows }) => rows.some(isMail)),
		writes,
		onRefused: (refusal) => (isStale(refusal) && tries === 0 ? decideAgain : undefined),
		...(givenUp.length > 0
			? { audit: givenUp.map(({ delivery }) => ({ action: "delivery.given_up", resourceId: delivery.id })) }
			: {}),
	};
}

/** A delivery may be replayed without end. With this many attempts it can still be read. */
export const maxKeptAttempts = 50;

/**
 * The endpoint may have become ordered while the attempt was under way. Then the database refuses this change, and the
 * next try no longer assumes the record that was read.
 */
function updateDeliveries(tenantId: string, finished: readonly FinishedAttempt[], now: number, asRead: boolean) {
	const rows = finished.map(({ delivery, outcome, stored }) => ({
		endpoint_id: delivery.endpointId,
		delivery_id: delivery.id,
		leased: delivery.leasedUntil,
		record: delivery.recordId,
		status: outcome.status,
		next: outcome.nextAttemptAt,
		stored,
	}));
	const kept = sql`iif(json_array_length(d.attempts) < ${maxKeptAttempts}, d.attempts, json_remove(d.attempts, '$[0]'))`;
	return sql`UPDATE ${deliveries} AS d SET status = j.value ->> 'status', attempt_count = j.value ->> '$.stored.attempt',
			next_attempt_at = j.value ->> 'next', attempts = json_insert(${kept}, '$[#]', j.value -> 'stored'),
			replaying = 0, leased_until = 0, queued_until = coalesce(j.value ->> 'next', ${now}) + ${queuedMs}, updated_at = ${laterThanBefore(now)}
		FROM json_each(${JSON.stringify(rows)}) j
		WHERE ${isAmong(tenantId, rows)} AND d.endpoint_id = j.value ->> 'endpoint_id' AND d.id = j.value ->> 'delivery_id'
			AND d.leased_until = j.value ->> 'leased' ${asRead ? sql`AND d.record_id IS j.value ->> 'record'` : sql``}
			AND EXISTS (
				SELECT 1 FROM ${webhookEndpoints} e WHERE e.tenant_id = d.tenant_id AND e.id = d.endpoint_id AND e.deleted_at IS NULL
			)`;
}

const mayHaveParked = ({ delivery, outcome }: FinishedAttempt, tries: number): boolean =>
	outcome.status !== "PENDING" && (delivery.recordId !== null || tries > 0);

const isMail = (row: unknown): boolean => typeof row === "object" && row !== null && "mail_id" in row;
