import { settle, unwrap } from "../lib/async/settle.ts";
import { type Problem, problem } from "../problems/problem.ts";
import { parseAuthorization, unauthorized } from "./credentials/authenticate.ts";
import { type CachedCredential, credentialCache } from "./credentials/credential-cache.ts";
import {
	type Credential,
	type CredentialKind,
	isKept,
	readCredential,
	refusalOf,
	unknownCredential,
} from "./credentials/credentials.ts";
import { locationCache } from "./credentials/location-cache.ts";
import { lookUpCredential } from "./credentials/unknown-credentials.ts";
import { untoldChanges } from "./credentials/untold-changes.ts";
import { enter, enterAndListen } from "./gate-client.ts";
import type { GateRequest } from "./gate-request.ts";
import { gateOf } from "./gates.ts";
import type { Listener } from "./listener.ts";
import type { Entry, LastWrite } from "./object/gate.ts";
import type { EventWait } from "./object/waiting-sockets.ts";
import { hasApiAccess } from "./plans.ts";
import { claimsOf, countAddress, rateLimitExceeded } from "./rate-limit.ts";
import { hasScopes, type NeededScope, scopesIn } from "./scopes.ts";

export interface Admission<T> {
	credential: Credential;
	/** Whether this request got the in-flight lock; null when it asked for none. */
	lock: "held" | "busy" | null;
	/** The work that began while the gate decided; undefined when none began, or when its reads may have been too old. */
	begun: Promise<T> | undefined;
	/** The last commit in the tenant's data, where the databases have replicas. */
	lastWrite: LastWrite | null;
	/** Null when the request does not wait for events, or when too many requests of the tenant wait already. */
	listener: Listener | null;
}

export interface GatedOperation {
	id: string;
	/** Null when every valid credential may use the operation. */
	scope: NeededScope;
	capPerMinute?: number;
}

interface AdmitOptions<T> {
	/** The in-flight lock that the request needs. The nonce is different for each request. */
	lock?: { key: string; nonce: string };
	/** Work that may begin before the gate has decided, because it changes nothing. */
	begin?: (credential: Credential, lastWrite: LastWrite | null) => Promise<T>;
	/** The request waits for events. */
	wait?: EventWait | null;
	/** The request was admitted before. It asks again because the tenant's credentials have changed, and counts once. */
	again?: true;
	/** Another request of the caller follows at once and counts. This one is refused without a token, and takes none. */
	uncounted?: true;
}

/**
 * Checks credential, plan, scope and rate limit, in this order and in one round trip to the gate (contract: Wire 29).
 * Counts a refused request before it throws the refusal (contract: Rate limits 9, Rate limits 10).
 */
export async function admit<T>(
	request: GateRequest,
	operation: GatedOperation,
	options: AdmitOptions<T> = {},
): Promise<Admission<T>> {
	const parsed = parseAuthorization(request.authorization);
	if ("refused" in parsed) return await countAndRefuse(request, parsed.refused, parsed.wasSent);
	const { kind, hash } = parsed;
	const cached = credentialCache.get(hash) ?? (await rememberFromLocation(hash));
	const admission = cached && (await admitRemembered(request, operation, options, { kind, cached }));
	if (admission) return admission;
	const read = () => {
		if (kind === "access_token") untoldChanges.keepCurrent(request);
		return readCredential(request.control, parsed);
	};
	const record = cached ? await read() : await lookUpCredential(request, parsed, read);
	if (record && isKept(record)) request.afterResponse(locationCache.set(hash, record));
	const added = credentialCache.set(hash, { record, remaining: 1 });
	return await admitWith(request, operation, options, { kind, cached: added, fresh: true });
}

/** Undefined when the location does not know the credential either. */
async function rememberFromLocation(hash: string): Promise<CachedCredential | undefined> {
	const record = await locationCache.get(hash);
	return record ? credentialCache.set(hash, { record, remaining: 1 }) : undefined;
}

/**
 * Undefined when the credential must be read again. An isolate that was idle does not know whether the app of a token has
 * changed. It asks beside the gate. If so, and the gate did not know, the request takes a second token.
 */
async function admitRemembered<T>(
	request: GateRequest,
	operation: GatedOperation,
	options: AdmitOptions<T>,
	{ kind, cached }: Omit<Reading, "fresh">,
): Promise<Admission<T> | undefined> {
	const isOutdated = cached.record !== null && untoldChanges.concern(request, cached.record);
	if (isOutdated === true) return undefined;
	const admitting = admitWith(request, operation, options, { kind, cached, fresh: false });
	if (isOutdated === false) return await admitting;
	const [settled, mustReadAgain] = await Promise.all([settle(admitting), isOutdated]);
	if (!mustReadAgain) return unwrap(settled);
	if ("value" in settled) settled.value?.listener?.close();
	return undefined;
}

