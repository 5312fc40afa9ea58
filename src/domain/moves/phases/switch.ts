import { refusalIn } from "../../../platform/commit/transaction/refusals.ts";
import { MoveFailure, rowsOf, transactionUnlessRefused } from "../move.ts";
import { recordRefusal, updateMove } from "../move-record.ts";
import { movedTables } from "../rows/moved-tables.ts";
import { countRows } from "../rows/read-rows.ts";
import { closeTenant, closingMs, closingsOf, departTenant, reopenTenant } from "../steps/source.ts";
import type { MoveSteps } from "../steps/steps.ts";
import type { CopyPosition } from "../steps/target.ts";
import { finishMove } from "./finish.ts";

/** So few entries of the journal are applied in one step. */
const maxEntriesToClose = 100;
/** A tenant that changes more than that all the time must be closed with more entries left. */
const maxRounds = 20;
/** A departure that begins later than this in the closing would be refused. */
const latestDepartureMs = closingMs - 300;

const switching: CopyPosition = { phase: "SWITCHING", table: null, after: null };
const comparing: CopyPosition = { phase: "COMPARING", table: null, after: null };

export type Switched = "DONE" | "WAIT" | "COMPARE AGAIN";

/**
 * Tries to switch: closes the tenant for a moment, applies what the journal still has, and lets it depart. When that
 * takes too long, the tenant serves on, and another try follows later.
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

/** Whether both databases have as many rows of each table, at one moment. */
async function doCountsMatch(steps: MoveSteps): Promise<boolean> {
	const { move } = steps;
	const counts = movedTables.map((table) => countRows(table, move.tenantId));
	for (let round = 1; ; round++) {
		const { snapshot, results } = await steps.take({
			reads: counts,
			compares: true,
			decide: () => ({ to: switching, reads: counts }),
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

/** Whether the tenant has left. */
async function departWhileClosed(steps: MoveSteps, began: number): Promise<boolean> {
	let first = closeTenant(steps.move);
	while (Date.now() - began < latestDepartureMs) {
		try {
			const { snapshot } = await steps.take({ first, compares: true, decide: () => ({ to: switching }) });
			first = [];
			if (!snapshot.journal.complete) continue;
		} catch (error) {
			// The studio is closed already, by another run.
			if (first.length > 0 && refusalIn(error)) return false;
			throw error;
		}
		if (await departTenant(steps.move, steps.source.applied)) return true;
	}
	return false;
}
