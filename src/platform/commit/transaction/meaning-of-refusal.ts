import type { Caller } from "../../context.ts";
import { type Problem, problem } from "../../problems/problem.ts";
import { type AnyChange, decideAgain } from "../change.ts";
import { isTakenKey } from "../keys/idempotency.ts";
import type { Writer } from "../writer.ts";
import type { CommitContext } from "./events-and-audit.ts";
import { studioClosed, tenantBeingDeleted } from "./open-studio.ts";
import { type DatabaseRefusal, isClosed, isFull, isPrecondition, isStale } from "./refusals.ts";
import { storageFull } from "./stored-bytes.ts";

/** Another request with the same Idempotency-Key committed first. */
export class KeyTaken extends Error {}

export async function meaningOf(
	{ writer, caller }: CommitContext,
	change: AnyChange<unknown>,
	refusal: DatabaseRefusal,
	error: unknown,
): Promise<typeof decideAgain> {
	if (isTakenKey(refusal)) throw new KeyTaken();
	if (isClosed(refusal)) {
		const tenantId = change.tenantId ?? caller.tenantId;
		if (tenantId !== undefined) await refuseIfBeingDeleted(writer, caller, tenantId);
		if (tenantId !== undefined) writer.wakeMove(tenantId);
		throw studioClosed();
	}
	if (isPrecondition(refusal) && change.precondition) throw change.precondition.otherwise;
	if (isFull(refusal) && caller.storage) throw storageFull(caller.storage);
	const meaning = await change.onRefused?.(refusal);
	if (meaning === decideAgain) return decideAgain;
	if (meaning) throw meaning;
	// A record that the operation has read, and that the change names, was deleted since.
	throw isStale(refusal) || refusal.kind === "foreign_key"
		? staleWrite()
		: new Error("The database refused the change for an unexpected reason.", { cause: error });
}

/** Only for callers without a credential of the tenant. The repetition of all others meets the check of their credential. */
async function refuseIfBeingDeleted({ databases }: Writer, { actor }: Caller, tenantId: string): Promise<void> {
	if (actor.type !== "operator" && actor.type !== "system") return;
	databases.forgetPlacement(tenantId);
	if ((await databases.placementOf(tenantId))?.beingDeleted) throw tenantBeingDeleted();
}

const staleWrite = (): Problem =>
	problem("conflict", "Another request changed the record at the same time. Read it again and repeat the change.");
