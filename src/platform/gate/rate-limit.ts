import type { Placement } from "../db/placement.ts";
import { problem } from "../problems/problem.ts";
import type { Counters } from "./counters/counters.ts";
import type { Credential } from "./credentials/credentials.ts";
import { subscriberOf } from "./credentials/ip-allowlist.ts";
import { atGate } from "./gate-client.ts";
import type { GateRequest } from "./gate-request.ts";
import { countersOf, sharedCounters } from "./gates.ts";
import type { BucketClaim, Limits } from "./object/buckets.ts";
import { requestsPerMinute, tenantRequestsPerMinute, tierLimits } from "./plans.ts";

export function claimsOf(credential: Credential, endpoint: { id: string; capPerMinute?: number }): BucketClaim[] {
	const claims: BucketClaim[] = [
		{ scope: "key", name: credential.bucket, limit: requestsPerMinute(credential) },
		{ scope: "tenant", name: "tenant", limit: tenantRequestsPerMinute },
	];
	if (endpoint.capPerMinute)
		claims.push({ scope: "endpoint", name: `${credential.bucket}:${endpoint.id}`, limit: endpoint.capPerMinute });
	return claims;
}

/** Counts a request without a valid credential against its address (contract: Rate limits 10). */
export async function countAddress(request: GateRequest): Promise<void> {
	const address = subscriberOf(request.address);
	const ofAddress = sharedCounters(request.env, "addresses", address);
	const claims: BucketClaim[] = [{ scope: "key", name: address, limit: tierLimits.free }];
	const { isLimited, limits } = await atGate<Taken>(request, () => ofAddress.take(claims));
	if (limits) request.onLimits(limits);
	if (!isLimited || !limits) return;
	const counted = `more than ${limits.limit} requests in a minute without a valid key or token, or to unknown routes`;
	throw rateLimitExceeded(limits, `This address sent ${counted}.`);
}

/** The requests a minute of one address or one app outside /v1 (contract: Rate limits 15, Rate limits 16). */
const limitOutsideApi = 300;

/** Counts a request for a page against its address. */
export const countPage = (request: GateRequest): Promise<void> =>
	countOutsideApi(request, "addresses", `pages:${subscriberOf(request.address)}`, "This address");

/** Counts a request to an OAuth endpoint for programs against its address, before the service reads it. */
export const countOAuth = (
	request: GateRequest,
	endpoint: "token" | "revoke" | "introspect" | "metadata",
): Promise<void> =>
	countOutsideApi(request, "addresses", `${endpoint}:${subscriberOf(request.address)}`, "This address");

/** Counts a token request against its app. The app is authenticated first, so nobody else can empty its bucket. */
export const countApp = (request: GateRequest, appId: string): Promise<void> =>
	countOutsideApi(request, "accounts", `app:${appId}`, "This app");

/** Counts a reading of a calendar feed against its address. */
export const countCalendarReading = (request: GateRequest): Promise<void> =>
	countOutsideApi(request, "addresses", `calendars:${subscriberOf(request.address)}`, "This address");

/** The readings of one calendar feed in a minute. A phone reads it every few minutes. */
const readingsOfCalendar = 60;

/** Counts a reading against the secret in its address, of which this is the hash. */
export const countReadingOf = (request: GateRequest, hash: string): Promise<void> =>
	countOutsideApi(request, "accounts", `calendar:${hash}`, "The readers of this calendar", readingsOfCalendar);

async function countOutsideApi(
	request: GateRequest,
	kind: "addresses" | "accounts",
	name: string,
	sender: string,
	limitPerMinute = limitOutsideApi,
): Promise<void> {
	const claims: BucketClaim[] = [{ scope: "key", name, limit: limitPerMinute }];
	await take(
		request,
		sharedCounters(request.env, kind, name),
		claims,
		({ limit }) => `${sender} sent more than ${limit} requests`,
	);
}

/**
 * The pages of the dashboard that a studio's people may open in a minute, and how many of these may be files or previews,
 * which read much (contract: Rate limits 19).
 */
const dashboardPagesPerMinute = 600;
const dashboardFilesPerMinute = 10;

export async function countDashboard(
	request: GateRequest,
	studio: Pick<Placement, "id" | "region">,
	kind: "page" | "file",
): Promise<void> {
	const claims: BucketClaim[] = [{ scope: "tenant", name: "dashboard", limit: dashboardPagesPerMinute }];
	if (kind === "file") claims.push({ scope: "endpoint", name: "dashboard:files", limit: dashboardFilesPerMinute });
	await take(request, countersOf(request.env, studio), claims, ({ scope, limit }) =>
		scope === "endpoint"
			? `The people of your studio asked for more than ${limit} files and previews`
			: `The people of your studio opened more than ${limit} pages of the dashboard`,
	);
}

type Taken = ReturnType<Counters["take"]>;

/** Takes a token from each bucket. The answers outside /v1 have no RateLimit headers. */
async function take(
	request: GateRequest,
	counters: DurableObjectStub<Counters>,
	claims: BucketClaim[],
	tooMany: (limits: Limits) => string,
): Promise<void> {
	const { isLimited, limits } = await atGate<Taken>(request, () => counters.take(claims));
	if (!isLimited || !limits) return;
	const { scope, limit, retryAfterSeconds } = limits;
	throw problem(
		"rate_limit_exceeded",
		`${tooMany(limits)} in a minute. Try again in ${inSeconds(retryAfterSeconds)}.`,
		{ extra: { scope, limit, retry_after_seconds: retryAfterSeconds } },
	).with({ "Retry-After": String(retryAfterSeconds) });
}

const inSeconds = (seconds: number): string => `${seconds} second${seconds === 1 ? "" : "s"}`;

const possessives = { key: "key's", tenant: "tenant's", endpoint: "endpoint's" };

export function rateLimitExceeded(
	{ scope, limit, retryAfterSeconds }: Limits,
	cause = `The ${possessives[scope]} limit of ${limit} requests a minute is exceeded.`,
) {
	return problem("rate_limit_exceeded", `${cause} Try again in ${inSeconds(retryAfterSeconds)}.`, {
		extra: { scope, limit, retry_after_seconds: retryAfterSeconds },
	}).with({ "Retry-After": String(retryAfterSeconds), "X-RateLimit-Scope": scope });
}

export function limitHeaders(
	{ limit, remaining, resetSeconds, retryAfterSeconds }: Limits,
	refused: boolean,
): Record<string, string> {
	return {
		"RateLimit-Limit": String(limit),
		"RateLimit-Remaining": String(remaining),
		"RateLimit-Reset": String(refused ? retryAfterSeconds : resetSeconds),
		"RateLimit-Policy": `${limit};w=60`,
	};
}
