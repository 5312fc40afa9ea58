import { type SQL, sql } from "drizzle-orm";
import type { Caller, StorageLimit } from "../context.ts";
import { auditEntries } from "../db/tables/tenant/audit-log.ts";
import { CredentialNotice } from "../gate/credential-notice.ts";
import { newId } from "../lib/ids.ts";
import { secondMs } from "../lib/time.ts";
import { type Problem, problem } from "../problems.ts";
import { auditRow, insertAuditRows } from "./audit.ts";
import { type AnyChange, decideAgain } from "./change.ts";
import { raiseCredentialVersions, versionsIn } from "./credential-versions.ts";
import { isTakenKey } from "./idempotency.ts";
import { publish, publishMany } from "./outbox.ts";
import { type DatabaseRefusal, isFull, isStale, refusalIn } from "./refusals.ts";
import { countGrowth, storageFull } from "./stored-bytes.ts";
import { freedBy, toStatements, type Write } from "./write.ts";
import type { Writer } from "./writer.ts";

/** More audit entries or events than these share statements, because D1 limits the statements of a transaction. */
const few = 10;

/** What the record of an Idempotency-Key adds to a transaction. */
export interface RecordWrites {
	/** These run before everything else, so that the database refuses a taken key first. */
	first: Write[];
	last: Write[];
}

/** The change has committed, but the answer of the database was lost. */
export const answerLost = Symbol("answer lost");

/** The first look comes at once. The second one finds a transaction that was still under way at the first. */
const waitsBeforeLooks = [0, 300];

/**
 * The database ends a transaction after 30 seconds. A change is therefore there at most a minute after its `updated_at`,
 * and who syncs in the order of changes knows how far to go back (contract: Lists 14).
 */
const longestDecisionMs = 25 * secondMs;

/** Another request with the same Idempotency-Key committed first. */
export class KeyTaken extends Error {}

/**
 * Commits a change in one transaction: the record of the key, the change, its events, their deliveries and its audit
 * entries (contract: Wire 27). When an operation decides again, the same committer knows which gates have heard of the
 * change.
 */
export class Committer {
	private readonly writer: Writer;
	private readonly caller: Caller & { tenantId?: string };
	private readonly notice: CredentialNotice;
	private readonly began = Date.now();
	/** The last transaction failed, and nobody knows whether it committed. */
	private uncertain = false;

	constructor(writer: Writer, caller: Caller) {
		this.writer = writer;
		this.caller = caller;
		this.notice = new CredentialNotice(writer.gateOf);
	}

	/**
	 * Returns the results of the statements, those of the change's own writes first. Returns `answerLost` when the change
	 * has committed but its results are lost.
	 */
	async commit(
		change: AnyChange<unknown>,
		record: RecordWrites,
	): Promise<D1Result[] | typeof decideAgain | typeof answerLost> {
		const first = record.first.flatMap(toStatements);
		const trace = this.traceOf(change);
		const writes = [...change.writes, ...trace.writes, ...record.last];
		const statements = [...first, ...writes.flatMap(toStatements)];
		if (statements.length === 0) return [];
		if (Date.now() - this.began > longestDecisionMs) throw tooLate();
		const grows = change.tenantId ?? this.caller.tenantId;
		if (grows !== undefined) {
			const growth = { tenantId: grows, statements, eventIds: trace.eventIds, limit: this.limitOf(change) };
			statements.push(...toStatements(countGrowth({ ...growth, freed: sum(change.writes.map(freedBy)) })));
		}
		const { credentials = [] } = change;
		const tenantIds = credentials === true ? [this.tenantOf(change)] : credentials;
		if (tenantIds.length > 0) {
			await this.notice.begin(tenantIds, this.caller.requestId);
			statements.push(...toStatements(raiseCredentialVersions(tenantIds)));
		}
		try {
			const results = await this.writer.transaction(statements);
			if (tenantIds.length > 0) await this.notice.end(versionsIn(results.at(-1)));
			const due = results.flatMap(deliveriesIn);
			if (due.length > 0) this.writer.nudge(due);
			return results.slice(first.length);
		} catch (error) {
			const refusal = refusalIn(error);
			if (!refusal) {
				this.uncertain = true;
				return await this.lookFor(change, change.evidence ?? trace.evidence, error);
			}
			if (isTakenKey(refusal)) throw new KeyTaken();
			if (isFull(refusal) && this.caller.storage) throw storageFull(this.caller.storage);
			return await meaningOf(change, refusal, error);
		}
	}

