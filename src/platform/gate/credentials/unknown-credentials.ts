import { LruCache } from "../../lib/lru.ts";
import { minuteMs } from "../../lib/time.ts";
import { log } from "../../log.ts";
import type { GateRequest } from "../gate-request.ts";
import { tierLimits } from "../plans.ts";
import { rateLimitExceeded } from "../rate-limit.ts";
import { subscriberOf } from "./ip-allowlist.ts";

/**
 * Look-ups of credentials that this isolate does not know, for each address and minute. Those count that found nothing
 * or are still under way. A credential that exists does not count, so that an address whose callers all have good keys
 * never meets the limit, however many they are.
 */
interface LookUps {
	minute: number;
	count: number;
}

/** In a minute, for each address (contract: Rate limits 18). wrangler.toml sets the same number. */
const maxLookUpsPerMinute = 300;

const byAddress = new LruCache<LookUps>(1000);

/**
 * Makes a look-up, and refuses it before it reaches the database if its address has made too many in vain. The
 * platform's limiter counts the vain ones of all isolates of a location. Without it each isolate counts for itself.
 */
export async function lookUpCredential<T>(request: GateRequest, read: () => Promise<T | null>): Promise<T | null> {
	const address = subscriberOf(request.address);
	const lookUps = lookUpsOf(address, Math.floor(request.now / minuteMs));
	if (lookUps.count >= maxLookUpsPerMinute) throw refusal(request, lookUps);
	lookUps.count++;
	const found = await read().catch((error) => {
		lookUps.count--;
		throw error;
	});
	if (found !== null) lookUps.count--;
	else if (!(await isWithinLimit(request, `${address} ${lookUps.minute}`))) lookUps.count = Number.POSITIVE_INFINITY;
	return found;
}

function lookUpsOf(address: string, minute: number): LookUps {
	const present = byAddress.get(address);
	// A request that waited for its body may belong to the minute before.
	if (present && present.minute >= minute) return present;
	const lookUps = { minute, count: 0 };
	byAddress.set(address, lookUps);
	return lookUps;
}

/** The key names the minute, so that every isolate begins anew at the same moment, which `Retry-After` tells. */
async function isWithinLimit({ env, requestId }: GateRequest, key: string): Promise<boolean> {
	try {
		return (await env.UNKNOWN_CREDENTIALS?.limit({ key }))?.success ?? true;
	} catch (error) {
		log.warning("fault", { request_id: requestId, message: `The limiter of look-ups did not answer: ${error}` });
		return true;
	}
}

/** The answer that the bucket of the address gives, which such a flood has emptied. It is full again after a minute. */
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

/** For tests: afterwards the isolate has made no look-up. */
export const forgetLookUps = (): void => byAddress.clear();
