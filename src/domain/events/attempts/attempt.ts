import type { AnyChange, Change } from "../../../platform/commit/change.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { deliveries } from "../../../platform/db/tables/data/webhooks.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { unsafeReason } from "../../../platform/lib/safe-url.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { clocksAt } from "../dispatch/clocks.ts";
import { signingKey } from "../webhook-keys/signing-key.ts";
import { bodyOf } from "./body.ts";
import { type ClaimedDelivery, claimDelivery, deferBehindEarlier } from "./claim.ts";
import type { EventRow } from "./envelope.ts";
import { fixedHeaders, signingHeaders, withAsymmetric } from "./headers.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { type PostResult, post } from "./post.ts";
import { isHookGone, recordAttempt, removeGoneHook } from "./record-attempt.ts";
import { openSecrets } from "./secrets.ts";
import { compressResponse } from "./stored-response.ts";

/** The work for a delivery that is left to the consumer. */
export interface FollowUp {
	/** When the next nudge is due. Null: no nudge is needed. */
	nudgeAt: number | null;
	/** Whether the attempt wrote a mail that now waits in the outbox. */
	wroteMail: boolean;
	/** Absent if this nudge led to no attempt. */
	attempt?: AttemptSummary;
	/** The tenant, if its data is in another database or on its way to one. */
	movedTenant?: string;
}

/** The attempt as the log shows it. */
export interface AttemptSummary {
	tenantId: string;
	eventType: string;
	attempt: number;
	status: number | null;
	durationMs: number;
	outcome: "succeeded" | "retried" | "dead";
}

/**
 * Makes one attempt at one delivery: claims it, sends it and records the result. If the service dies after the POST
 * and before the record, the lease expires and the service sends the same attempt again, under the same number.
 */
export async function attemptDelivery(deliveryId: string, caller: LocalCaller, writer: Writer): Promise<FollowUp> {
	const { result } = await execute(writer, caller, () => claimDelivery(deliveryId, clocksAt(caller.now)));
	const { claimed, won } = result;
	const none = { nudgeAt: null, wroteMail: false };
	if (!claimed) return none;
	if (isMoving(claimed.studio)) return { ...none, movedTenant: claimed.tenantId };
	if (claimed.behind) await execute(writer, caller, () => deferBehindEarlier(claimed, clocksAt(caller.now)));
	if (!won) return { ...none, nudgeAt: claimed.status === "PENDING" ? futureDueTime(claimed, caller.now) : null };
	if (claimed.leasedUntil - Date.now() < minLeaseLeftMs) {
		// Too little of the lease is left: another attempt could start before this one ends.
		await execute(writer, caller, () => releaseClaim(claimed));
		return { ...none, nudgeAt: caller.now };
	}
	return await finishAttempt(
		claimed,
		await sendAttempt(claimed, claimed.attemptCount + 1, caller, writer),
		caller,
		writer,
	);
}

/** Records the result of an attempt that began at `caller.now`. The delivery has a row of its own with the lease. */
export async function finishAttempt(
	claimed: ClaimedDelivery,
	posted: PostResult,
	caller: LocalCaller,
	writer: Writer,
): Promise<FollowUp> {
	const attemptedAt = caller.now;
	const number = claimed.attemptCount + 1;
	const now = clock.now();
	const reply = { status: posted.status, retryAfter: posted.retryAfter };
	const outcome = outcomeOf(reply, { attempt: number, replaying: claimed.replaying === 1 }, { attemptedAt, now });
	// Nobody can read a hook's deliveries.
	const answer = await compressResponse(claimed.trigger === null ? posted.body : null);
	const decide = ({ tries, requestId }: LocalCaller): AnyChange<boolean> => ({
		...(isHookGone(claimed, posted) && tries === 0
			? removeGoneHook(claimed, clocksAt(now))
			: recordAttempt(claimed, number, { ...posted, answer }, outcome, {
					...clocksAt(now),
					attemptedAt,
					requestId,
					tries,
				})),
		recordsWork: true,
	});
	const attempt = summaryOf(claimed, posted, outcome);
	try {
		const { result: wroteMail } = await execute(writer, { ...caller, now }, decide);
		return { nudgeAt: outcome.nextAttemptAt, wroteMail, attempt };
	} catch (error) {
		// The lease expired and another attempt took over, or the endpoint was deleted. This result then does not count.
		if (error instanceof Problem) return { nudgeAt: null, wroteMail: false, attempt };
		throw error;
	}
}

/** Whether a delivery waits because its studio moves, or is elsewhere. */
export const isMoving = (studio: ClaimedDelivery["studio"]): boolean =>
	studio !== null && ["CLOSING", "LEAVING", "ARRIVING", "DEPARTED"].includes(studio);

export const summaryOf = (claimed: ClaimedDelivery, posted: PostResult, outcome: Outcome): AttemptSummary => ({
	tenantId: claimed.tenantId,
	eventType: claimed.eventType,
	attempt: claimed.attemptCount + 1,
	status: posted.status,
	durationMs: posted.durationMs,
	outcome: loggedOutcomes[outcome.status],
});

/** An attempt and its record fit into this time. */
export const minLeaseLeftMs = 15 * secondMs;

/** Puts the delivery back as it was before the claim. */
const releaseClaim = ({ id, tenantId, leasedUntil }: ClaimedDelivery): Change<null> => ({
	result: null,
	tenantId,
	recordsWork: true,
	writes: [sql`UPDATE ${deliveries} SET claimed_until = 0 WHERE id = ${id} AND claimed_until = ${leasedUntil}`],
});

const loggedOutcomes = { SUCCEEDED: "succeeded", PENDING: "retried", DEAD: "dead" } as const;

/** If a nudge comes too early, another one is sent for this time. */
const futureDueTime = ({ nextAttemptAt }: ClaimedDelivery, now: number): number | null =>
	nextAttemptAt !== null && nextAttemptAt > now ? nextAttemptAt : null;

export async function sendAttempt(
	claimed: ClaimedDelivery,
	number: number,
	caller: LocalCaller,
	writer: Writer,
): Promise<PostResult> {
	const reason = unsafeReason(claimed.url, caller.settings);
	if (reason) return notSent(`the URL ${reason}`);
	const body = bodyOf(claimed.testBody, eventOf(claimed), claimed.trigger);
	const secrets = await openSecrets(caller.vault, claimed, caller.now);
	if (secrets.length === 0) return notSent("the signing secret cannot be read, rotate it");
	const key = claimed.asymmetric === 1 ? await signingKey(caller, writer) : null;
	if (key === undefined) return { ...notSent("the service's signing key cannot be read"), isOwnFault: true };
	const seconds = Math.floor(clock.now() / 1000);
	const signed = signingHeaders(claimed, body, secrets, seconds);
	const proof = key ? await withAsymmetric(signed, claimed, body, key, seconds) : signed;
	return await post(claimed.url, { ...fixedHeaders(claimed, number), ...proof }, body);
}

/** The result of an attempt that sent nothing. It is recorded as a failure, so that the tenant sees the reason. */
const notSent = (why: string): PostResult => ({
	status: null,
	retryAfter: null,
	body: null,
	durationMs: 0,
	error: `Not sent: ${why}.`,
});

function eventOf({
	eventId,
	eventType,
	tenantId,
	createdAt,
	sequence,
	actorType,
	actorId,
	data,
}: ClaimedDelivery): EventRow | null {
	if (createdAt === null || sequence === null || actorType === null || data === null) return null;
	return { id: eventId, type: eventType, tenantId, createdAt, sequence, actorType, actorId, data: JSON.parse(data) };
}
