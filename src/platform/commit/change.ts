import type { SQL } from "drizzle-orm";
import type { PublicEventType } from "../db/tables/data/events.ts";
import type { Changes } from "../lib/changes.ts";
import type { Problem } from "../problems/problem.ts";
import type { DatabaseRefusal } from "./transaction/refusals.ts";
import type { Write } from "./write.ts";

/** An event as an operation describes it. The transaction gives it its place in the tenant's sequence. */
export interface EventDraft {
	/** The operation gives the id when it must know it beforehand. */
	id?: string;
	type: PublicEventType;
	/** The payload, in camelCase. */
	data: Record<string, unknown>;
}

export interface AuditDraft {
	/** The action as `resource.verb`, such as `client.updated`. */
	action: string;
	resourceId: string;
	/** What they do not tell, such as the other record of two. */
	details?: Record<string, string>;
	/** What each field was and is, where no event tells. Nothing that is about a client, because entries outlive clients. */
	changes?: Changes | null;
}

/** A `refused` function returns this when another request was faster and the operation must decide again. */
export const decideAgain = Symbol("decide again");

/** What a change in the control database does in the data of a tenant. */
export interface Effect {
	tenantId: string;
	writes: Write[];
}

/** What the refusal of the database means for the caller; undefined when the operation did not expect it. */
export type Meaning = Problem | typeof decideAgain | undefined;

interface Writing {
	/** All of them concern the control database where `control` is set, and else the data of one tenant. */
	writes: Write[];
	/** The change is decided in the control database. What it does in tenants' data follows as effects. */
	inControlDatabase?: true;
	/** Writes to the data of the tenant that follow the commit in the control database. Nothing may refuse them. */
	effects?: Write[];
	/** The same for other tenants. */
	effectsElsewhere?: Effect[];
	/** Says what it means when the database refuses the writes. */
	onRefused?: (refusal: DatabaseRefusal) => Meaning | Promise<Meaning>;
	/** Must hold when the transaction of a change of a tenant's data begins; otherwise this is the caller's answer. */
	precondition?: { condition: SQL; otherwise: Problem };
	/**
	 * The change concerns credentials that isolates may remember. The gates of these tenants hear of it before and after
	 * the commit. `true` stands for the tenant of the change.
	 */
	credentials?: true | string[];
	/**
	 * A SELECT that finds a row only after this change has committed. It runs when the answer of the commit is lost.
	 * Without it, the committer looks for the effect, and then for the audit entry.
	 */
	proofOfCommit?: SQL;
	/** The gate of this tenant notes this name when nobody can know whether the change committed. */
	noteWhenUnknown?: { tenantId: string; name: string };
}

/** A change of a tenant's data writes an audit entry (contract: Audit log 1). Only such a change can have events. */
interface Audited {
	/** The tenant, when the caller is not bound to one. */
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
	/** The answer to the caller when the change commits. */
	result: T;
	/** The record to create exists already, and it is the result. */
	existed?: true;
	/** Runs after the commit, for example to send a mail, and returns the result as it is then. It must not fail. */
	afterCommit?: () => Promise<T>;
}

/** What an operation decided. Nothing has happened yet. */
export type Change<T = unknown> = Decided<T> & Writing & (Audited | Unaudited);

interface DecidedByCommit<T> {
	/** Reads the result from the results of the statements: first those of `writes`, then those of the events. */
	resultFrom(results: D1Result[]): T;
	/**
	 * For the record of an Idempotency-Key, and for a commit whose answer is lost: the result as far as it is known, SQL
	 * for the one unknown field, and a function that puts both together. `drafted` is what the draft has in this field.
	 */
	replayable?: { draft: T; field: string; drafted: number; value: SQL; withValue(value: unknown): T };
	existed?: never;
	afterCommit?: never;
}

/** A change whose result only its transaction knows, so that no answer exists before the commit. */
export type ChangeDecidedByCommit<T> = DecidedByCommit<T> & Writing & (Audited | Unaudited);

/** Whether the statements have changed a row. */
export const changedSome = (results: D1Result[]): boolean => results.some(({ meta }) => meta.changes > 0);

export type AnyChange<T> = Change<T> | ChangeDecidedByCommit<T>;

/** A change that turned out to change nothing. */
export const noChange = <T>(result: T): Change<T> => ({ result, writes: [] });

/** The same change with its result in another form. */
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
	const { result, afterCommit, ...rest } = change;
	return {
		...rest,
		result: map(result),
		...(afterCommit ? { afterCommit: async () => map(await afterCommit()) } : {}),
	};
}
