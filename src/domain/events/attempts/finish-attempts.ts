import type { AnyChange } from "../../../platform/commit/change.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { clocksAt } from "../dispatch/clocks.ts";
import type { ClaimedDelivery } from "./claim.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { type FinishedAttempt, isHookGone, recordAttempts, removeGoneHook } from "./record-attempts.ts";
import type { PostResult } from "./request/post.ts";
import { storedResponse } from "./stored-response.ts";

export interface MadeAttempt {
	delivery: ClaimedDelivery;
	posted: PostResult;
}

/** The consumer does this work. */
export interface FollowUp {
	/** The time of the next nudge. Null: no nudge is needed. */
	nudgeAt: number | null;
	/** Whether the attempt wrote a mail that now waits in the outbox. */
	wroteMail: boolean;
	/** Absent if the nudge led to no attempt. */
	attempt?: AttemptSummary;
}

/** Names as the log shows them. */
export interface AttemptSummary {
	tenantId: string;
	eventType: string;
	attempt: number;
	status: number | null;
	durationMs: number;
	outcome: "succeeded" | "retried" | "dead";
}

/** Records attempts that began at `caller.now`. Returns what is left to do, by delivery. */
export async function finishAttempts(
	tenantId: string,
	made: readonly MadeAttempt[],
	caller: LocalCaller,
	writer: Writer,
): Promise<ReadonlyMap<string, FollowUp>> {
	const attemptedAt = caller.now;
	const now = clock.now();
	const finished = await Promise.all(made.map((one) => finishedAttempt(one, { attemptedAt, now })));
	const [first] = made;
	const gone = made.length === 1 && first && isHookGone(first.delivery, first.posted) ? first.delivery : undefined;
	const decide = ({ tries, requestId }: LocalCaller): AnyChange<boolean> => ({
		...(gone && tries === 0
			? removeGoneHook(gone, clocksAt(now))
			: recordAttempts(tenantId, finished, { ...clocksAt(now), attemptedAt, requestId, tries })),
		recordsWork: true,
	});
	try {
		const { result: wroteMail } = await execute(writer, { ...caller, now }, decide);
		return new Map(
			finished.map(({ delivery, posted, outcome }, n) => [
				delivery.id,
				{
					nudgeAt: outcome.nextAttemptAt,
					wroteMail: wroteMail && n === 0,
					attempt: summaryOf(delivery, posted, outcome),
				},
			]),
		);
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		return finished.length > 1 ? await finishEach(tenantId, made, caller, writer) : notCounted(finished);
	}
}

/** The database refused to record one of them with the others. */
async function finishEach(
	tenantId: string,
	made: readonly MadeAttempt[],
	caller: LocalCaller,
	writer: Writer,
): Promise<ReadonlyMap<string, FollowUp>> {
	const each = await Promise.all(made.map((one) => finishAttempts(tenantId, [one], caller, writer)));
	return new Map(each.flatMap((one) => [...one]));
}

/** The lease expired and another attempt took over, or the endpoint was deleted. The result then does not count. */
const notCounted = (finished: readonly FinishedAttempt[]): ReadonlyMap<string, FollowUp> =>
	new Map(
		finished.map(({ delivery, posted, outcome }) => [
			delivery.id,
			{ nudgeAt: null, wroteMail: false, attempt: summaryOf(delivery, posted, outcome) },
		]),
	);

async function finishedAttempt(
	{ delivery, posted }: MadeAttempt,
	times: { attemptedAt: number; now: number },
): Promise<FinishedAttempt> {
	const number = delivery.attemptCount + 1;
	const reply = { status: posted.status, retryAfter: posted.retryAfter };
	return {
		delivery,
		posted,
		outcome: outcomeOf(reply, { attempt: number, replaying: delivery.replaying === 1 }, times),
		stored: {
			attempt: number,
			response_status: posted.status,
			// Nobody can read a hook's answers.
			...(await storedResponse(delivery.trigger === null ? posted.body : null)),
			duration_ms: posted.durationMs,
			error_message: posted.error,
			attempted_at: times.attemptedAt,
		},
	};
}

const loggedOutcomes = { SUCCEEDED: "succeeded", PENDING: "retried", DEAD: "dead" } as const;

const summaryOf = (delivery: ClaimedDelivery, posted: PostResult, outcome: Outcome): AttemptSummary => ({
	tenantId: delivery.tenantId,
	eventType: delivery.eventType,
	attempt: delivery.attemptCount + 1,
	status: posted.status,
	durationMs: posted.durationMs,
	outcome: loggedOutcomes[outcome.status],
});
