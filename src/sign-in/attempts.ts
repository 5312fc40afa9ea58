import { longestWindowMs } from "../gate/failures.ts";
import { sharedGate } from "../gate/gates.ts";
import { subscriberOf } from "../gate/ip-allowlist.ts";
import { atGate } from "../gate/rate-limit.ts";
import { gateUnavailable } from "../gate/unavailable.ts";
import { type AppContext, visitorOf } from "../http/app-env.ts";
import { sha256 } from "../lib/crypto.ts";

/** Contract: Sign-in 2. */
const ofAccount = { failures: 10, windowMs: longestWindowMs };
const ofAddress = { failures: 50, windowMs: longestWindowMs };

interface Attempt {
	/** Seconds to wait before another attempt; 0: this one may go on, unless it is crowded. */
	waitSeconds: number;
	/** So many attempts are under way that this one could not take its turn. */
	crowded: boolean;
	end(outcome: { failed: boolean }): Promise<void>;
}

/** Passwords take a tenth of a second: a queue of attempts that all succeed is gone by then. */
const turns = { most: 10, everyMs: 500 };

/**
 * Begins an attempt to sign in to an account, whether there is one or not. It is counted before the
 * password is looked at: guesses made at once are as many as guesses made one after the other. Where
 * none but attempts under way are in its way it waits for its turn.
 */
export async function beginAttempt(c: AppContext, accountKey: string): Promise<Attempt> {
	for (let turn = 1; ; turn++) {
		const attempt = await tryToBegin(c, accountKey);
		if (!attempt.crowded || turn === turns.most) return attempt;
		await scheduler.wait(turns.everyMs);
	}
}

async function tryToBegin(c: AppContext, accountKey: string): Promise<Attempt> {
	const address = subscriberOf(c.get("address"));
	// An account's key can be as long as an email; the gate's names are not.
	const account = sha256(accountKey);
	const claims = [
		{ gate: sharedGate(c.env, "accounts", account), name: account, limit: ofAccount },
		{ gate: sharedGate(c.env, "addresses", address), name: `sign-in:${address}`, limit: ofAddress },
	];
	const beginning = claims.map(async (claim) => ({
		...claim,
		...(await claim.gate.beginAttempt(claim.name, claim.limit)),
	}));
	const begun = await atGate(visitorOf(c), () => Promise.allSettled(beginning));
	const answers = begun.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
	const counted = answers.filter(({ retryAfterSeconds }) => retryAfterSeconds === 0);
	// A gate that does not hear of an end takes the attempt for a failure; nobody else's answer hangs on that.
	const end = async ({ failed }: { failed: boolean }) => {
		const ending = counted.map(({ gate, name, at }) => gate.endAttempt(name, at, failed));
		await atGate(visitorOf(c), () => Promise.all(ending)).catch(() => {});
	};
	const refusals = answers.filter(({ retryAfterSeconds }) => retryAfterSeconds > 0);
	// Refused by one of the two, or not answered, it is no failure for the other.
	if (counted.length < claims.length) await end({ failed: false });
	for (const outcome of begun)
		if (outcome.status === "rejected") throw gateUnavailable(outcome.reason, c.get("requestId"));
	const closed = refusals.filter(({ crowded }) => !crowded);
	return {
		waitSeconds: Math.max(0, ...closed.map(({ retryAfterSeconds }) => retryAfterSeconds)),
		crowded: refusals.length > 0 && closed.length === 0,
		end,
	};
}
