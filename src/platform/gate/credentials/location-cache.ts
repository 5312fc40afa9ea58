import { safeMessage } from "../../db/errors.ts";
import { withTimeout } from "../../lib/async/with-timeout.ts";
import { log } from "../../log.ts";
import type { Credential } from "./credentials.ts";

/** The apps with a change that some gates have not been told yet, each with its revision. */
export interface UntoldChanges {
	readAt: number;
	revisions: Record<string, number>;
}

/**
 * The credentials that the isolates of one location of the platform have read from the control database. When a clock
 * starts thousands of programs in the same second, most of their requests meet an isolate that does not know them. The
 * gate judges these credentials like those that the isolate remembers (contract: Credentials 15). The platform may
 * forget them at any time.
 */
export const locationCache = {
	get: (hash: string): Promise<Credential | null> => find<Credential>(hash),
	set: (hash: string, record: Credential): Promise<void> => keep(hash, record, secondsToKeep()),
	/** Their reader judges their age. */
	untoldChanges: {
		get: (): Promise<UntoldChanges | null> => find<UntoldChanges>("untold-changes"),
		set: (changes: UntoldChanges): Promise<void> => keep("untold-changes", changes, 60),
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
export const recordFormat = 5;

let generation = 0;

const openCache = (): Promise<Cache> => caches.open("credentials");

/** No server has this name (RFC 2606 2). The cache needs addresses as keys. */
const addressOf = (name: string): string => `https://credentials.invalid/${recordFormat}/${generation}/${name}`;

const mostHoursInLocation = 12;

/** The times differ, so that what was kept in one second does not end in one second. */
const secondsToKeep = (): number => Math.round((mostHoursInLocation / 2) * 3600 * (1 + Math.random()));

/** Null when the location does not know it, or is slow to say. */
async function find<T>(name: string): Promise<T | null> {
	return (await timely(async () => (await (await openCache()).match(addressOf(name)))?.json<T>())) ?? null;
}

async function keep(name: string, value: unknown, seconds: number): Promise<void> {
	const headers = { "Cache-Control": `max-age=${seconds}` };
	await timely(async () => await (await openCache()).put(addressOf(name), Response.json(value, { headers })));
}

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
