import { longestWindowMs } from "../../../platform/gate/counters/failures.ts";
import { atGate } from "../../../platform/gate/gate-client.ts";
import { sharedCounters } from "../../../platform/gate/gates.ts";
import { type AppContext, gateRequestOf } from "../../../platform/http/request/app-env.ts";
import { inMinutes } from "../../../platform/lib/time.ts";
import { Problem, problem } from "../../../platform/problems/problem.ts";

/** The wrong email addresses that one manage link takes (contract: Booking page 26). */
const limit = { failures: 5, windowMs: longestWindowMs };

export const isWrongEmail = (error: unknown): boolean => error instanceof Problem && error.message.startsWith("email:");

/**
 * The change needs the client's email address. The attempt counts as one with a wrong address from its beginning until
 * it turns out to be right, so that many guesses at once do not pass the limit.
 */
export async function countingWrongEmails<T>(c: AppContext, hash: string, change: () => Promise<T>): Promise<T> {
	const counters = sharedCounters(c.env, "accounts", hash);
	const name = `manage:${hash}`;
	const begun = await atGate(gateRequestOf(c), () => counters.beginAttempt(name, limit));
	if (begun.retryAfterSeconds > 0) throw tooManyAttempts(begun);
	let isWrong = false;
	try {
		return await change();
	} catch (error) {
		isWrong = isWrongEmail(error);
		throw error;
	} finally {
		// An object that does not hear of the end counts the attempt as a wrong address.
		await atGate(gateRequestOf(c), () => counters.endAttempt(name, begun.at, isWrong)).catch(() => {});
	}
}

function tooManyAttempts({ crowded, retryAfterSeconds }: { crowded: boolean; retryAfterSeconds: number }): Problem {
	const wait = crowded ? 1 : retryAfterSeconds;
	const message = crowded
		? "Too many attempts at once. Try again."
		: `Too many wrong email addresses. Nothing has been changed. Try again in ${inMinutes(wait)}, or ask the studio.`;
	return problem("rate_limit_exceeded", message, {
		extra: { scope: "key", limit: limit.failures, retry_after_seconds: wait },
	}).with({ "Retry-After": String(wait) });
}
