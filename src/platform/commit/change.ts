import type { SQL } from "drizzle-orm";
import type { EventDraft } from "../events/event-draft.ts";
import type { Changes } from "../lib/changes.ts";
import type { ObjectLocation } from "../objects/object-store.ts";
import type { Problem } from "../problems/problem.ts";
import type { DatabaseRefusal } from "./transaction/refusals.ts";
import type { Write } from "./write.ts";

export interface AuditDraft {
	/** The action as `resource.verb`, such as `client.updated`. */
	action: string;
	resourceId: string;
	/** Facts that the action and the record do not show, such as the other of two records. */
	details?: Record<string, string>;
	/** The old and new values of a change of settings. Never of a client's data, because entries outlive clients. */
	changes?: Changes | null;
	/** The same of a record with data of clients, if no event of the change has them. They are forgotten after 30 days. */
	recentChanges?: Changes | null;
}

/** An `onRefused` function returns this if another request was faster and the operation must decide again. */
export const decideAgain = Symbol("decide again");

/**
 * Bytes for the buckets. An operation that decides again returns the same one, so that they are stored once. The writes
 * that name the object come before the others of the change.
 */
export interface NewObject {
	bytes: Uint8Array;
	contentType: string;
	/** In hexadecimal. */
	sha256: string;
	/** The object, and the database that names it until the commit. Set by `execute`. */
	staged?: { place: ObjectLocation; database: string };
	/** The call that stores the bytes. It may go on after the change has been refused for its lateness. */
	storing?: Promise<unknown>;
	writes(place: ObjectLocation): Write[];
}

/** The writes to a tenant's data that follow a change in the control database. */
export interface Effect {
	tenantId: string;
	writes: Write[];
}

export type Meaning = Problem | typeof decideAgain | undefined;

interface Writing {
	/** Writes to the control database if `inControlDatabase` is set, otherwise to the data of one tenant. */
	writes: Write[];
	/** The change is decided in the control database. Its writes to tenants' data follow as effects. */
	inControlDatabase?: true;
	/** Writes to the data of the tenant that follow the commit in the control database. Nothing may refuse them. */
	effects?: Write[];
	/** The same for other tenants. */
	effectsElsewhere?: Effect[];
	/**
	 * The change records work that began before, such as an attempt. A studio that is closed for a move still takes it. The
	 * daily count of the stored bytes counts it.
	 */
	recordsWork?: true;
	/** The change begins long work, so the queue gets a message: platform/jobs/README.md */
	beginsJob?: true;
	onRefused?: (refusal: DatabaseRefusal) => Meaning | Promise<Meaning>;
	/** Must be true when the transaction begins, otherwise the caller gets `otherwise`. */
	precondition?: { conditions: SQL[]; otherwise: Problem };
	/** An object that is stored before the transaction, which commits with it. */
	object?: NewObject;
	/**
	 * The change concerns credentials that isolates may remember. The gates of these tenants are notified before and after
	 * the commit. `true` stands for the tenant of the change.
	 */
	credentials?: true | string[];
	/**
	 * A SELECT that finds a row only after this change has committed. It runs if the answer of the commit is lost.
	 * Without it, the committer looks for the effect, and then for the audit entry.
	 */
	proofOfCommit?: SQL;
	/** The gate of this tenant notes this name if nobody can know whether the change committed. */
	noteWhenUnknown?: { tenantId: string; name: string };
}

/** A change of a tenant's data writes an audit entry (contract: Audit log 1). Only such a change can have events. */
interface Audited {
	/** Set if the caller is not bound to a tenant. */
	tenantId?: string;
	audit: AuditDraft | AuditDraft[];
	events?: EventDraft[];
}

/** Housekeeping of the service, which changes nothing of a tenant's data. */
interface Unaudited {
	tenantId?: string;
	audit?: never;
	events?: never;
}

interface Decided<T> {
	result: T;
	/** The record to create already exists, and it is the result. */
	existed?: true;
	/**
	 * Runs after the commit, for example to send a mail, and returns the final result. If it fails, so does the request,
	 * and a repetition with the same Idempotency-Key is decided again.
	 */
	afterCommit?: () => Promise<T>;
	/** The answer of a dry run, which has no `afterCommit` (contract: Dry runs 3). The default is `result`. */
	dryResult?: () => Promise<T>;
}

/** The decision of an operation. Nothing has happened yet. */
export type Change<T = unknown> = Decided<T> & Writing & (Audited | Unaudited);

interface DecidedByCommit<T> {
	/** Reads the result from the results of the statements: first those of `writes`, then those of the events. */
	resultFrom(results: D1Result[]): T;
	/**
	 * For the record of an Idempotency-Key, and for a commit whose answer is lost: a draft of the result, SQL for the one
	 * unknown field, and a function that puts both together. `drafted` is the draft's value of this field.
	 */
	replayable?: { draft: T; field: string; drafted: number; value: SQL; withValue(value: unknown): T };
	existed?: never;
	afterCommit?: never;
}

/** A change whose result only its transaction knows, so that no answer exists before the commit. */
export type ChangeDecidedByCommit<T> = DecidedByCommit<T> & Writing & (Audited | Unaudited);

export const changedSome = (results: D1Result[]): boolean => results.some(({ meta }) => meta.changes > 0);

export type AnyChange<T> = Change<T> | ChangeDecidedByCommit<T>;

export const noChange = <T>(result: T): Change<T> => ({ result, writes: [] });

export const changesNothing = ({ writes, audit, effects, effectsElsewhere }: AnyChange<unknown>): boolean =>
	writes.length === 0 && audit === undefined && !effects?.length && !effectsElsewhere?.length;

export function mapResult<A, B>(change: AnyChange<A>, map: (result: A) => B): AnyChange<B> {
	if ("resultFrom" in change) {
		const { resultFrom, replayable, ...rest } = change;
		return {
			...rest,
			resultFrom: (results) => map(resultFrom(results)),
			...(replayable
				? {
						replayable: {
							...replayable,
							draft: map(replayable.draft),
							withValue: (value: unknown) => map(replayable.withValue(value)),
						},
					}
				: {}),
		};
	}
	const { result, afterCommit, dryResult, ...rest } = change;
	return {
		...rest,
		result: map(result),
		...(afterCommit ? { afterCommit: async () => map(await afterCommit()) } : {}),
		...(dryResult ? { dryResult: async () => map(await dryResult()) } : {}),
	};
}
