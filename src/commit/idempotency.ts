import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { idempotencyRecords } from "../db/tables/tenant/idempotency.ts";
import type { Answer } from "../http/respond.ts";
import { sha256 } from "../lib/crypto.ts";
import { dayMs } from "../lib/time.ts";
import type { Vault } from "../lib/vault.ts";
import { type Code, problem } from "../problems.ts";
import type { Change } from "./commit.ts";
import { insert, remove, update, type Write } from "./write.ts";

/** Idempotency 1. */
const keepMs = dayMs;
const maxLength = 255;

/** A key and what it was sent with, in the namespace of its sender. */
export interface Once {
	tenantId: string;
	credentialId: string;
	key: string;
	fingerprint: string;
}

/** The header's key, the quoted and the bare form being the same. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
	if (header === undefined) return undefined;
	const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
	if (/^[\x21-\x7e]+$/.test(key) && key.length <= maxLength) return key;
	const message = `must be 1 to ${maxLength} visible ASCII characters`;
	throw problem("validation_failed", `Idempotency-Key: ${message}`, {
		errors: [{ location: "headers", path: "Idempotency-Key", message }],
	});
}

export function fingerprint(method: string, url: URL, body: Uint8Array): string {
	return sha256(`${method} ${url.pathname}${url.search}\n${sha256(body)}`);
}

type Stored = typeof idempotencyRecords.$inferSelect;

const sameKey = (once: Once) =>
	and(
		eq(idempotencyRecords.tenantId, once.tenantId),
		eq(idempotencyRecords.credentialId, once.credentialId),
		eq(idempotencyRecords.key, once.key),
	);

export async function findRecord(db: Database, once: Once): Promise<Stored | undefined> {
	const [record] = await db.select().from(idempotencyRecords).where(sameKey(once));
	return record;
}

/** The stored answer, if the request is the one it answered. */
export async function replay(record: Stored, once: Once, vault: Vault): Promise<Answer> {
	if (record.fingerprint !== once.fingerprint)
		throw problem("idempotency_key_mismatch", "This Idempotency-Key was used for another request. Use a new key.");
	const body = record.sealed ? await vault.open(record.body, ownerOf(once)) : record.body;
	return { ...record, body, headers: { "Idempotent-Replayed": "true" } };
}

/** What is to commit with the change so that its answer can be replayed. */
export interface Keeping {
	answer: Answer;
	now: number;
	/** A record whose day is over and that stands in this one's place. */
	lapsed: Stored | undefined;
	/** Seals an answer that holds a secret. */
	vault: Vault | undefined;
}

export async function recordWrites(once: Once, { answer, now, lapsed, vault }: Keeping): Promise<Write[]> {
	const { status, contentType, location } = answer;
	const body = vault ? await vault.seal(answer.body, ownerOf(once)) : answer.body;
	const add = insert(idempotencyRecords).values({
		...once,
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
		remove(idempotencyRecords).where(and(sameKey(once), eq(idempotencyRecords.expiresAt, lapsed.expiresAt))),
		add,
	];
}

/** The answer as it turned out to be, where it was not certain before the commit. */
export const correctRecord = (once: Once, body: string): Write =>
	update(idempotencyRecords).set({ body }).where(sameKey(once));

const ownerOf = ({ tenantId, credentialId, key }: Once) => `${tenantId}/${credentialId}/${key}`;

/** Refusals that are the operation's own answer; any other may be different the next time. */
export function isKept(code: Code, status: number): boolean {
	if (code === "malformed_json" || code === "idempotency_key_concurrent" || code === "idempotency_key_mismatch")
		return false;
	return status === 400 || status === 404 || status === 409 || status === 422 || code === "plan_limit_reached";
}

/** More than a minute's worth of keyed requests of the busiest tenants. */
const forgottenPerRun = 5000;

/** Records whose day is over, a bounded number of them. */
export const forgetLapsedRecords = (now: number): Change<null> => ({
	result: null,
	writes: [
		sql`DELETE FROM ${idempotencyRecords} WHERE rowid IN
			(SELECT rowid FROM ${idempotencyRecords} WHERE expires_at <= ${now} LIMIT ${forgottenPerRun})`,
	],
});
