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
	/** It did not fail. */
	takeBack(): Promise<void>;
}

/**
 * Begins an attempt to sign in to an account, whether there is one or not. It is counted before the
 * password is looked at: guesses made at once are as many as guesses made one after the other.
 */
export async function beginAttempt(c: AppContext, accountKey: string): Promise<Attempt> {
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
	const takeBack = async () => {
		const counted = begun.filter(({ retryAfterSeconds }) => retryAfterSeconds === 0);
		await atGate(c, () => Promise.all(counted.map(({ gate, name }) => gate.takeBackAttempt(name))));
	};
	const waitSeconds = Math.max(...begun.map(({ retryAfterSeconds }) => retryAfterSeconds));
	// Refused by one of the two, it is no failure for the other.
	if (waitSeconds > 0) await takeBack();
	return { waitSeconds, takeBack };
}
