import type { Writer } from "../../platform/commit/writer.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import { clock } from "../../platform/lib/clock.ts";
import { hourMs, secondMs } from "../../platform/lib/time.ts";
import { type Move, MoveFailure, moveFrom, rowsOf, type TenantMove, transactionUnlessRefused } from "./move.ts";
import { claimMove, latestMove, moveUnderWay, updateMove } from "./move-record.ts";
import { callOff } from "./phases/call-off.ts";
import { compareStep, copyStep } from "./phases/copy-and-compare.ts";
import { finishMove } from "./phases/finish.ts";
import { trySwitch } from "./phases/switch.ts";
import { deleteSomeRows, isClear } from "./rows/delete-rows.ts";
import { movedTables } from "./rows/moved-tables.ts";
import { countRows } from "./rows/read-rows.ts";
import { MoveSteps, Overtaken } from "./steps/move-steps.ts";
import { stageOf, startLeaving } from "./steps/source.ts";
import { type CopyPosition, countStep, readArrival, startArrival } from "./steps/target.ts";

/** A run renews its lease each second. If the run dies, the lease expires after this time. */
const leaseMs = 10 * secondMs;
/** A move without progress for this time fails. */
const stalledAfterMs = hourMs;
const recordEveryMs = secondMs;
/** An invocation may make a thousand calls, and a step makes two. */
const maxSteps = 400;
/** Retention deletes old rows in both databases, but not at the same moment. Then the databases are compared again. */
const maxComparisons = 5;

/**
 * Continues the move of a tenant for some time. Returns the move as it is then; undefined if none is under way. An
 * error of a database does not fail the move: the next run continues.
 */
export async function workOnMove(writer: Writer, tenantId: string, forMs: number): Promise<TenantMove | undefined> {
	const row = await moveUnderWay(writer.databases.control.db, tenantId);
	if (!row || !(await claimMove(writer, row, leaseMs))) return row;
	const move = moveFrom(writer, row);
	const until = Date.now() + forMs;
	try {
		await (row.error === null ? resume(move, row, until) : callOff(move, row.error));
	} catch (error) {
		if (error instanceof MoveFailure) await callOff(move, error.message);
		else if (clock.now() - row.progressedAt > stalledAfterMs)
			await callOff(move, `The move did not get on for an hour: ${safeMessage(error)}`);
		else if (!(error instanceof Overtaken)) throw error;
	} finally {
		// If this fails, the lease expires by itself.
		await updateMove(writer, move.id, { leasedUntil: 0 }).catch(() => {});
	}
	return await latestMove(writer.databases.control.db, tenantId);
}

async function resume(move: Move, row: TenantMove, until: number): Promise<void> {
	const stage = await stageOf(move);
	if (stage === "DEPARTED") return await finishMove(move);
	if (stage === "CALLED_OFF") return await callOff(move, row.error ?? "The move was called off.");
	if (stage === "NEW") await startMove(move);
	let arrival = await readArrival(move);
	if (!arrival) {
		await startArrival(move);
		arrival = await readArrival(move);
	}
	if (!arrival) throw new Overtaken();
	await runPhases(new MoveSteps(move, arrival), until);
}

async function startMove(move: Move): Promise<void> {
	await startLeaving(move);
	const counts = await move.writer.transaction(
		move.source,
		movedTables().map((table) => countRows(table, move.tenantId)),
	);
	const rowsTotal = counts.reduce((sum, result) => sum + (rowsOf<{ n: number }>(result)[0]?.n ?? 0), 0);
	await updateMove(move.writer, move.id, { rowsTotal });
}

async function runPhases(steps: MoveSteps, until: number): Promise<void> {
	let recordedAt = Date.now();
	let position: CopyPosition = steps.arrival;
	let comparisons = 1;
	for (let n = 0; n < maxSteps && Date.now() < until; n++) {
		const { phase } = position;
		if (phase === "CLEARING") position = await clearStep(steps);
		else if (phase === "COPYING") {
			await copyStep(steps);
			position = steps.arrival;
		} else if (phase === "COMPARING") position = await compareStep(steps, position);
		else {
			const switched = await trySwitch(steps);
			if (switched !== "COMPARE AGAIN") return;
			if (comparisons++ === maxComparisons) throw new MoveFailure("The databases have different numbers of rows.");
			position = steps.arrival;
		}
		if (Date.now() - recordedAt < recordEveryMs) continue;
		recordedAt = Date.now();
		await recordProgress(steps);
	}
	await recordProgress(steps);
}

const recordProgress = ({ move, arrival }: MoveSteps): Promise<D1Result[]> =>
	updateMove(move.writer, move.id, {
		rowsCopied: arrival.rowsCopied,
		progressedAt: clock.now(),
		leasedUntil: Date.now() + leaseMs,
	});

const copying: CopyPosition = { phase: "COPYING", table: null, after: null };

/** Deletes rows that an earlier stay of the tenant left here, some at a time. */
async function clearStep(steps: MoveSteps): Promise<CopyPosition> {
	const { move, arrival } = steps;
	const results = await transactionUnlessRefused(move, move.target, [
		...countStep(move, arrival, arrival),
		...deleteSomeRows(move.tenantId),
	]);
	if (!results) throw new Overtaken();
	steps.arrival = { ...arrival, steps: arrival.steps + 1 };
	if (!isClear(results)) return arrival;
	steps.arrival = { ...steps.arrival, ...copying };
	return copying;
}
