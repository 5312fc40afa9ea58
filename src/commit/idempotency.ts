import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { idempotencyRecords } from "../db/tables/tenant/idempotency.ts";
import { sha256 } from "../lib/crypto.ts";
import { dayMs } from "../lib/time.ts";
import type { Vault } from "../lib/vault.ts";
import { type Problem, problem } from "../problems.ts";
import type { Answer } from "./answer.ts";
import type { Change } from "./change.ts";
import type { DatabaseRefusal } from "./refusals.ts";
import { insert, remove, update, type Write } from "./write.ts";

/** Contract: Idempotency 1. */
const keepMs = dayMs;

/** Whose keys they are: keys of one namespace never meet those of another. */
export interface KeyNamespace {
	tenantId: string;
	/** The API key, the OAuth app, or the other door that the request came through. */
	credentialId: string;
}

/** A key and what it was sent with, in the namespace of its sender. */
export interface KeyedRequest extends KeyNamespace {
	key: string;
	fingerprint: string;
}

/** How a change is executed once for its key. */
export interface Once<T> {
	request: KeyedRequest;
	/** Whether this request holds the in-flight lock. Without it the request can only be given a stored answer. */
	held: boolean;
	/** The answer holds a secret: it is stored sealed. */
	sealed: boolean;
	answerOf(result: T, found: boolean): Answer;
	refusalOf(problem: Problem): Answer;
}

/** What a request is recognised by: method, path, query and raw body (contract: Idempotency 3). */
export function fingerprint(method: string, pathAndQuery: string, body: Uint8Array | string): string {
	return sha256(`${method} ${pathAndQuery}\n${sha256(body)}`);
}

export type StoredAnswer = typeof idempotencyRecords.$inferSelect;

const sameKey = ({ tenantId, credentialId, key }: KeyedRequest) =>
	and(
		eq(idempotencyRecords.tenantId, tenantId),
		eq(idempotencyRecords.credentialId, credentialId),
		eq(idempotencyRecords.key, key),
	);

export async function findStoredAnswer(db: Database, request: KeyedRequest): Promise<StoredAnswer | undefined> {
	const [stored] = await db.select().from(idempotencyRecords).where(sameKey(request));
	return stored;
}

/** The stored answer, if it answered the same request. */
export async function replay(stored: StoredAnswer, request: KeyedRequest, vault: Vault): Promise<Answer> {
	if (stored.fingerprint !== request.fingerprint)
		throw problem("idempotency_key_mismatch", "This Idempotency-Key was used for another request. Use a new key.");
	const { status, contentType, location } = stored;
	const body = stored.sealed ? await vault.open(stored.body, ownerOf(request)) : stored.body;
	return { status, contentType, location, body, headers: { "Idempotent-Replayed": "true" } };
}

/** What commits with the change, so that its answer can be replayed. */
interface Storing {
	answer: Answer;
	now: number;
	/** A record whose day is over, and which this one replaces. */
	lapsed: StoredAnswer | undefined;
	/** Seals an answer that holds a secret. */
	vault: Vault | undefined;
}

export async function storeAnswer(request: KeyedRequest, { answer, now, lapsed, vault }: Storing): Promise<Write[]> {
	const { status, contentType, location } = answer;
	const body = vault ? await vault.seal(answer.body, ownerOf(request)) : answer.body;
	const add = insert(idempotencyRecords).values({
		...request,
		status,
		contentType,
		location,
		body,
		sealed: vault !== undefined,
		createdAt: now,
		expiresAt: now + keepMs,
	});
	if (!lapsed) return [add];
	return [
		remove(idempotencyRecords).where(and(sameKey(request), eq(idempotencyRecords.expiresAt, lapsed.expiresAt))),
		add,
	];
}

/** Puts into the stored answer what only the transaction knows. It runs at the end of that transaction. */
export const completeStoredAnswer = (request: KeyedRequest, field: string, value: SQL): Write =>
	update(idempotencyRecords)
		.set({ body: sql`json_set(${idempotencyRecords.body}, ${`$.${field}`}, ${value})` })
		.where(sameKey(request));

/** The answer as it turned out to be, where it was not certain before the commit. */
export const correctStoredAnswer = (request: KeyedRequest, body: string): Write =>
	update(idempotencyRecords).set({ body }).where(sameKey(request));

const ownerOf = ({ tenantId, credentialId, key }: KeyedRequest) => `${tenantId}/${credentialId}/${key}`;

/** Another request with the same key committed first. */
export const isTakenKey = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "unique" && refusal.columns.startsWith("idempotency_records.");

/** Whether a refusal is the operation's own answer. Any other may be different the next time. */
export function isStored({ code, status }: Problem): boolean {
	if (code === "malformed_json" || code === "idempotency_key_concurrent" || code === "idempotency_key_mismatch")
		return false;
	return status === 400 || status === 404 || status === 409 || status === 422 || code === "plan_limit_reached";
}

export const stillRunning = (): Problem =>
	problem("idempotency_key_concurrent", "The first request with this Idempotency-Key is still running.").with({
		"Retry-After": "1",
	});

/** More than the busiest tenants make in a minute. */
const forgottenPerRun = 5000;

/** Records whose day is over, a bounded number of them. */
export const forgetLapsedAnswers = (now: number): Change<null> => ({
	result: null,
	writes: [
		sql`DELETE FROM ${idempotencyRecords} WHERE rowid IN
			(SELECT rowid FROM ${idempotencyRecords} WHERE expires_at <= ${now} LIMIT ${forgottenPerRun})`,
	],
});
