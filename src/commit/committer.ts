import { type SQL, sql } from "drizzle-orm";
import type { Caller, StorageLimit } from "../context.ts";
import type { Statement } from "../db/client.ts";
import type { Store } from "../db/database.ts";
import { effects } from "../db/tables/control/effects.ts";
import { auditEntries } from "../db/tables/data/audit-log.ts";
import { CredentialNotice } from "../gate/credential-notice.ts";
import { newId } from "../lib/ids.ts";
import { secondMs } from "../lib/time.ts";
import { notFound, type Problem, problem } from "../problems.ts";
import { auditRow, insertAuditRows } from "./audit.ts";
import { type AnyChange, decideAgain } from "./change.ts";
import { raiseCredentialVersions, versionsIn } from "./credential-versions.ts";
import { applyNow, insertEffect, type NewEffect, newEffect, numbersIn } from "./effects.ts";
import { isTakenKey } from "./idempotency.ts";
import { noteWritten } from "./note-written.ts";
import { studioClosed, whileOpen } from "./open-studio.ts";
import { deliveriesIn, publish, publishMany } from "./outbox.ts";
import { type DatabaseRefusal, isClosed, isFull, isPrecondition, isStale, refusalIn } from "./refusals.ts";
import { asDrafted, isOtherResult, isRehearsed, rehearsed } from "./rehearsal.ts";
import { countGrowth, storageFull } from "./stored-bytes.ts";
import { eventsIn, tellEvents, unknownEvents } from "./tell-events.ts";
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

/** One transaction, in the database that decides the change. */
interface Transaction {
	store: Store;
	statements: Statement[];
	/** How many statements come before those of the change. */
	before: number;
	/** Finds a row only when it has committed. */
	evidence?: SQL | undefined;
	/** The same where its effect has been applied and deleted by now. */
	evidenceInData?: { tenantId: string; evidence: SQL } | undefined;
	effects: NewEffect[];
}

