import { LruCache } from "../../lib/lru.ts";
import { minuteMs } from "../../lib/time.ts";
import { log } from "../../log.ts";
import type { GateRequest } from "../gate-request.ts";
import { tierLimits } from "../plans.ts";
import { rateLimitExceeded } from "../rate-limit.ts";
import { type Credential, isKept, type PresentedCredential } from "./credentials.ts";
import { subscriberOf } from "./ip-allowlist.ts";

/**
 * The look-ups from one address in one minute that found no credential or are still under way. A credential that exists
 * does not count, so an address whose callers all have good keys never meets the limit, however many they are.
 */
interface LookUps {
	minute: number;
	count: number;
}

/** The limit for each address (contract: Rate limits 18). wrangler.toml sets the same number. */
const maxLookUpsPerMinute = 300;

type Counts = LruCache<LookUps>;

const byAddress: Counts = new LruCache(1000);
const byFamily: Counts = new LruCache(1000);

type Read = () => Promise<Credential | null>;

/**
 * Looks up a credential. If the address has sent too many unknown ones, refuses before the look-up reaches the database.
 * The platform's limiter counts for all isolates of a location. Without it each isolate counts for itself.
 *
 * An access token of a known family exists, or has existed, or was made up by somebody who knows another token of its
 * grant. Thousands of studios behind one address may have expired tokens, so these count for each address and family.
 */
export async function lookUpCredential(
	request: GateRequest,
	presented: PresentedCredential,
	read: Read,
): Promise<Credential | null> {
	const address = subscriberOf(request.address);
	const readOfFamily: Read = () =>
		presented.kind === "access_token"
			? countUnlessGood(request, {
					counts: byFamily,
					name: `${address} ${presented.family}`,
					read,
					isGood: isNoneOrKept,
				})
			: read();
	return await countUnlessGood(request, { counts: byAddress, name: address, read: readOfFamily, isGood: exists });
}

const exists = (found: Credential | null): boolean => found !== null;
/** A token that nobody issued counts for its address alone. */
const isNoneOrKept = (found: Credential | null): boolean => found === null || isKept(found);

interface CountedRead {
	counts: Counts;
	name: string;
	read: Read;
	isGood: (found: Credential | null) => boolean;
}

async function countUnlessGood(
	request: GateRequest,
	{ counts, name, read, isGood }: CountedRead,
): Promise<Credential | null> {
	const lookUps = lookUpsOf(counts, name, Math.floor(request.now / minuteMs));
	if (lookUps.count >= maxLookUpsPerMinute) throw refusal(request, lookUps);
	lookUps.count++;
	const found = await read().catch((error) => {
		lookUps.count--;
		throw error;
	});
	if (isGood(found)) lookUps.count--;
	else if (!(await isWithinLimit(request, `${name} ${lookUps.minute}`))) lookUps.count = Number.POSITIVE_INFINITY;
	return found;
}

function lookUpsOf(counts: Counts, name: string, minute: number): LookUps {
	const present = counts.get(name);
	// A request that waited for its body may belong to the minute before.
	if (present && present.minute >= minute) return present;
	const lookUps = { minute, count: 0 };
	counts.set(name, lookUps);
	return lookUps;
}

/** The key contains the minute, so that every isolate starts again at the same moment, which `Retry-After` names. */
async function isWithinLimit({ env, requestId }: GateRequest, key: string): Promise<boolean> {
	try {
		return (await env.UNKNOWN_CREDENTIALS?.limit({ key }))?.success ?? true;
	} catch (error) {
		log.warning("fault", { request_id: requestId, message: `The limiter of look-ups did not answer: ${error}` });
		return true;
	}
}

/** The same answer as from the empty bucket of the address, which is full again after a minute. */
function refusal(request: GateRequest, { minute }: LookUps) {
	const seconds = Math.max(1, Math.ceil(((minute + 1) * minuteMs - request.now) / 1000));
	const limits = {
		scope: "key" as const,
		limit: tierLimits.free,
		remaining: 0,
		resetSeconds: seconds,
		retryAfterSeconds: seconds,
	};
	request.onLimits(limits);
	return rateLimitExceeded(
		limits,
		`This address sent more than ${maxLookUpsPerMinute} keys or tokens in a minute that do not exist.`,
	);
}

/** For tests: forgets all look-ups of the isolate. */
export function forgetLookUps(): void {
	byAddress.clear();
	byFamily.clear();
}
