import { longestWindowMs } from "../gate/failures.ts";
import { subscriberOf } from "../gate/ip-allowlist.ts";
import { atGate, sharedGate } from "../gate/rate-limit.ts";
import type { AppContext } from "../http/app-env.ts";
import { sha256 } from "../lib/crypto.ts";

/** Decisions, OAuth 10. */
const ofAccount = { failures: 10, windowMs: longestWindowMs };
const ofAddress = { failures: 50, windowMs: longestWindowMs };

interface Attempt {
	/** Seconds to wait before another attempt; 0: this one may go on. */
	waitSeconds: number;
	end(outcome: { failed: boolean }): Promise<void>;
}

/** Passwords take a tenth of a second: a queue of attempts that all succeed is gone by then. */
const turns = { most: 6, everyMs: 500 };

/**
 * Begins an attempt to sign in to an account, whether there is one or not. It is counted before the
 * password is looked at: guesses made at once are as many as guesses made one after the other. Where
 * none but attempts under way are in its way it waits for its turn.
 */
export async function beginAttempt(c: AppContext, accountKey: string): Promise<Attempt> {
	for (let turn = 1; ; turn++) {
		const { crowded, ...attempt } = await tryToBegin(c, accountKey);
		if (!crowded) return attempt;
		if (turn === turns.most) return { ...attempt, waitSeconds: 1 };
		await scheduler.wait(turns.everyMs);
	}
}

async function tryToBegin(c: AppContext, accountKey: string): Promise<Attempt & { crowded: boolean }> {
	const address = subscriberOf(c.get("address"));
	// An account's key can be as long as an email; the gate's names are not.
	const account = sha256(accountKey);
	const claims = [
		{ gate: sharedGate(c.env, "accounts", account), name: account, limit: ofAccount },
		{ gate: sharedGate(c.env, "addresses", address), name: `sign-in:${address}`, limit: ofAddress },
	];
	const begun = await atGate(c, () =>
		Promise.all(
			claims.map(async (claim) => ({ ...claim, ...(await claim.gate.beginAttempt(claim.name, claim.limit)) })),
		),
	);
	const refusals = begun.filter(({ retryAfterSeconds }) => retryAfterSeconds > 0);
	const counted = begun.filter(({ retryAfterSeconds }) => retryAfterSeconds === 0);
	const end = async ({ failed }: { failed: boolean }) => {
		await atGate(c, () => Promise.all(counted.map(({ gate, name, at }) => gate.endAttempt(name, at, failed))));
	};
	// Refused by one of the two, it is no failure for the other.
	if (refusals.length > 0) await end({ failed: false });
	return {
		waitSeconds: Math.max(0, ...refusals.map(({ retryAfterSeconds }) => retryAfterSeconds)),
		crowded: refusals.length > 0 && refusals.every(({ crowded }) => crowded),
		end,
	};
}
