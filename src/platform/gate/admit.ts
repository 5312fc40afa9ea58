import { type Problem, problem } from "../problems/problem.ts";
import { presented, unauthorized } from "./credentials/authenticate.ts";
import { credentialCache, type Remembered } from "./credentials/credential-cache.ts";
import {
	type Credential,
	type CredentialKind,
	readCredential,
	refusalOf,
	unknownCredential,
} from "./credentials/credentials.ts";
import { lookUp } from "./credentials/unknown-credentials.ts";
import type { Visitor } from "./gate-request.ts";
import { gateOf } from "./gates.ts";
import type { Newsroom } from "./listener.ts";
import type { Entry, Written } from "./object/gate.ts";
import type { Wait } from "./object/waiting-sockets.ts";
import { hasApiAccess } from "./plans.ts";
import { claimsOf, countAddress, enter, enterWaiting, limited } from "./rate-limit.ts";
import type { Scope } from "./scopes.ts";

export interface Admission<T> {
	credential: Credential;
	/** Whether this request got the in-flight lock; null when it asked for none. */
	lock: "held" | "busy" | null;
	/** The work that began while the gate decided; undefined when none did, or when it began from too early a state. */
	begun: Promise<T> | undefined;
	/** The last commit in the tenant's data, where the databases have replicas. */
	written: Written | null;
	/** Tells a request that waits of events; null when it does not wait, or when too many of the tenant do. */
	news: Newsroom | null;
}

/** What the gate must know about the operation that the request is for. */
export interface Asked {
	id: string;
	/** Null when every valid credential may use the operation. */
	scope: Scope | null;
	capPerMinute?: number;
}

interface Wish<T> {
	/** The in-flight lock that the request needs. The nonce is different for each request. */
	lock?: { key: string; nonce: string };
	/** Work that may begin before the gate has decided, because it changes nothing. */
	begin?: (credential: Credential, written: Written | null) => Promise<T>;
	/** The request waits for events. */
	wait?: Wait | null;
	/** It was admitted before, and asks again because the tenant's credentials have changed. It counts once. */
	again?: true;
}

/**
 * Checks credential, plan, scope and rate limit, in this order and in one round trip to the gate (contract: Wire 29).
 * Throws the refusal, and counts a refused request first (contract: Rate limits 9, Rate limits 10).
 */
export async function admit<T>(visitor: Visitor, asked: Asked, wish: Wish<T> = {}): Promise<Admission<T>> {
	const sent = presented(visitor.authorization);
	if ("refused" in sent) return await countAndRefuse(visitor, sent.refused);
	const { kind, hash } = sent;
	const remembered = credentialCache.get(hash);
	const admission = remembered && (await decide(visitor, asked, wish, { kind, known: remembered, fresh: false }));
	if (admission) return admission;
	const read = () => readCredential(visitor.control, kind, hash);
	const record = remembered ? await read() : await lookUp(visitor, read);
	const known = credentialCache.set(hash, { record, remaining: 1 });
	return await decide(visitor, asked, wish, { kind, known, fresh: true });
}

interface Reading {
	kind: CredentialKind;
	known: Remembered;
	/** The credential was read from the control database for this request. The gate always trusts such a reading. */
	fresh: boolean;
}

/** Undefined when what the isolate remembers is out of date. The caller then reads the credential again. */
async function decide<T>(
	visitor: Visitor,
	asked: Asked,
	wish: Wish<T>,
	reading: Reading & { fresh: true },
): Promise<Admission<T>>;
async function decide<T>(
	visitor: Visitor,
	asked: Asked,
	wish: Wish<T>,
	reading: Reading,
): Promise<Admission<T> | undefined>;
async function decide<T>(
	visitor: Visitor,
	asked: Asked,
	wish: Wish<T>,
	{ kind, known, fresh }: Reading,
): Promise<Admission<T> | undefined> {
	const { record } = known;
	if (!record) return await countAndRefuse(visitor, unauthorized(unknownCredential(kind)));
	const gate = gateOf(visitor.env, record.tenant);
	const reading = { version: record.version, fresh };
	const refusal = refusalOf(record, visitor.now, visitor.address);
	if (refusal) {
		// A final refusal stays right. Another one, such as a pause, may have ended since the credential was read.
		const settled = fresh || refusal.final;
		const refusing = countAndRefuse(visitor, unauthorized(refusal.problem));
		// Both calls run at once. This one is dropped when the gate says that the reading is out of date.
		refusing.catch(() => {});
		if (!settled && (await enter(visitor, gate, { reading, claims: [] })).outcome === "stale") return undefined;
		return await refusing;
	}
	const forbidden = planOrScopeRefusal(record, asked);
	const entry: Entry = {
		reading,
		claims: wish.again ? [] : claimsOf(record, forbidden ? { id: asked.id } : asked),
		refusedAnyway: forbidden !== null,
		...(wish.lock && !forbidden ? { lock: { ...wish.lock, key: lockKey(record, wish.lock.key) } } : {}),
	};
	const entering =
		wish.wait && !forbidden
			? enterWaiting(visitor, gate, entry, wish.wait)
			: enter(visitor, gate, entry).then((verdict) => ({ verdict, news: null }));
	const begun = !forbidden && known.remaining > 0 ? wish.begin?.(record, known.written ?? null) : undefined;
	begun?.catch(() => {}); // If the gate refuses, nobody awaits this work.
	const { verdict, news } = await entering;
	if (verdict.outcome === "stale") return undefined;
	visitor.tellCredential(record);
	known.remaining = verdict.limits?.remaining ?? known.remaining;
	if (forbidden) throw forbidden;
	if (verdict.outcome === "limited") throw limited(verdict.limits);
	const { lock, written } = verdict;
	const isEarlier = written !== null && written.bookmark !== known.written?.bookmark;
	known.written = written;
	return { credential: record, lock, begun: isEarlier ? undefined : begun, written, news };
}

/** Each API key and each OAuth app has its own idempotency keys (contract: Idempotency 4). */
export const lockKey = ({ actor }: Credential, key: string): string => `${actor.id}:${key}`;

async function countAndRefuse(visitor: Visitor, refusal: Problem): Promise<never> {
	await countAddress(visitor);
	throw refusal;
}

function planOrScopeRefusal(record: Credential, { scope }: Asked): Problem | null {
	if (!hasApiAccess(record.tenant.plan))
		return problem("feature_not_available", "The Light plan has no API access. Upgrade to Solo or higher.");
	if (scope === null || record.scopes.includes(scope)) return null;
	// RFC 6750 3.1.
	return problem("insufficient_scope", `This needs the scope ${scope}.`, {
		required_scopes: [scope],
		granted_scopes: record.scopes,
	}).with({ "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"` });
}