	/** Tells the gates that the change is over, unless it may have committed. Then the announcement must lapse. */
	async end(): Promise<void> {
		if (!this.uncertain) await this.notice.end();
	}

	/** Reads a value from the database after the commit. */
	async read(value: SQL): Promise<unknown> {
		const [result] = await this.writer.transaction(toStatements(sql`SELECT ${value} AS value`));
		const [row] = (result?.results ?? []) as { value: unknown }[];
		return row?.value;
	}

	/**
	 * The transaction failed, and the error does not tell whether it committed. This asks the database. A transaction may
	 * still be under way at the first look, so the second look comes later.
	 */
	private async lookFor(
		change: AnyChange<unknown>,
		evidence: SQL | undefined,
		error: unknown,
	): Promise<typeof answerLost> {
		if (!evidence) throw error;
		try {
			for (const wait of waitsBeforeLooks) {
				await scheduler.wait(wait);
				if ((await this.read(sql`EXISTS (${evidence})`)) === 1) return answerLost;
			}
		} catch {
			await this.note(change);
			throw unknownOutcome();
		}
		throw error;
	}

	private async note({ noteWhenUnknown: note }: AnyChange<unknown>): Promise<void> {
		if (note)
			await this.writer
				.gateOf(note.tenantId)
				.noteUnanswered(note.name)
				.catch(() => {});
	}

	/** The events of the change with their deliveries, its audit entries, and the SELECT that finds them later. */
	private traceOf(change: AnyChange<unknown>): { writes: Write[]; eventIds: string[]; evidence?: SQL } {
		if (!change.audit) return { writes: [], eventIds: [] };
		const { caller } = this;
		const tenantId = this.tenantOf(change);
		const entries = [change.audit].flat().map((draft) => auditRow(draft, tenantId, caller));
		const first = entries[0]?.id;
		const events = (change.events ?? []).map((event) => ({ id: newId("event", caller.now), ...event }));
		const of = { tenantId, actor: caller.actor, now: caller.now };
		return {
			writes: [
				...(events.length > few ? publishMany(events, of) : events.flatMap((event) => publish(event, of))),
				...insertAuditRows(entries, few),
			],
			eventIds: events.map(({ id }) => id),
			...(first === undefined ? {} : { evidence: sql`SELECT 1 FROM ${auditEntries} WHERE id = ${first}` }),
		};
	}

	/** The record of an answer creates nothing for the tenant. */
	private limitOf({ audit }: AnyChange<unknown>): StorageLimit | undefined {
		const { storage } = this.caller;
		return storage && { ...storage, creates: storage.creates && audit !== undefined };
	}

	private tenantOf(change: AnyChange<unknown>): string {
		const tenantId = change.tenantId ?? this.caller.tenantId;
		if (!tenantId) throw new Error("The change names no tenant.");
		return tenantId;
	}
}

async function meaningOf(
	change: AnyChange<unknown>,
	refusal: DatabaseRefusal,
	error: unknown,
): Promise<typeof decideAgain> {
	const meaning = await change.refused?.(refusal);
	if (meaning === decideAgain) return decideAgain;
	if (meaning) throw meaning;
	throw isStale(refusal)
		? staleWrite()
		: new Error("The database refused the change for an unexpected reason.", { cause: error });
}

const tooLate = (): Problem =>
	problem("service_unavailable", "The change took too long and was not made. Repeat the request.").with({
		"Retry-After": "1",
	});

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

/** It has no `Retry-After`, because a caller without a key must first look (contract: Errors 14). */
const unknownOutcome = (): Problem =>
	problem(
		"service_unavailable",
		"The database did not answer, so it is not known whether the change was made. Before you repeat a request without an Idempotency-Key, look whether it was.",
	);

const staleWrite = (): Problem =>
	problem("conflict", "Another request changed the record at the same time. Read it again and repeat the change.");

/** A statement that makes or moves deliveries returns them under this name. */
const deliveriesIn = ({ results = [] }: D1Result): string[] =>
	results.flatMap((row) => (typeof row === "object" && row && "delivery_id" in row ? [String(row.delivery_id)] : []));
