import type { SQL } from "drizzle-orm";
import type { PublicEventType } from "../db/tables/tenant/events.ts";
import type { Problem } from "../problems.ts";
import type { DatabaseRefusal } from "./refusals.ts";
import type { Write } from "./write.ts";

/** An event as an operation describes it. The transaction gives it its place in the tenant's sequence. */
export interface EventDraft {
	/** Given where the operation must know the id beforehand. */
	id?: string;
	type: PublicEventType;
	/** The payload, in camelCase. */
	data: Record<string, unknown>;
}

export interface AuditDraft {
	/** What was done, as `resource.verb`. */
	action: string;
	resourceId: string;
	/** What they do not tell, such as the other record of two. */
	details?: Record<string, string>;
}

/** A `refused` function returns this when the operation is to decide again: another request was faster. */
export const decideAgain = Symbol("decide again");

/** What a refusal by the database means to the caller; undefined when the operation did not expect it. */
export type Meaning = Problem | typeof decideAgain | undefined;

interface Writing {
	writes: Write[];
	/** What it means when the database refuses the writes. */
	refused?: (refusal: DatabaseRefusal) => Meaning | Promise<Meaning>;
	/**
	 * The change bears on credentials that isolates may remember. The gates of these tenants (`true`: of the
	 * change's own tenant) are told before and after the commit.
	 */
	credentials?: true | string[];
	/**
	 * A SELECT that finds a row only when this very change is committed. It is asked when the answer of the commit is
	 * lost; without it the audit entry tells.
	 */
	evidence?: SQL;
	/** What the tenant's gate notes when it cannot be known whether the change was committed. */
	noteWhenUnknown?: { tenantId: string; name: string };
}

/** A change of a tenant's data leaves an audit entry, and events only beside one. */
interface Audited {
	/** Given where the caller is not bound to a tenant. */
	tenantId?: string;
	audit: AuditDraft | AuditDraft[];
	events?: EventDraft[];
}

/** The service's own housekeeping: nothing that a tenant would look for in its audit log. */
interface Unaudited {
	tenantId?: string;
	audit?: never;
	events?: never;
}

interface Decided<T> {
	/** What the caller is told when the change commits. */
	result: T;
	/** The record that was to be made is there already, and it is the result. */
	found?: true;
	/** Runs once the change is committed, such as a mail, and gives the result as it is then. It must not fail. */
	afterwards?: () => Promise<T>;
}

/** What an operation decided. Nothing has happened yet. */
export type Change<T = unknown> = Decided<T> & Writing & (Audited | Unaudited);

interface DecidedByCommit<T> {
	/** Reads the result from what the statements returned: those of `writes` in their order, then those of the events. */
	resultFrom(results: D1Result[]): T;
	/**
	 * The result as far as it is known, SQL for the one field that is not, and both together: for the record of an
	 * Idempotency-Key, and for a commit whose answer is lost.
	 */
	recorded?: { draft: T; field: string; value: SQL; withValue(value: unknown): T };
	found?: never;
	afterwards?: never;
}

/** A change whose result only its transaction knows. There is nothing to answer before the commit. */
export type ChangeDecidedByCommit<T> = DecidedByCommit<T> & Writing & (Audited | Unaudited);

export type AnyChange<T> = Change<T> | ChangeDecidedByCommit<T>;

/** A change that turned out to change nothing. */
export const unchanged = <T>(result: T): Change<T> => ({ result, writes: [] });

/** The same change with its result put another way. */
export function mapResult<A, B>(change: AnyChange<A>, put: (result: A) => B): AnyChange<B> {
	if ("resultFrom" in change) {
		const { resultFrom, recorded, ...rest } = change;
		return {
			...rest,
			resultFrom: (results) => put(resultFrom(results)),
			...(recorded
				? {
						recorded: {
							...recorded,
							draft: put(recorded.draft),
							withValue: (value: unknown) => put(recorded.withValue(value)),
						},
					}
				: {}),
		};
	}
	const { result, afterwards, ...rest } = change;
	return { ...rest, result: put(result), ...(afterwards ? { afterwards: async () => put(await afterwards()) } : {}) };
}
