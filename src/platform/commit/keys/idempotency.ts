import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Caller, LocalCaller } from "../../context.ts";
import type { Database } from "../../db/database.ts";
import { builder } from "../../db/statements/builder.ts";
import { idempotencyRecords } from "../../db/tables/both/idempotency.ts";
import { sha256 } from "../../lib/secrets/crypto.ts";
import type { Vault } from "../../lib/secrets/vault.ts";
import { dayMs } from "../../lib/time.ts";
import { type Problem, problem } from "../../problems/problem.ts";
import type { AnyChange } from "../change.ts";
import type { DatabaseRefusal } from "../transaction/refusals.ts";
import { insertRow, remove, update, type Write } from "../write.ts";
import type { Answer } from "./answer.ts";

/** Contract: Idempotency 1. */
export const answerLifetimeMs = dayMs;

/** A key has a meaning only within its namespace (contract: Idempotency 4). */
export interface KeyNamespace {
	tenantId: string;
	/** The API key or the OAuth app, or a fixed name for the operator interface and the service binding. */
	credentialId: string;
}

export interface KeyedRequest extends KeyNamespace {
	key: string;
	fingerprint: string;
}

/** With this, `execute` executes a change once for its key. */
export interface Once<T, C extends Caller> {
	request: KeyedRequest;
	answers: AnswerStore<C>;
	/** Whether this request holds the in-flight lock. Without the lock it can only get a stored answer. */
	holdsLock: boolean;
	/** The answer contains a secret, so it is stored sealed (contract: Idempotency 13). */
	sealed: boolean;
	/**
	 * Only the answer of a change is stored. If the request was refused or had nothing to change, a repetition is decided
	 * again.
	 */
	storesOnlyChanges?: true;
	answerOf(result: T, existed: boolean): Answer;
	refusalOf(problem: Problem): Answer;
}

/** Two requests with the same fingerprint are the same request (contract: Idempotency 3). */
export function fingerprint(method: string, pathAndQuery: string, body: Uint8Array | string): string {
	return sha256(`${method} ${pathAndQuery}\n${sha256(body)}`);
}

export type StoredAnswer = typeof idempotencyRecords.$inferSelect;

type KeyColumns = Record<"tenantId" | "credentialId" | "key", string | Placeholder>;

const sameKey = ({ tenantId, credentialId, key }: KeyColumns) =>
	and(
		eq(idempotencyRecords.tenantId, tenantId),
		eq(idempotencyRecords.credentialId, credentialId),
		eq(idempotencyRecords.key, key),
	);

/**
 * The stored answers of a namespace. An answer commits with its change, so it is in the database that decides the change:
 * for a tenant's requests in the tenant's data, for the operator's in the control database or in a tenant's data.
 */
export interface AnswerStore<C extends Caller> {
	find(caller: C, request: KeyedRequest): Promise<FoundAnswer | undefined>;
	/** The request with the namespace for the record of this change. Also reserves the key for the change's tenant. */
	claim(caller: C, request: KeyedRequest, change: AnyChange<unknown>): Promise<KeyedRequest>;
}

export interface FoundAnswer {
	stored: StoredAnswer;
	request: KeyedRequest;
}

const { placeholder } = sql;
const answerOfKey = builder
	.select()
	.from(idempotencyRecords)
	.where(
		sameKey({ tenantId: placeholder("tenantId"), credentialId: placeholder("credentialId"), key: placeholder("key") }),
	)
	.prepare();

export async function findStoredAnswer(db: Database, request: KeyedRequest): Promise<FoundAnswer | undefined> {
	const [stored] = await db.execute(answerOfKey, { ...request });
	return stored && { stored, request };
}

export const answersInData: AnswerStore<LocalCaller> = {
	find: ({ db }, request) => findStoredAnswer(db, request),
	claim: async (_, request) => request,
};

/** The stored answer. Throws when it belongs to another request (contract: Idempotency 6). */
export async function replay({ stored, request }: FoundAnswer, vault: Vault): Promise<Answer> {
	if (stored.fingerprint !== request.fingerprint) throw mismatch();
	const { status, contentType, location, etag } = stored;
	const body = stored.sealed ? await vault.open(stored.body, ownerOf(request)) : stored.body;
	return { status, contentType, location, etag, body, headers: { "Idempotent-Replayed": "true" } };
}

export const mismatch = (): Problem =>
	problem("idempotency_key_mismatch", "This Idempotency-Key was used for another request. Use a new key.");

interface AnswerToStore {
	answer: Answer;
	now: number;
	expired: StoredAnswer | undefined;
	/** Set if the answer contains a secret and must be sealed. */
	vault: Vault | undefined;
}

export async function storeAnswer(
	request: KeyedRequest,
	{ answer, now, expired, vault }: AnswerToStore,
): Promise<Write[]> {
	const { status, contentType, location, etag } = answer;
	const body = vault ? await vault.seal(answer.body, ownerOf(request)) : answer.body;
	const add = insertRow(idempotencyRecords, {
		...request,
		status,
		contentType,
		location,
		etag,
		body,
		sealed: vault !== undefined,
		createdAt: now,
		expiresAt: now + answerLifetimeMs,
	});
	if (!expired) return [add];
	return [
		remove(idempotencyRecords).where(and(sameKey(request), eq(idempotencyRecords.expiresAt, expired.expiresAt))),
		add,
	];
}

/** Puts the field that only the transaction knows into the stored answer. This is the transaction's last write. */
export const completeStoredAnswer = (request: KeyedRequest, field: string, value: SQL): Write =>
	update(idempotencyRecords)
		.set({ body: sql`json_set(${idempotencyRecords.body}, ${`$.${field}`}, ${value})` })
		.where(sameKey(request));

/** Replaces the stored answer if `afterCommit` changed the result. */
export const correctStoredAnswer = (request: KeyedRequest, body: string): Write =>
	update(idempotencyRecords).set({ body }).where(sameKey(request));

/** Forgets the stored answer if `afterCommit` failed. The repeated request is then decided again. */
export const forgetStoredAnswer = (request: KeyedRequest): Write => remove(idempotencyRecords).where(sameKey(request));

export const ownerOf = ({ tenantId, credentialId, key }: Omit<KeyedRequest, "fingerprint">) =>
	`${tenantId}/${credentialId}/${key}`;

export const isTakenKey = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "unique" && refusal.columns.startsWith("idempotency_records.");

/** Whether the refusal is stored (contract: Idempotency 8, Idempotency 9). Others may differ for a repeated request. */
export function isStoredRefusal({ code, status }: Problem): boolean {
	if (code === "malformed_json" || code === "idempotency_key_concurrent" || code === "idempotency_key_mismatch")
		return false;
	return status === 400 || status === 404 || status === 409 || status === 422 || code === "plan_limit_reached";
}

export const stillRunning = (): Problem =>
	problem("idempotency_key_concurrent", "The first request with this Idempotency-Key is still running.").with({
		"Retry-After": "1",
	});
