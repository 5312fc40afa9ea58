import type { SQL } from "drizzle-orm";
import type { Caller } from "../../context.ts";
import type { Store } from "../../db/database.ts";
import { deliveriesIn } from "../../events/publish.ts";
import { CredentialNotice } from "../../gate/credentials/credential-notice.ts";
import { secondMs } from "../../lib/time.ts";
import { type Problem, problem } from "../../problems/problem.ts";
import { noteLastWrite } from "../after/note-last-write.ts";
import { eventsIn, notifyListeners } from "../after/notify-listeners.ts";
import { type AnyChange, decideAgain } from "../change.ts";
import { applyNow, effectNumbersIn } from "../effects/effects.ts";
import { toStatements } from "../write.ts";
import type { Writer } from "../writer.ts";
import { raiseCredentialVersions, versionsIn } from "./credential-versions.ts";
import { isOtherResult, isUndoneDryRun, requireDraftedResult, undoDryRun } from "./dry-run.ts";
import { type CommitContext, tenantOf } from "./events-and-audit.ts";
import { type answerLost, findOutcome, readFromPrimary } from "./lost-answer.ts";
import { meaningOf } from "./meaning-of-refusal.ts";
import { refusalIn } from "./refusals.ts";
import { stageObject, withObject, withoutObject } from "./stage-object.ts";
import { controlTransaction, dataTransaction, type KeyRecordWrites, storeOf } from "./transaction.ts";

/**
 * The database ends a transaction after 30 seconds. A change is therefore readable at most a minute after its
 * `updated_at`. Callers who sync in the order of changes rely on this (contract: Lists 14).
 */
const longestDecisionMs = 25 * secondMs;

/**
 * Commits a change in one transaction: the record of the key, the change, its events, their deliveries and its audit
 * entries (contract: Wire 27). A change in the control database commits there, and its events and audit entries follow as
 * effects. If an operation decides again, it uses the same committer, which knows the gates that were notified.
 */
export class Committer {
	private readonly context: CommitContext;
	private readonly notice: CredentialNotice;
	private readonly began = Date.now();
	/** A transaction failed, and nobody knows whether it committed. */
	private uncertain = false;

	constructor(writer: Writer, caller: Caller) {
		this.context = { writer, caller };
		this.notice = new CredentialNotice(writer.gateOf);
	}

	/**
	 * Returns the results of the statements, those of the change's own writes first. Returns `answerLost` if the change
	 * has committed but its results are lost.
	 */
	async commit(
		decided: AnyChange<unknown>,
		record: KeyRecordWrites,
	): Promise<D1Result[] | typeof decideAgain | typeof answerLost> {
		const { writer, caller } = this.context;
		const change = await this.withStagedObject(decided);
		const transaction = await (change.inControlDatabase
			? controlTransaction(this.context, change, record)
			: dataTransaction(this.context, change, record));
		const { store, statements } = transaction;
		if (statements.length === transaction.countBefore && record.first.length === 0) return [];
		if (Date.now() - this.began > longestDecisionMs) throw tooLate();
		const { credentials = [] } = change;
		const tenantIds = credentials === true ? [tenantOf(caller, change)] : credentials;
		if (tenantIds.length > 0) {
			await writer.databases.loadPlacements(tenantIds);
			await this.notice.begin(tenantIds, caller.requestId);
			statements.push(...toStatements(raiseCredentialVersions(tenantIds)));
		}
		try {
			const results = await writer.transaction(store, statements);
			if (tenantIds.length > 0) await this.notice.end(versionsIn(results.at(-1)));
			await applyNow(writer, transaction.effects, effectNumbersIn(results));
			await noteLastWrite(writer, store, change.tenantId ?? caller.tenantId);
			if (change.events) notifyListeners(writer, store, tenantOf(caller, change), eventsIn(results));
			const due = deliveriesIn(results);
			if (due.length > 0) writer.nudge(store.id, due);
			if (change.beginsJob) writer.wakeJobs(store.id);
			return results.slice(transaction.countBefore);
		} catch (error) {
			const refusal = refusalIn(error);
			if (!refusal) {
				this.uncertain = true;
				return await findOutcome(this.context, change, transaction, error);
			}
			return await meaningOf(this.context, change, refusal, error);
		}
	}

	/**
	 * Runs the transaction of a change with a last statement that undoes it. The database refuses the change for the same
	 * reasons as in `commit`. After any other failure there is nothing to find out: nothing can have committed.
	 */
	async dryRun(change: AnyChange<unknown>): Promise<typeof decideAgain | undefined> {
		if (change.inControlDatabase) throw new Error("A change of the control database has no dry run.");
		const { store, statements, countBefore } = await dataTransaction(this.context, withoutObject(change), {
			first: [],
			last: [],
		});
		if (statements.length === countBefore) return;
		if (Date.now() - this.began > longestDecisionMs) throw tooLate();
		const end = [...requireDraftedResult(change), undoDryRun].flatMap(toStatements);
		try {
			await this.context.writer.transaction(store, [...statements, ...end]);
		} catch (error) {
			const refusal = refusalIn(error);
			if (!refusal) throw error;
			if (isUndoneDryRun(refusal)) return;
			if (isOtherResult(refusal)) return decideAgain;
			return await meaningOf(this.context, change, refusal, error);
		}
		throw new Error("A dry run has committed.");
	}

	private async withStagedObject(change: AnyChange<unknown>): Promise<AnyChange<unknown>> {
		const { object } = change;
		if (!object) return change;
		const place = await stageObject(this.context, change, object, await this.storeOf(change));
		return withObject(change, object, place);
	}

	/** Tells the gates that the change is over. If it may have committed, the announcement must expire instead. */
	async end(): Promise<void> {
		if (!this.uncertain) await this.notice.end();
	}

	async read(change: AnyChange<unknown>, value: SQL): Promise<unknown> {
		return await readFromPrimary(this.context.writer, await this.storeOf(change), value);
	}

	async storeOf(change: AnyChange<unknown>): Promise<Store> {
		return await storeOf(this.context, change);
	}
}

const tooLate = (): Problem =>
	problem("service_unavailable", "The change took too long and was not made. Repeat the request.").with({
		"Retry-After": "1",
	});