interface Reading {
	kind: CredentialKind;
	cached: CachedCredential;
	/** The credential was read from the control database for this request. The gate always trusts such a reading. */
	fresh: boolean;
}

/** Undefined when the cached credential is out of date. The caller then reads the credential again. */
async function admitWith<T>(
	request: GateRequest,
	operation: GatedOperation,
	options: AdmitOptions<T>,
	reading: Reading & { fresh: true },
): Promise<Admission<T>>;
async function admitWith<T>(
	request: GateRequest,
	operation: GatedOperation,
	options: AdmitOptions<T>,
	reading: Reading,
): Promise<Admission<T> | undefined>;
async function admitWith<T>(
	request: GateRequest,
	operation: GatedOperation,
	options: AdmitOptions<T>,
	{ kind, cached, fresh }: Reading,
): Promise<Admission<T> | undefined> {
	const { record } = cached;
	if (!record) return await countAndRefuse(request, unknownCredential(kind));
	const gate = gateOf(request.env, record.tenant);
	const reading = { version: record.version, fresh };
	const refusal = refusalOf(record, request);
	if (refusal) {
		// A final refusal stays right. Any other refusal, such as a pause, may have ended since the credential was read.
		const settled = fresh || refusal.final;
		const refusing = countAndRefuse(request, refusal.problem);
		// Both calls run at once. If the gate says that the reading is out of date, this refusal is dropped.
		refusing.catch(() => {});
		if (!settled && (await enter(request, gate, { reading, claims: [] })).outcome === "stale") return undefined;
		return await refusing;
	}
	const forbidden = planOrScopeRefusal(record, operation);
	const entry: Entry = {
		reading,
		claims: options.again ? [] : claimsOf(record, forbidden ? { id: operation.id } : operation),
		refusedAnyway: forbidden !== null,
		...(options.uncounted && !forbidden ? { takesNone: true } : {}),
		...(options.lock && !forbidden ? { lock: { ...options.lock, key: lockKey(record, options.lock.key) } } : {}),
	};
	const entering =
		options.wait && !forbidden
			? enterAndListen(request, gate, entry, options.wait)
			: enter(request, gate, entry).then((verdict) => ({ verdict, listener: null }));
	const begun = !forbidden && cached.remaining > 0 ? options.begin?.(record, cached.lastWrite ?? null) : undefined;
	begun?.catch(() => {}); // If the gate refuses, nobody awaits this work.
	const { verdict, listener } = await entering;
	if (verdict.outcome === "stale") return undefined;
	request.onCredential(record);
	cached.remaining = verdict.limits?.remaining ?? cached.remaining;
	if (forbidden) throw forbidden;
	if (verdict.outcome === "limited") throw rateLimitExceeded(verdict.limits);
	const { lock, lastWrite } = verdict;
	const mayBeTooOld = lastWrite !== null && lastWrite.bookmark !== cached.lastWrite?.bookmark;
	cached.lastWrite = lastWrite;
	return { credential: record, lock, begun: mayBeTooOld ? undefined : begun, lastWrite, listener };
}

/** Each API key and each OAuth app has its own idempotency keys (contract: Idempotency 4). */
export const lockKey = ({ actor }: Credential, key: string): string => `${actor.id}:${key}`;

async function countAndRefuse(request: GateRequest, refusal: Problem, wasSent = true): Promise<never> {
	await countAddress(request);
	throw unauthorized(refusal, { wasSent, resourceMetadata: request.resourceMetadata() });
}

function planOrScopeRefusal(record: Credential, { scope }: GatedOperation): Problem | null {
	if (record.tenant.beingDeleted) return problem("feature_not_available", "The studio is being deleted.");
	if (!hasApiAccess(record.tenant.plan))
		return problem("feature_not_available", "The Light plan has no API access. Upgrade to Solo or higher.");
	if (hasScopes(record.scopes, scope)) return null;
	const needed = scopesIn(scope);
	// RFC 6750 3.1.
	return problem(
		"insufficient_scope",
		`This needs the ${needed.length > 1 ? "scopes" : "scope"} ${needed.join(", ")}.`,
		{
			required_scopes: [...needed],
			granted_scopes: record.scopes,
		},
	).with({ "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${needed.join(" ")}"` });
}
