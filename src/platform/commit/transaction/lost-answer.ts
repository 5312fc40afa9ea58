import { type SQL, sql } from "drizzle-orm";
import type { Store } from "../../db/database.ts";
import { NoAnswerInTime } from "../../db/errors.ts";
import { withTimeout } from "../../lib/async/with-timeout.ts";
import { secondMs } from "../../lib/time.ts";
import { type Problem, problem } from "../../problems/problem.ts";
import { noteLastWrite } from "../after/note-last-write.ts";
import { notifyListeners, unknownEvents } from "../after/notify-listeners.ts";
import type { AnyChange } from "../change.ts";
import { applyNow } from "../effects/effects.ts";
import { toStatements } from "../write.ts";
import type { Writer } from "../writer.ts";
import { type CommitContext, tenantOf } from "./events-and-audit.ts";
import type { Transaction } from "./transaction.ts";

/** The change has committed, but the answer of the database was lost. */
export const answerLost = Symbol("answer lost");

/** The second check finds a transaction that was still under way at the first. */
const checkDelaysMs = [0, 300];
const longestCheckMs = 10 * secondMs;

/**
 * Asks the database whether a transaction committed that failed with an error. The error does not show it, because only
 * the answer may have been lost.
 */
export async function findOutcome(
	{ writer, caller }: CommitContext,
	change: AnyChange<unknown>,
	transaction: Transaction,
	error: unknown,
): Promise<typeof answerLost> {
	if (!transaction.proofOfCommit) throw error;
	try {
		for (const wait of checkDelaysMs) {
			await scheduler.wait(wait);
			if (!(await withTimeout(longestCheckMs, hasCommitted(writer, transaction)))) continue;
			await applyNow(writer, transaction.effects, new Map());
			// The proof was read from the primary, so its bookmark includes the commit.
			await noteLastWrite(writer, transaction.store, change.tenantId ?? caller.tenantId);
			if (change.events?.length && !change.inControlDatabase)
				notifyListeners(writer, transaction.store, tenantOf(caller, change), unknownEvents);
			return answerLost;
		}
		// The transaction may still wait for its turn.
		if (error instanceof NoAnswerInTime) throw error;
	} catch {
		await noteUnknownOutcome(writer, change);
		throw unknownOutcome();
	}
	throw error;
}

/** This checks the tenant's data last, because an effect is deleted only after it is in the tenant's data. */
async function hasCommitted(writer: Writer, { store, proofOfCommit, proofInData }: Transaction): Promise<boolean> {
	if (await exists(writer, store, proofOfCommit)) return true;
	const data = proofInData && (await writer.databases.of(proofInData.tenantId));
	return data !== undefined && (await exists(writer, data, proofInData?.proof));
}

async function exists(writer: Writer, store: Store, proof: SQL | undefined): Promise<boolean> {
	return proof !== undefined && (await readFromPrimary(writer, store, sql`EXISTS (${proof})`)) === 1;
}

async function noteUnknownOutcome(writer: Writer, { noteWhenUnknown: note }: AnyChange<unknown>): Promise<void> {
	if (note)
		await writer
			.gateOf(note.tenantId)
			.then((gate) => gate.noteUnanswered(note.name))
			.catch(() => {});
}

/** Reads a value from the primary, after everything that has committed there. */
export async function readFromPrimary(writer: Writer, store: Store, value: SQL): Promise<unknown> {
	const [result] = await writer.transaction(store, toStatements(sql`SELECT ${value} AS value`));
	const [row] = (result?.results ?? []) as { value: unknown }[];
	return row?.value;
}

/** It has no `Retry-After`, because a caller without a key must check the record first (contract: Errors 14). */
const unknownOutcome = (): Problem =>
	problem(
		"service_unavailable",
		"The database did not answer, so it is not known whether the change was made. Before you repeat a request without an Idempotency-Key, look whether it was.",
	);
