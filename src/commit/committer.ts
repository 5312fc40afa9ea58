import type { Caller } from "../context.ts";
import { CredentialNotice } from "../gate/credential-notice.ts";
import { type Problem, problem } from "../problems.ts";
import { auditEntry } from "./audit.ts";
import { type AnyChange, decideAgain } from "./change.ts";
import { raiseCredentialVersions, versionsIn } from "./credential-versions.ts";
import { isTakenKey } from "./idempotency.ts";
import { publish } from "./outbox.ts";
import { type DatabaseRefusal, isStale, refusalIn } from "./refusals.ts";
import { toStatements, type Write } from "./write.ts";
import type { Writer } from "./writer.ts";

/** What the record of an Idempotency-Key adds to a transaction. */
export interface RecordWrites {
	/** These run before everything else, so that the database refuses a taken key first. */
	first: Write[];
	last: Write[];
}

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
	/** The last transaction failed, and nobody knows whether it committed. */
	private uncertain = false;

	constructor(writer: Writer, caller: Caller) {
		this.writer = writer;
		this.caller = caller;
		this.notice = new CredentialNotice(writer.gateOf);
	}

	/** Returns the results of the statements, those of the change's own writes first. */
	async commit(change: AnyChange<unknown>, record: RecordWrites): Promise<D1Result[] | typeof decideAgain> {
		const first = record.first.flatMap(toStatements);
		const writes = [...change.writes, ...this.traceOf(change), ...record.last];
		const statements = [...first, ...writes.flatMap(toStatements)];
		if (statements.length === 0) return [];
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
			this.uncertain = !refusal;
			if (!refusal) throw error;
			if (isTakenKey(refusal)) throw new KeyTaken();
			return await meaningOf(change, refusal, error);
		}
	}

	/** Tells the gates that the change is over, unless it may have committed. Then the announcement must lapse. */
	async end(): Promise<void> {
		if (!this.uncertain) await this.notice.end();
	}

	/** The events of the change with their deliveries, and its audit entries. */
	private traceOf(change: AnyChange<unknown>): Write[] {
		if (!change.audit) return [];
		const { caller } = this;
		const tenantId = this.tenantOf(change);
		return [
			...(change.events ?? []).flatMap((event) => publish(event, { tenantId, actor: caller.actor, now: caller.now })),
			...[change.audit].flat().map((draft) => auditEntry(draft, tenantId, caller)),
		];
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

const staleWrite = (): Problem =>
	problem("conflict", "Another request changed the record at the same time. Read it again and repeat the change.");

/** A statement that makes or moves deliveries returns them under this name. */
const deliveriesIn = ({ results = [] }: D1Result): string[] =>
	results.flatMap((row) => (typeof row === "object" && row && "delivery_id" in row ? [String(row.delivery_id)] : []));
