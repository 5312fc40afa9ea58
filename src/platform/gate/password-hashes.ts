import * as passwords from "../lib/secrets/crypto.ts";
import { secondMs } from "../lib/time.ts";
import { Problem, problem } from "../problems/problem.ts";
import { siteOf } from "./credentials/ip-allowlist.ts";

// A hash takes the processor for a third of a second, and nothing else runs in its isolate meanwhile. So an isolate makes
// one after the other, and answers other requests between two of them (contract: Sign-in 20).

/** The hashes that an isolate makes or owes. A person waits some seconds for the last of them. */
const most = { inAll: 10, ofSite: 3 };
const restMs = 25;
const longestWaitMs = 10 * secondMs;
/** The platform may cancel a request without a word. Its hash counts for this long. */
const leaseMs = 10 * secondMs;

interface Owed {
	site: string;
	seenAt: number;
}

const owed = new Set<Owed>();
let hashingUntil = 0;
let mustRest = false;
let restsUntil = 0;

/** `address` is that of the client. */
export const hashPassword = (address: string | null, password: string): Promise<string> =>
	inTurn(address, () => passwords.hashPassword(password));

export const isPassword = (address: string | null, password: string, hash: string): Promise<boolean> =>
	inTurn(address, () => passwords.isPassword(password, hash));

async function inTurn<T>(from: string | null, hash: () => Promise<T>): Promise<T> {
	const own = add(siteOf(from));
	const deadline = Date.now() + longestWaitMs;
	try {
		while (!mayBegin()) {
			await scheduler.wait(restMs);
			own.seenAt = Date.now();
			if (own.seenAt > deadline) throw tooMany();
		}
		hashingUntil = Date.now() + leaseMs;
		return await hash().finally(() => {
			hashingUntil = 0;
			mustRest = true;
		});
	} finally {
		owed.delete(own);
	}
}

/** The clock stands still while a hash is made, so the first that waits afterwards begins the rest. */
function mayBegin(): boolean {
	const now = Date.now();
	if (now < hashingUntil) return false;
	if (mustRest) restsUntil = now + restMs;
	mustRest = false;
	return now >= restsUntil;
}

function add(site: string): Owed {
	const now = Date.now();
	for (const one of owed) if (one.seenAt <= now - leaseMs) owed.delete(one);
	const ofSite = [...owed].filter((one) => one.site === site).length;
	if (owed.size >= most.inAll || ofSite >= most.ofSite) throw tooMany();
	const own = { site, seenAt: now };
	owed.add(own);
	return own;
}

const busyWords = "Too many passwords are checked at the moment. Try again in a few seconds.";

const tooMany = () => problem("service_unavailable", busyWords).with({ "Retry-After": "3" });

export const isBusy = (error: unknown): error is Problem => error instanceof Problem && error.message === busyWords;
