import { nextAttemptAt, retryAfterTime } from "./retry-schedule.ts";

/** The status is null if no answer came. */
export interface ReceiverResponse {
	status: number | null;
	retryAfter: string | null;
}

export interface Outcome {
	status: "SUCCEEDED" | "PENDING" | "DEAD";
	nextAttemptAt: number | null;
}

/** Contract: Deliveries 6, Deliveries 7. */
const isTerminal = (status: number | null) => status !== null && status >= 400 && status < 500 && status !== 429;

export const succeeded = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

export function outcomeOf(
	reply: ReceiverResponse,
	delivery: { attempt: number; replaying: boolean },
	{ attemptedAt, now }: { attemptedAt: number; now: number },
): Outcome {
	if (succeeded(reply.status)) return { status: "SUCCEEDED", nextAttemptAt: null };
	if (isTerminal(reply.status) || delivery.replaying) return { status: "DEAD", nextAttemptAt: null };
	const honorsRetryAfter = reply.status === 429 || reply.status === 503;
	const next = nextAttemptAt(
		delivery.attempt,
		attemptedAt,
		honorsRetryAfter ? retryAfterTime(reply.retryAfter, now) : null,
	);
	return next === null ? { status: "DEAD", nextAttemptAt: null } : { status: "PENDING", nextAttemptAt: next };
}
