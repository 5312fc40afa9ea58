import { longestWindowMs } from "../../platform/gate/counters/failures.ts";
import { subscriberOf } from "../../platform/gate/credentials/ip-allowlist.ts";
import { atGate } from "../../platform/gate/gate-client.ts";
import { sharedCounters } from "../../platform/gate/gates.ts";
import { gateUnavailable } from "../../platform/gate/unavailable.ts";
import { type AppContext, gateRequestOf } from "../../platform/http/request/app-env.ts";
import { sha256 } from "../../platform/lib/secrets/crypto.ts";
import { inMinutes } from "../../platform/lib/time.ts";

/** Contract: Sign-in 2. */
const accountLimit = { failures: 10, windowMs: longestWindowMs };
const addressLimit = { failures: 50, windowMs: longestWindowMs };

interface SignInAttempt {
	/** Seconds to wait before another attempt. With 0 this one may go on, unless `crowded`. */
	waitSeconds: number;
	/** True if too many other attempts were under way for as long as this one waited. */
	crowded: boolean;
	end(outcome: { failed: boolean }): Promise<void>;
}

export function refusalOf(c: AppContext, { crowded, waitSeconds }: SignInAttempt): string | null {
	if (!crowded && waitSeconds === 0) return null;
	c.header("Retry-After", String(Math.max(1, waitSeconds)));
	if (crowded) return "Too many attempts at once. Try again.";
	return `Too many attempts failed. Try again in ${inMinutes(waitSeconds)}.`;
}

/** Hashing takes a tenth of a second, so a queue of attempts that all succeed is worked off in this time. */
const polling = { max: 10, everyMs: 500 };

/**
 * The account need not exist. The attempt counts before the password is checked (contract: Sign-in 3). If only other
 * attempts that are under way prevent it, it waits for its turn.
 */
export async function beginSignInAttempt(c: AppContext, accountKey: string): Promise<SignInAttempt> {
	for (let turn = 1; ; turn++) {
		const attempt = await tryToBegin(c, accountKey);
		if (!attempt.crowded || turn === polling.max) return attempt;
		await scheduler.wait(polling.everyMs);
	}
}

async function tryToBegin(c: AppContext, accountKey: string): Promise<SignInAttempt> {
	const address = subscriberOf(c.get("address"));
	// The hash keeps the stored name short, however long the email is.
	const account = sha256(accountKey);
	const claims = [
		{ counters: sharedCounters(c.env, "accounts", account), name: account, limit: accountLimit },
		{ counters: sharedCounters(c.env, "addresses", address), name: `sign-in:${address}`, limit: addressLimit },
	];
	const beginning = claims.map(async (claim) => ({
		...claim,
		...(await claim.counters.beginAttempt(claim.name, claim.limit)),
	}));
	const begun = await atGate(gateRequestOf(c), () => Promise.allSettled(beginning));
	const answers = begun.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
	const begunClaims = answers.filter(({ retryAfterSeconds }) => retryAfterSeconds === 0);
	// An object that is not notified of the end counts the attempt as a failure. The answer does not depend on that.
	const end = async ({ failed }: { failed: boolean }) => {
		const ending = begunClaims.map(({ counters, name, at }) => counters.endAttempt(name, at, failed));
		await atGate(gateRequestOf(c), () => Promise.all(ending)).catch(() => {});
	};
	const refusals = answers.filter(({ retryAfterSeconds }) => retryAfterSeconds > 0);
	// If one of the two objects refuses or does not answer, the attempt is no failure at the other.
	if (begunClaims.length < claims.length) await end({ failed: false });
	for (const outcome of begun)
		if (outcome.status === "rejected") throw gateUnavailable(outcome.reason, c.get("requestId"));
	const lockouts = refusals.filter(({ crowded }) => !crowded);
	return {
		waitSeconds: Math.max(0, ...lockouts.map(({ retryAfterSeconds }) => retryAfterSeconds)),
		crowded: refusals.length > 0 && lockouts.length === 0,
		end,
	};
}
