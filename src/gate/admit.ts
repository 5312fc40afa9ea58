import { type Problem, problem } from "../problems.ts";
import { type Presented, presented, unauthorized } from "./authenticate.ts";
import { credentialCache, type Remembered } from "./credential-cache.ts";
import { type Credential, readCredential, refusalOf, unknown } from "./credentials.ts";
import { gateOf } from "./gates.ts";
import { hasApiAccess } from "./plans.ts";
import { claimsOf, countAddress, enter, limited } from "./rate-limit.ts";
import type { Scope } from "./scopes.ts";
import type { Visitor } from "./visitor.ts";

export interface Admission<T> {
	credential: Credential;
	/** Whether the in-flight lock is this request's; null when it asked for none. */
	lock: "held" | "busy" | null;
	/** Work begun beside the gate call. */
	begun: Promise<T> | undefined;
}

/** What is asked for, as far as the gate decides on it. */
export interface Asked {
	id: string;
	/** Null: any valid credential. */
	scope: Scope | null;
	capPerMinute?: number;
}

interface Wish<T> {
	/** The in-flight lock it needs; the nonce is the request's own. */
	lock?: { key: string; nonce: string };
	/** Work that changes nothing and may therefore begin before the gate has spoken. */
	begin?: (credential: Credential) => Promise<T>;
}

/** Each repetition means that the credentials changed in that very moment. */
const maxRepetitions = 5;

/**
 * Who, may they, how often: authentication, plan, scope, rate limit, in this order and in one round
 * trip. Throws the refusal, after it was counted.
 */
export async function admit<T>(visitor: Visitor, asked: Asked, wish: Wish<T> = {}): Promise<Admission<T>> {
	const sent = presented(visitor.authorization);
	if ("refused" in sent) return await refuseAddress(visitor, sent.refused);
	for (let fresh = false, n = 0; n < maxRepetitions; fresh = true, n++) {
		const cached = fresh ? undefined : credentialCache.get(sent.hash);
		const known = cached ?? (await read(visitor, sent));
		const { record } = known;
		if (!record) return await refuseAddress(visitor, unauthorized(unknown(sent.kind)));
		const admission = await decide(visitor, asked, wish, { record, known, fresh: !cached });
		if (admission) return admission;
	}
	throw problem("service_unavailable", "The credential is being changed.").with({ "Retry-After": "1" });
}

const read = async ({ db }: Visitor, { kind, hash }: Exclude<Presented, { refused: Problem }>): Promise<Remembered> =>
	credentialCache.set(hash, { record: await readCredential(db, kind, hash), remaining: 1 });

interface Reading {
	record: Credential;
	known: Remembered;
	/** It was read for this very request. */
	fresh: boolean;
}

/** Undefined: what is known of the credential is out of date. */
async function decide<T>(
	visitor: Visitor,
	asked: Asked,
	wish: Wish<T>,
	{ record, known, fresh }: Reading,
): Promise<Admission<T> | undefined> {
	const gate = gateOf(visitor.env, record.tenant.id);
	const reading = { version: record.version, fresh };
	const refusal = refusalOf(record, visitor.now, visitor.address);
	if (refusal) {
		// What is refused for good needs no second look; a pause may have ended meanwhile.
		const settled = fresh || refusal.final;
		const refusing = refuseAddress(visitor, unauthorized(refusal.problem));
		refusing.catch(() => {}); // Side by side: it counts for nothing if the pause has ended.
		if (!settled && (await enter(visitor, gate, { reading, claims: [] })).outcome === "stale") return undefined;
		return await refusing;
	}
	const forbidden = forbiddance(record, asked);
	const entering = enter(visitor, gate, {
		reading,
		claims: claimsOf(record, forbidden ? { id: asked.id } : asked),
		refusedAnyway: forbidden !== null,
		...(wish.lock && !forbidden ? { lock: { ...wish.lock, key: lockKey(record, wish.lock.key) } } : {}),
	});
	const begun = !forbidden && known.remaining > 0 ? wish.begin?.(record) : undefined;
	begun?.catch(() => {}); // If the gate refuses, nobody asks for it.
	const verdict = await entering;
	if (verdict.outcome === "stale") return undefined;
	known.remaining = verdict.limits?.remaining ?? known.remaining;
	if (forbidden) throw forbidden;
	if (verdict.outcome === "limited") throw limited(verdict.limits);
	return { credential: record, lock: verdict.lock, begun };
}

/** Idempotency keys of one credential do not meet those of another; an app's grants of one tenant share theirs. */
export const lockKey = ({ actor }: Credential, key: string): string => `${actor.id}:${key}`;

async function refuseAddress(visitor: Visitor, refusal: Problem): Promise<never> {
	await countAddress(visitor);
	throw refusal;
}

function forbiddance(record: Credential, { scope }: Asked): Problem | null {
	if (!hasApiAccess(record.tenant.plan))
		return problem("feature_not_available", "The Light plan has no API access. Upgrade to Solo or higher.");
	if (scope === null || record.scopes.includes(scope)) return null;
	// RFC 6750 3.1.
	return problem("insufficient_scope", `This needs the scope ${scope}.`, {
		required_scopes: [scope],
		granted_scopes: record.scopes,
	}).with({ "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"` });
}
