import type { Words } from "../../../domain/languages/words.ts";
import { longestWindowMs } from "../../../platform/gate/counters/failures.ts";
import { atGate } from "../../../platform/gate/gate-client.ts";
import { sharedCounters } from "../../../platform/gate/gates.ts";
import { type AppContext, gateRequestOf } from "../../../platform/http/request/app-env.ts";
import { Problem } from "../../../platform/problems/problem.ts";

import { ToldInWords } from "../told-in-words.ts";
import type { OpenedBooking } from "./with-booking.tsx";

/** The wrong email addresses that one manage link takes (contract: Booking page 26). */
const limit = { failures: 5, windowMs: longestWindowMs };

export const isWrongEmail = (error: unknown): boolean => error instanceof Problem && error.message.startsWith("email:");

/**
 * The change needs the client's email address. The attempt counts as one with a wrong address from its beginning until
 * it turns out to be right, so that many guesses at once do not pass the limit.
 */
export async function countingWrongEmails<T>(
	c: AppContext,
	{ hash, words }: Pick<OpenedBooking, "hash" | "words">,
	change: () => Promise<T>,
): Promise<T> {
	const counters = sharedCounters(c.env, "accounts", hash);
	const name = `manage:${hash}`;
	const begun = await atGate(gateRequestOf(c), () => counters.beginAttempt(name, limit));
	if (begun.retryAfterSeconds > 0) throw tooManyAttempts(begun, words);
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

function tooManyAttempts(
	{ crowded, retryAfterSeconds }: { crowded: boolean; retryAfterSeconds: number },
	{ manage, formats }: Words,
): Problem {
	const wait = crowded ? 1 : retryAfterSeconds;
	const text = crowded ? manage.tooManyAttempts : manage.tooManyEmails(formats.wait(wait));
	return new ToldInWords("rate_limit_exceeded", text, { "Retry-After": String(wait) });
}
