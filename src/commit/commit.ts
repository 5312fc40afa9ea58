import { sql } from "drizzle-orm";
import type { Caller } from "../context.ts";
import type { Writer } from "../db/database.ts";
import { type Violation, violation } from "../db/errors.ts";
import { tenants } from "../db/tables/service/tenants.ts";
import { auditEntries } from "../db/tables/tenant/audit-log.ts";
import { type Announcement, begin, end, newAnnouncement } from "../gate/credential-change.ts";
import { newId } from "../lib/ids.ts";
import { Problem, problem } from "../problems.ts";
import type { EventDraft } from "./change.ts";
import { publish } from "./outbox.ts";
import { Overtaken } from "./overtaken.ts";
import { insert, toStatements, type Write } from "./write.ts";

interface AuditDraft {
	/** What was done, `resource.verb`. */
	action: string;
	resourceId: string;
}

/** What an operation decided: nothing has happened yet. */
export interface Change<T = unknown> {
	/** What the caller is told when the change commits; a function where only the transaction decides it. */
	result: T | ((results: D1Result[]) => T);
	/** What was to be made is there already, and is the result. */
	found?: true;
	/** Set where the caller is not bound to a tenant. */
	tenantId?: string;
	/** Done once the change is committed, such as a mail; gives the result as it is then. It must not fail. */
	afterwards?: () => Promise<T>;
	writes: Write[];
	events?: EventDraft[];
	/** Absent only where nothing of a tenant's changes. */
	audit?: AuditDraft | AuditDraft[];
	/** What the database's refusal means to the caller. */
	refused?: (violation: Violation) => Promise<Problem | undefined> | Problem | undefined;
	/**
	 * The change bears on credentials that isolates may remember: the gates of these tenants, or of the
	 * change's own, are told around the commit.
	 */
	credentials?: true | string[];
	/** Set where deciding anew goes on with what gates were told, and tells only those that were not. */
	announcement?: Announcement;
}

/** What the caller is told, once the change is committed. */
export async function resultOf<T>({ result, afterwards }: Change<T>, results: D1Result[]): Promise<T> {
	if (afterwards) return await afterwards();
	return typeof result === "function" ? (result as (results: D1Result[]) => T)(results) : result;
}

/** A change that turned out to be none. */
export const unchanged = <T>(result: T): Change<T> => ({ result, writes: [] });

/**
 * The only door to a write. One transaction holds the change, its events, their deliveries, its
 * audit entry and the idempotency record: no crash can separate them.
 */
export async function commit(
	writer: Writer,
	caller: Caller & { tenantId?: string },
	change: Change,
	record: Write[] = [],
): Promise<D1Result[]> {
	const tenantId = change.tenantId ?? caller.tenantId;
	const writes = [...record, ...change.writes];
	if (change.audit) {
		if (!tenantId) throw new Error("a change without a tenant");
		for (const event of change.events ?? [])
			writes.push(...publish(event, { tenantId, actor: caller.actor, now: caller.now }));
		for (const entry of [change.audit].flat()) writes.push(audit(entry, tenantId, caller));
	}
	if (writes.length === 0) return [];
	const bearsOn =
		change.credentials === true ? [tenantId].filter((id) => id !== undefined) : (change.credentials ?? []);
	const results =
		bearsOn.length > 0
			? await commitCredentials(writer, caller, bearsOn, change, writes)
			: await transact(writer, change, writes);
	const due = results.flatMap(({ results: rows }) => deliveriesIn(rows));
	if (due.length > 0) writer.nudge(due);
	return results;
}

/** A statement that makes or moves deliveries returns them under this name. */
const deliveriesIn = (rows: unknown[] = []): string[] =>
	rows.flatMap((row) => (typeof row === "object" && row && "delivery_id" in row ? [String(row.delivery_id)] : []));

async function transact(writer: Writer, change: Change, writes: Write[]): Promise<D1Result[]> {
	try {
		return await writer.transaction(writes.flatMap(toStatements));
	} catch (error) {
		const refusal = violation(error);
		if (!refusal) throw error;
		if (isTakenKey(refusal)) throw new KeyTaken();
		const meaning = await meaningOf(change, refusal);
		if (meaning) throw meaning;
		if (refusal.kind === "raised" && refusal.name === "stale_write") throw staleWrite();
		throw new Refused(error);
	}
}

async function meaningOf({ refused }: Change, refusal: Violation): Promise<Problem | undefined> {
	try {
		return await refused?.(refusal);
	} catch (error) {
		if (error instanceof Problem || error instanceof Overtaken) throw error;
		// It could not be found out; refused it is all the same.
		throw new Refused(error instanceof Error ? (error.cause ?? error) : error);
	}
}

/** Told to the tenants' gates before and after, so that it holds from the next request on. */
async function commitCredentials(
	writer: Writer,
	caller: Caller,
	tenantIds: string[],
	change: Change,
	writes: Write[],
): Promise<D1Result[]> {
	const announcement = change.announcement ?? newAnnouncement();
	await begin(writer, announcement, tenantIds, caller.requestId);
	const raise = sql`UPDATE ${tenants} SET credential_version = credential_version + 1
		WHERE id IN (SELECT value FROM json_each(${JSON.stringify(tenantIds)})) RETURNING id, credential_version`;
	try {
		const results = await transact(writer, change, [...writes, raise]);
		const rows = (results.at(-1)?.results ?? []) as { id: string; credential_version: number }[];
		await end(writer, announcement, new Map(rows.map((row) => [row.id, row.credential_version])));
		return results;
	} catch (error) {
		const refused = error instanceof Problem || error instanceof Refused || error instanceof Overtaken;
		const goesOn = error instanceof Overtaken && change.announcement !== undefined;
		// Anything else may have committed all the same: the announcement then stays until it lapses.
		if (refused && !goesOn) await end(writer, announcement);
		throw error;
	}
}

/** The database refused the change for a reason that no operation expects. */
class Refused extends Error {
	constructor(cause: unknown) {
		super("refused by the database", { cause });
	}
}

const staleWrite = () =>
	problem(
		"conflict",
		"The record was changed by another request at the same time. Read it again and repeat the change.",
	);

/** Another request with the same Idempotency-Key committed first: its answer is the answer. */
export class KeyTaken extends Error {}

const isTakenKey = (refusal: Violation): boolean =>
	refusal.kind === "unique" && refusal.columns.startsWith("idempotency_records.");

const audit = (entry: AuditDraft, tenantId: string, caller: Caller): Write =>
	insert(auditEntries).values({
		id: newId("audit_entry", caller.now),
		tenantId,
		action: entry.action,
		resourceId: entry.resourceId,
		actorType: caller.actor.type,
		actorId: caller.actor.id,
		ipAddress: caller.ipAddress,
		requestId: caller.requestId,
		testMode: caller.testMode,
		createdAt: caller.now,
	});
