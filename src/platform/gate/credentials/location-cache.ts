import { safeMessage } from "../../db/errors.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import { log } from "../../log.ts";
import type { Credential } from "./credentials.ts";

/**
 * The credentials that the isolates of one location of the platform have read from the control database. When a clock
 * starts thousands of programs in the same second, most of their requests meet an isolate that does not know them. The
 * gate judges these credentials like those that the isolate remembers (contract: Credentials 15). The platform may
 * forget them at any time.
 */
export const locationCache = {
	/** Null when the location does not know the credential, or is slow to say. */
	async get(hash: string): Promise<Credential | null> {
		const answer = await timely(async () => (await (await openCache()).match(addressOf(hash)))?.json<Credential>());
		return answer ?? null;
	},
	async set(hash: string, record: Credential): Promise<void> {
		const headers = { "Cache-Control": `max-age=${secondsToKeep()}` };
		await timely(async () => await (await openCache()).put(addressOf(hash), Response.json(record, { headers })));
	},
	/** For tests: makes the location like a new one. */
	clear(): void {
		generation++;
	},
};

/**
 * Raise this number whenever a field of `Credential` or its meaning changes. The cache outlasts a deployment, and what
 * older code has kept must not pass for what the new code reads.
 */
export const recordFormat = 4;

let generation = 0;

const openCache = (): Promise<Cache> => caches.open("credentials");

/** No server has this name (RFC 2606 2). The cache needs addresses as keys. */
const addressOf = (hash: string): string => `https://credentials.invalid/${recordFormat}/${generation}/${hash}`;

export const mostHoursInLocation = 12;

/** The times differ, so that what was kept in one second does not end in one second. */
const secondsToKeep = (): number => Math.round((mostHoursInLocation / 2) * 3600 * (1 + Math.random()));

/** A cache that does not answer must not hold up a request that the database can serve. */
const longestMs = 500;

async function timely<T>(call: () => Promise<T>): Promise<T | undefined> {
	try {
		return await withTimeout(longestMs, call());
	} catch (error) {
		log.warning("fault", { message: `The cache of credentials did not answer: ${safeMessage(error)}` });
		return undefined;
	}
}