/**
 * Commits a change in one transaction: the record of the key, the change, its events, their deliveries and its audit
 * entries (contract: Wire 27). A change in the control database commits there, and its events and audit entries follow as
 * effects. When an operation decides again, the same committer knows which gates have heard of the change.
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
		const transaction = await (change.control ? this.inControl(change, record) : this.inData(change, record));
		const { store, statements } = transaction;
		if (statements.length === transaction.before && record.first.length === 0) return [];
		if (Date.now() - this.began > longestDecisionMs) throw tooLate();
		const { credentials = [] } = change;
		const tenantIds = credentials === true ? [this.tenantOf(change)] : credentials;
		if (tenantIds.length > 0) {
			await this.writer.databases.learn(tenantIds);
			await this.notice.begin(tenantIds, this.caller.requestId);
			statements.push(...toStatements(raiseCredentialVersions(tenantIds)));
		}
		try {
			const results = await this.writer.transaction(store, statements);
			if (tenantIds.length > 0) await this.notice.end(versionsIn(results.at(-1)));
			await applyNow(this.writer, transaction.effects, numbersIn(results));
			await noteWritten(this.writer, store, change.tenantId ?? this.caller.tenantId);
			if (change.events) tellEvents(this.writer, store, this.tenantOf(change), eventsIn(results));
			const due = deliveriesIn(results);
			if (due.length > 0) this.writer.nudge(store.id, due);
			return results.slice(transaction.before);
		} catch (error) {
			const refusal = refusalIn(error);
			if (!refusal) {
				this.uncertain = true;
				return await this.lookFor(change, transaction, error);
			}
			return await this.meaningOf(change, refusal, error);
		}
	}

	/**
	 * Commits a change as far as the last statement, which undoes everything. The database refuses what it would refuse.
	 * A failure that is no refusal needs no look: nothing can have committed.
	 */
	async rehearse(change: AnyChange<unknown>): Promise<typeof decideAgain | undefined> {
		if (change.control) throw new Error("Nothing rehearses a change of the control database.");
		const { store, statements, before } = await this.inData(change, { first: [], last: [] });
		if (statements.length === before) return;
		if (Date.now() - this.began > longestDecisionMs) throw tooLate();
		const end = [...asDrafted(change), rehearsed].flatMap(toStatements);
		try {
			await this.writer.transaction(store, [...statements, ...end]);
		} catch (error) {
			const refusal = refusalIn(error);
			if (!refusal) throw error;
			if (isRehearsed(refusal)) return;
			if (isOtherResult(refusal)) return decideAgain;
			return await this.meaningOf(change, refusal, error);
		}
		throw new Error("A rehearsal has committed.");
	}

	/** What a refusal by the database means for the caller. */
	private async meaningOf(
		change: AnyChange<unknown>,
		refusal: DatabaseRefusal,
		error: unknown,
	): Promise<typeof decideAgain> {
		if (isTakenKey(refusal)) throw new KeyTaken();
		if (isClosed(refusal)) {
			const tenantId = change.tenantId ?? this.caller.tenantId;
			if (tenantId !== undefined) this.writer.wakeMove(tenantId);
			throw studioClosed();
		}
		if (isPrecondition(refusal) && change.precondition) throw change.precondition.otherwise;
		if (isFull(refusal) && this.caller.storage) throw storageFull(this.caller.storage);
		const meaning = await change.refused?.(refusal);
		if (meaning === decideAgain) return decideAgain;
		if (meaning) throw meaning;
		throw isStale(refusal)
			? staleWrite()
			: new Error("The database refused the change for an unexpected reason.", { cause: error });
	}

	/** Tells the gates that the change is over, unless it may have committed. Then the announcement must lapse. */
	async end(): Promise<void> {
		if (!this.uncertain) await this.notice.end();
	}

	/** Reads a value after the commit, from the database that decided the change. */
	async read(change: AnyChange<unknown>, value: SQL): Promise<unknown> {
		return await this.readFrom(await this.storeOf(change), value);
	}

	private async readFrom(store: Store, value: SQL): Promise<unknown> {
		const [result] = await this.writer.transaction(store, toStatements(sql`SELECT ${value} AS value`));
		const [row] = (result?.results ?? []) as { value: unknown }[];
		return row?.value;
	}

	/** The change of a tenant's data, or of what the service keeps in a data database. */
	private async inData(change: AnyChange<unknown>, record: RecordWrites): Promise<Transaction> {
		const tenantId = change.tenantId ?? this.caller.tenantId;
		const trace = this.traceOf(change);
		const writes = [...change.writes, ...trace.writes, ...record.last];
		const first = record.first.flatMap(toStatements);
		const statements = writes.flatMap(toStatements);
		const store = await this.storeOf(change);
		const { evidence = trace.evidence } = change;
		if (tenantId === undefined || first.length + statements.length === 0)
			return { store, statements: [...first, ...statements], before: first.length, evidence, effects: [] };
		const growth = {
			tenantId,
			statements: [...first, ...statements],
			eventIds: trace.eventIds,
			limit: this.limitOf(change),
			freed: sum(change.writes.map(freedBy)),
		};
		const before = [...toStatements(whileOpen(tenantId)), ...first, ...preconditionOf(change)];
		return {
			store,
			statements: [...before, ...statements, ...toStatements(countGrowth(growth))],
			before: before.length,
			evidence,
			effects: [],
		};
	}

	private async inControl(change: AnyChange<unknown>, record: RecordWrites): Promise<Transaction> {
		const { now } = this.caller;
		const trace = this.traceOf(change);
		const own = [...(change.effects ?? []), ...trace.writes];
		const elsewhere = (change.effectsElsewhere ?? []).map(({ tenantId, writes }) =>
			newEffect(tenantId, withGrowth(tenantId, writes, []), now),
		);
		const effectsOfChange =
			own.length === 0
				? elsewhere
				: [newEffect(this.tenantOf(change), withGrowth(this.tenantOf(change), own, trace.eventIds), now), ...elsewhere];
		const first = record.first.flatMap(toStatements);
		const writes = [
			...change.writes,
			...record.last,
			...effectsOfChange.flatMap((effect) => insertEffect(effect, now)),
		];
		const [effect] = effectsOfChange;
		return {
			store: this.writer.databases.control,
			statements: [...first, ...writes.flatMap(toStatements)],
			before: first.length,
			evidence: change.evidence ?? (effect && sql`SELECT 1 FROM ${effects} WHERE id = ${effect.id}`),
			evidenceInData:
				change.evidence || !trace.evidence ? undefined : { tenantId: this.tenantOf(change), evidence: trace.evidence },
			effects: effectsOfChange,
		};
	}

	/** The database that decides the change. */
	async storeOf(change: AnyChange<unknown>): Promise<Store> {
		const { databases, home } = this.writer;
		if (change.control) return databases.control;
		if (home) return home;
		const tenantId = change.tenantId ?? this.caller.tenantId;
		// Without a tenant there is nothing but the record of a key, which the operator's requests have there.
		if (tenantId === undefined) return databases.control;
		const store = await databases.of(tenantId);
		if (!store) throw notFound("tenant");
		return store;
	}

	/**
	 * The transaction failed, and the error does not tell whether it committed. This asks the database. A transaction may
	 * still be under way at the first look, so the second look comes later.
	 */
	private async lookFor(
		change: AnyChange<unknown>,
		transaction: Transaction,
		error: unknown,
	): Promise<typeof answerLost> {
		if (!transaction.evidence) throw error;
		try {
			for (const wait of waitsBeforeLooks) {
				await scheduler.wait(wait);
				if (!(await this.hasCommitted(transaction))) continue;
				await applyNow(this.writer, transaction.effects, new Map());
				if (change.events?.length && !change.control)
					tellEvents(this.writer, transaction.store, this.tenantOf(change), unknownEvents);
				return answerLost;
			}
		} catch {
			await this.note(change);
			throw unknownOutcome();
		}
		throw error;
	}

	/** An effect is deleted only after it is in the tenant's data, so this looks there last. */
	private async hasCommitted({ store, evidence, evidenceInData }: Transaction): Promise<boolean> {
		if (await this.finds(store, evidence)) return true;
		const data = evidenceInData && (await this.writer.databases.of(evidenceInData.tenantId));
		return data !== undefined && (await this.finds(data, evidenceInData?.evidence));
	}

	private async finds(store: Store, evidence: SQL | undefined): Promise<boolean> {
		return evidence !== undefined && (await this.readFrom(store, sql`EXISTS (${evidence})`)) === 1;
	}

	private async note({ noteWhenUnknown: note }: AnyChange<unknown>): Promise<void> {
		if (note)
			await this.writer
				.gateOf(note.tenantId)
				.then((gate) => gate.noteUnanswered(note.name))
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

/** After the record of a key, which may hold the answer that the same request got when the precondition was met. */
const preconditionOf = ({ precondition }: AnyChange<unknown>): Statement[] =>
	precondition ? toStatements({ reason: "precondition", holds: precondition.holds }) : [];

/** The statements of an effect, with what they add to the bytes that the tenant stores. */
function withGrowth(tenantId: string, writes: Write[], eventIds: string[]): Statement[] {
	const statements = writes.flatMap(toStatements);
	const growth = countGrowth({ tenantId, statements, freed: sum(writes.map(freedBy)), eventIds, limit: undefined });
	return [...statements, ...toStatements(growth)];
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
