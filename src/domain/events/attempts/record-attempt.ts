import { queuedMs } from "../../../platform/commit/after/queue-messages.ts";
import { type Change, type ChangeDecidedByCommit, decideAgain } from "../../../platform/commit/change.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { insert, mustChangeRows, remove, type Write } from "../../../platform/commit/write.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { and, eq, lte, sql } from "../../../platform/db/statements/expression.ts";
import { deliveries, deliveryAttempts, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import type { Clocks } from "../dispatch/clocks.ts";
import { dispatchWaiting } from "../dispatch/dispatch-waiting.ts";
import { unparkNext } from "../dispatch/order.ts";
import { markEndpointDeleted } from "../endpoint-work/delete-endpoint.ts";
import type { ClaimedDelivery } from "./claim.ts";
import { afterFailure, afterSuccesses } from "./endpoint-health.ts";
import { countAttempt } from "./hourly-counts.ts";
import { type Outcome, succeeded } from "./outcome.ts";
import type { PostResult } from "./post.ts";
import type { StoredResponse } from "./stored-response.ts";

/** An automation platform answers 410 when it listens no more (contract: Automation 7). */
export const isHookGone = ({ trigger }: ClaimedDelivery, { status }: PostResult): boolean =>
	trigger !== null && status === 410;

/**
 * Deletes the hook. Its deliveries are deleted later. The tenant gets no mail. If the hook was subscribed again while
 * the attempt was under way, it stays, and the attempt is recorded like any other.
 */
export const removeGoneHook = (claimed: ClaimedDelivery, clocks: Clocks): Change<boolean> => ({
	result: false,
	tenantId: claimed.tenantId,
	writes: [
		mustChangeRows(
			sql`UPDATE ${deliveries} SET claimed_until = 0 WHERE id = ${claimed.id} AND claimed_until = ${claimed.leasedUntil}`,
		),
		markEndpointDeleted({ tenantId: claimed.tenantId, id: claimed.endpointId }, clocks.now, claimed.revision),
		...dispatchWaiting(claimed, clocks),
	],
	audit: { action: "automation_hook.deleted", resourceId: claimed.endpointId },
	onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
});

/** Records the attempt and the new state of the delivery. The result says whether the change wrote a mail. */
export function recordAttempt(
	claimed: ClaimedDelivery,
	number: number,
	posted: PostResult & { answer: StoredResponse },
	outcome: Outcome,
	{ attemptedAt, requestId, tries, ...clocks }: Clocks & { attemptedAt: number; requestId: string; tries: number },
): ChangeDecidedByCommit<boolean> {
	const { id, tenantId, endpointId, recordId, testBody, trigger } = claimed;
	const { now } = clocks;
	// The endpoint may have become ordered while the attempt was under way. Then the database refuses this change, and the
	// next try no longer assumes a record.
	const asClaimed = tries === 0 ? sql`record_id IS ${recordId}` : sql`TRUE`;
	const mayHaveParked = outcome.status !== "PENDING" && (recordId !== null || tries > 0);
	const endpoint = { tenantId, id: endpointId, trigger };
	// A test says nothing about the health of an endpoint.
	const saysNothing = testBody !== null || posted.isOwnFault;
	const health = saysNothing
		? []
		: succeeded(posted.status)
			? [afterSuccesses(tenantId, [endpointId])]
			: afterFailure(endpoint, now, requestId);
	// Nobody sees the hourly counts of a hook.
	const isCounted = !saysNothing && trigger === null;
	const writes = [
		mustChangeRows(
			sql`UPDATE ${deliveries} SET status = ${outcome.status}, attempt_count = ${number}, next_attempt_at = ${outcome.nextAttemptAt},
					replaying = 0, claimed_until = 0, carried_until = ${(outcome.nextAttemptAt ?? now) + queuedMs}, updated_at = ${laterThanBefore(now)}
				WHERE id = ${id} AND claimed_until = ${claimed.leasedUntil} AND ${asClaimed} AND EXISTS (
					SELECT 1 FROM ${webhookEndpoints} e WHERE e.tenant_id = ${tenantId} AND e.id = ${endpointId} AND e.deleted_at IS NULL
				)`,
		),
		insert(deliveryAttempts).values({
			deliveryId: id,
			attempt: number,
			responseStatus: posted.status,
			...posted.answer,
			durationMs: posted.durationMs,
			errorMessage: posted.error,
			attemptedAt,
		}),
		...deleteOldAttempts(id, number),
		...health,
		...(isCounted ? [countAttempt({ tenantId, endpointId, at: attemptedAt }, posted)] : []),
		...(mayHaveParked ? [unparkNext(id, clocks)] : []),
		...dispatchWaiting(claimed, clocks),
	];
	const isGivenUp = outcome.status === "DEAD" && testBody === null;
	return {
		tenantId,
		resultFrom: (results) => results.some(({ results: rows }) => rows.some(isMail)),
		writes,
		onRefused: (refusal) => (isStale(refusal) && tries === 0 ? decideAgain : undefined),
		...(isGivenUp ? { audit: { action: "delivery.given_up", resourceId: id } } : {}),
	};
}

const isMail = (row: unknown): boolean => typeof row === "object" && row !== null && "mail_id" in row;

/** A delivery may be replayed without end. With this many attempts it can still be read and deleted. */
export const maxKeptAttempts = 50;

const deleteOldAttempts = (id: string, number: number): Write[] =>
	number > maxKeptAttempts
		? [
				remove(deliveryAttempts).where(
					and(eq(deliveryAttempts.deliveryId, id), lte(deliveryAttempts.attempt, number - maxKeptAttempts)),
				),
			]
		: [];
