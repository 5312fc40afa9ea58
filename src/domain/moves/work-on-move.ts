import type { Writer } from "../../platform/commit/writer.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import { clock } from "../../platform/lib/clock.ts";
import { minuteMs, secondMs } from "../../platform/lib/time.ts";
import { clearStep, compareStep, copyStep } from "./copy.ts";
import { callOff, finishMove } from "./finish.ts";
import { type Move, MoveFailure, moveFrom, Overtaken, rowsOf, type TenantMove } from "./move.ts";
import { claimMove, latestMove, moveUnderWay, updateMove } from "./move-record.ts";
import { movedTables } from "./rows/moved-tables.ts";
import { countRows } from "./rows/read-rows.ts";
import { beginLeaving, closeTenant, departTenant, type Stage, standingOf } from "./source.ts";
import { type Arrival, readArrival, startArrival } from "./target.ts";

/** A run renews its lease each second. If the run dies, the lease expires after this time. */
const leaseMs = 10 * secondMs;
/** A move without progress for this time fails, because the tenant is closed all the while. */
const stalledAfterMs = minuteMs;
const recordEveryMs = secondMs;
const waitForWorkMs = 200;
/** An invocation may make a thousand calls, and a step makes at most three. */
const maxSteps = 250;

/** Nothing changes from the answer on that orders the move. */
export async function beginMove(writer: Writer, tenantId: string): Promise<void> {
	const row = await moveUnderWay(writer.databases.control.db, tenantId);
	if (row) await closeTenant(moveFrom(writer, row));
}

/**
 * Returns the move as it is afterwards; undefined if none is under way. After an error of a database, the next run
 * continues.
 */
export async function workOnMove(writer: Writer, tenantId: string, forMs: number): Promise<TenantMove | undefined> {
	const row = await moveUnderWay(writer.databases.control.db, tenantId);
	if (!row || !(await claimMove(writer, row, leaseMs))) return row;
	const move = moveFrom(writer, row);
	try {
		await (row.error === null ? resume(move, Date.now() + forMs) : callOff(move, row.error));
	} catch (error) {
		if (error instanceof MoveFailure) await callOff(move, error.message);
		else if (!(error instanceof Overtaken)) {
			const isStalled = clock.now() - row.progressedAt > stalledAfterMs;
			if (!isStalled) throw error;
			await callOff(move, `The move did not get on for a minute: ${safeMessage(error)}`);
		}
	} finally {
		// If this fails, the lease expires by itself.
		await updateMove(writer, move.id, { leasedUntil: 0 }).catch(() => {});
	}
	return await latestMove(writer.databases.control.db, tenantId);
}

async function resume(move: Move, until: number): Promise<void> {
	const stage = await closedStageOf(move);
	if (stage === "DEPARTED") return await finishMove(move);
	if (stage === "CALLED_OFF") return await callOff(move, "The move was called off.");
	if (stage === "CLOSING" && !(await waitForWork(move, Math.min(until, Date.now() + leaseMs / 2)))) return;
	if (!(await readArrival(move))) {
		await countTotal(move);
		await startArrival(move);
	}
	const arrival = await readArrival(move);
	if (!arrival) throw new Overtaken();
	await takeSteps(move, arrival, until);
}

/** Returns the stage in which the move is afterwards. */
async function closedStageOf(move: Move): Promise<Stage> {
	const { stage } = await standingOf(move);
	if (stage !== "NEW") return stage;
	if (await closeTenant(move)) return "CLOSING";
	// The request that ordered the move may have closed the tenant in between.
	const present = await standingOf(move);
	if (present.stage === "NEW") throw new Error("The tenant cannot be closed.");
	return present.stage;
}

/** Returns false if the next run must go on waiting. */
async function waitForWork(move: Move, until: number): Promise<boolean> {
	while (!(await beginLeaving(move))) {
		if (Date.now() > until) return false;
		await scheduler.wait(waitForWorkMs);
	}
	return true;
}

async function countTotal(move: Move): Promise<void> {
	const counts = movedTables().map((table) => countRows(table, move.tenantId));
	const results = await move.writer.transaction(move.source, counts);
	const rowsTotal = results.reduce((sum, result) => sum + (rowsOf<{ n: number }>(result)[0]?.n ?? 0), 0);
	await updateMove(move.writer, move.id, { rowsTotal });
}

const steps = { CLEARING: clearStep, COPYING: copyStep, COMPARING: compareStep };

async function takeSteps(move: Move, from: Arrival, until: number): Promise<void> {
	let arrival = from;
	let recordedAt = Date.now();
	for (let n = 0; n < maxSteps && Date.now() < until; n++) {
		if (arrival.phase === "SWITCHING") return await switchDatabase(move, arrival);
		arrival = await steps[arrival.phase](move, arrival);
		if (Date.now() - recordedAt < recordEveryMs) continue;
		recordedAt = Date.now();
		await recordProgress(move, arrival);
	}
	await recordProgress(move, arrival);
}

const recordProgress = ({ writer, id }: Move, { rowsCopied }: Arrival): Promise<D1Result[]> =>
	updateMove(writer, id, { rowsCopied, progressedAt: clock.now(), leasedUntil: Date.now() + leaseMs });

async function switchDatabase(move: Move, { rowsCopied }: Arrival): Promise<void> {
	await updateMove(move.writer, move.id, { status: "SWITCHING", rowsCopied });
	if (!(await departTenant(move))) throw new Overtaken();
	await finishMove(move);
}
