import { type Problem, problem } from "../problems/problem.ts";
import { parseAuthorization, unauthorized } from "./credentials/authenticate.ts";
import { type CachedCredential, credentialCache } from "./credentials/credential-cache.ts";
import {
	type Credential,
	type CredentialKind,
	readCredential,
	refusalOf,
	unknownCredential,
} from "./credentials/credentials.ts";
import { lookUpCredential } from "./credentials/unknown-credentials.ts";
import type { GateRequest } from "./gate-request.ts";
import { gateOf } from "./gates.ts";
import type { Listener } from "./listener.ts";
import type { Entry, LastWrite } from "./object/gate.ts";
import type { EventWait } from "./object/waiting-sockets.ts";
import { hasApiAccess } from "./plans.ts";
import { claimsOf, countAddress, enter, enterAndListen, rateLimitExceeded } from "./rate-limit.ts";
import type { Scope } from "./scopes.ts";

export interface Admission<T> {
	credential: Credential;
	/** Whether this request got the in-flight lock; null when it asked for none. */
	lock: "held" | "busy" | null;
	/** The work that began while the gate decided; undefined when none did, or when it began from too early a state. */
	begun: Promise<T> | undefined;
	/** The last commit in the tenant's data, where the databases have replicas. */
	lastWrite: LastWrite | null;
	/** Tells a request that waits of events; null when it does not wait, or when too many of the tenant do. */
	listener: Listener | null;
}

/** What the gate must know about the operation that the request is for. */
export interface GatedOperation {
	id: string;
	/** Null when every valid credential may use the operation. */
	scope: Scope | null;
	capPerMinute?: number;
}

interface AdmitOptions<T> {
	/** The in-flight lock that the request needs. The nonce is different for each request. */
	lock?: { key: string; nonce: string };
	/** Work that may begin before the gate has decided, because it changes nothing. */
	begin?: (credential: Credential, lastWrite: LastWrite | null) => Promise<T>;
	/** The request waits for events. */
	wait?: EventWait | null;
	/** It was admitted before, and asks again because the tenant's credentials have changed. It counts once. */
	again?: true;
}

/**
 * Checks credential, plan, scope and rate limit, in this order and in one round trip to the gate (contract: Wire 29).
 * Throws the refusal, and counts a refused request first (contract: Rate limits 9, Rate limits 10).
 */
export async function admit<T>(
	request: GateRequest,
	operation: GatedOperation,
	options: AdmitOptions<T> = {},
): Promise<Admission<T>> {
	const sent = parseAuthorization(request.authorization);
	if ("refused" in sent) return await countAndRefuse(request, sent.refused);
	const { kind, hash } = sent;
	const remembered = credentialCache.get(hash);
	const admission =
		remembered && (await decide(request, operation, options, { kind, known: remembered, fresh: false }));
	if (admission) return admission;
	const read = () => readCredential(request.control, kind, hash);
	const record = remembered ? await read() : await lookUpCredential(request, read);
	const known = credentialCache.set(hash, { record, remaining: 1 });
	return await decide(request, operation, options, { kind, known, fresh: true });
}

interface Reading {
	kind: CredentialKind;
	known: CachedCredential;
	/** The credential was read from the control database for this request. The gate always trusts such a reading. */
	fresh: boolean;
}

/** Undefined when what the isolate remembers is out of date. The caller then reads the credential again. */
async function decide<T>(
	request: GateRequest,
	operation: GatedOperation,
	options: AdmitOptions<T>,
	reading: Reading & { fresh: true },
): Promise<Admission<T>>;
async function decide<T>(
	request: GateRequest,
	operation: GatedOperation,
	options: AdmitOptions<T>,
	reading: Reading,
): Promise<Admission<T> | undefined>;
async function decide<T>(
	request: GateRequest,
	operation: GatedOperation,
	options: AdmitOptions<T>,
	{ kind, known, fresh }: Reading,
): Promise<Admission<T> | undefined> {
	const { record } = known;
	if (!record) return await countAndRefuse(request, unauthorized(unknownCredential(kind)));
	const gate = gateOf(request.env, record.tenant);
	const reading = { version: record.version, fresh };
	const refusal = refusalOf(record, request.now, request.address);
	if (refusal) {
		// A final refusal stays right. Another one, such as a pause, may have ended since the credential was read.
		const settled = fresh || refusal.final;
		const refusing = countAndRefuse(request, unauthorized(refusal.problem));
		// Both calls run at once. This one is dropped when the gate says that the reading is out of date.
		refusing.catch(() => {});
		if (!settled && (await enter(request, gate, { reading, claims: [] })).outcome === "stale") return undefined;
		return await refusing;
	}
	const forbidden = planOrScopeRefusal(record, operation);
	const entry: Entry = {
		reading,
		claims: options.again ? [] : claimsOf(record, forbidden ? { id: operation.id } : operation),
		refusedAnyway: forbidden !== null,
		...(options.lock && !forbidden ? { lock: { ...options.lock, key: lockKey(record, options.lock.key) } } : {}),
	};
	const entering =
		options.wait && !forbidden
			? enterAndListen(request, gate, entry, options.wait)
			: enter(request, gate, entry).then((verdict) => ({ verdict, news: null }));
	const begun = !forbidden && known.remaining > 0 ? options.begin?.(record, known.lastWrite ?? null) : undefined;
	begun?.catch(() => {}); // If the gate refuses, nobody awaits this work.
	const { verdict, news } = await entering;
	if (verdict.outcome === "stale") return undefined;
	request.onCredential(record);
	known.remaining = verdict.limits?.remaining ?? known.remaining;
	if (forbidden) throw forbidden;
	if (verdict.outcome === "limited") throw rateLimitExceeded(verdict.limits);
	const { lock, lastWrite: written } = verdict;
	const beganTooEarly = written !== null && written.bookmark !== known.lastWrite?.bookmark;
	known.lastWrite = written;
	return { credential: record, lock, begun: beganTooEarly ? undefined : begun, lastWrite: written, listener: news };
}

/** Each API key and each OAuth app has its own idempotency keys (contract: Idempotency 4). */
export const lockKey = ({ actor }: Credential, key: string): string => `${actor.id}:${key}`;

async function countAndRefuse(request: GateRequest, refusal: Problem): Promise<never> {
	await countAddress(request);
	throw refusal;
}

function planOrScopeRefusal(record: Credential, { scope }: GatedOperation): Problem | null {
	if (!hasApiAccess(record.tenant.plan))
		return problem("feature_not_available", "The Light plan has no API access. Upgrade to Solo or higher.");
	if (scope === null || record.scopes.includes(scope)) return null;
	// RFC 6750 3.1.
	return problem("insufficient_scope", `This needs the scope ${scope}.`, {
		required_scopes: [scope],
		granted_scopes: record.scopes,
	}).with({ "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"` });
}
