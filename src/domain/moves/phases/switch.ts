import { refusalIn } from "../../../platform/commit/transaction/refusals.ts";
import { MoveFailure, rowsOf, transactionUnlessRefused } from "../move.ts";
import { recordRefusal, updateMove } from "../move-record.ts";
import { movedTables } from "../rows/moved-tables.ts";
import { countRows } from "../rows/read-rows.ts";
import type { MoveSteps } from "../steps/move-steps.ts";
import { closeTenant, closingMs, closingsOf, departTenant, reopenTenant } from "../steps/source.ts";
import type { CopyPosition } from "../steps/target.ts";
import { finishMove } from "./finish.ts";

/** A step applies this many entries of the journal in a short time. */
const maxEntriesToClose = 100;
/** After this many rounds, a tenant that keeps changing is closed with more entries left. */
const maxRounds = 20;
/** The database would refuse a departure that begins later than this after the closing. */
const latestDepartureMs = closingMs - 300;

const switching: CopyPosition = { phase: "SWITCHING", table: null, after: null };
const comparing: CopyPosition = { phase: "COMPARING", table: null, after: null };

export type Switched = "DONE" | "WAIT" | "COMPARE AGAIN";

/**
 * Tries to switch: closes the tenant for a moment, applies the rest of the journal, and lets the tenant depart. If
 * that takes too long, the tenant is opened again, and another try follows later.
 */
export async function trySwitch(steps: MoveSteps): Promise<Switched> {
	const { move } = steps;
	if (!(await doCountsMatch(steps))) return "COMPARE AGAIN";
	const { left, waitMs } = await closingsOf(move);
	if (left === 0)
		throw new MoveFailure("The last changes could not be copied within the time for which changes may be refused.");
	if (waitMs > 0) return "WAIT";
	await updateMove(move.writer, move.id, { status: "SWITCHING" });
	const began = Date.now();
	if (await departWhileClosed(steps, began)) {
		await finishMove(move);
		return "DONE";
	}
	await transactionUnlessRefused(move, move.source, [reopenTenant(move)]);
	await recordRefusal(move.writer, move.id, Date.now() - began);
	return "WAIT";
}

/** Compares the number of rows of each table in both databases, at one moment. */
async function doCountsMatch(steps: MoveSteps): Promise<boolean> {
	const { move } = steps;
	const counts = movedTables().map((table) => countRows(table, move.tenantId));
	for (let round = 1; ; round++) {
		const { snapshot, results } = await steps.run({
			reads: counts,
			compares: true,
			workFor: () => ({ to: switching, reads: counts }),
		});
		if (!snapshot.journal.complete) continue;
		const [here, there] = [snapshot.results, results].map((all) =>
			all.map((result) => rowsOf<{ n: number }>(result)[0]?.n ?? 0),
		);
		const total = (there ?? []).reduce((sum, n) => sum + n, 0);
		await updateMove(move.writer, move.id, { rowsCopied: total, rowsTotal: total });
		if (JSON.stringify(here) !== JSON.stringify(there)) {
			steps.arrival = { ...steps.arrival, ...comparing };
			return false;
		}
		if (snapshot.journal.entries <= maxEntriesToClose || round >= maxRounds) return true;
	}
}

/** Returns whether the tenant has departed. */
async function departWhileClosed(steps: MoveSteps, began: number): Promise<boolean> {
	let first = closeTenant(steps.move);
	while (Date.now() - began < latestDepartureMs) {
		try {
			const { snapshot } = await steps.run({ first, compares: true, workFor: () => ({ to: switching }) });
			first = [];
			if (!snapshot.journal.complete) continue;
		} catch (error) {
			// Another run has closed the studio already.
			if (first.length > 0 && refusalIn(error)) return false;
			throw error;
		}
		if (await departTenant(steps.move, steps.source.applied)) return true;
	}
	return false;
}
