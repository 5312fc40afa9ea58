import type { Writer } from "../../platform/commit/writer.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import { clock } from "../../platform/lib/clock.ts";
import { hourMs, secondMs } from "../../platform/lib/time.ts";
import { callOff } from "./call-off.ts";
import { clearSome, isClear } from "./clear.ts";
import { compareStep, copyStep } from "./copy.ts";
import { finish } from "./finish.ts";
import { type Move, MoveFailure, moveFrom, rowsOf, type TenantMove, unlessRefused } from "./move.ts";
import { countRows } from "./read.ts";
import { claim, latestMove, moveUnderWay, record } from "./record.ts";
import { leave, stageOf } from "./source.ts";
import { Overtaken, Steps } from "./steps.ts";
import { trySwitch } from "./switch.ts";
import { movedTables } from "./tables.ts";
import { arrive, type Place, readArrival, takeStep } from "./target.ts";

/** A run claims the move again each second. One that dies gives it free after this time. */
const claimMs = 10 * secondMs;
/** A move that does not get on for so long fails. */
const patienceMs = hourMs;
const recordEveryMs = secondMs;
/** An invocation may make a thousand calls, and a step makes two. */
const mostSteps = 400;
/** Retention deletes in both databases what is old, and not at the same moment. Then they are compared again. */
const mostComparisons = 5;

/**
 * Works on the move of a tenant for some time, from where the last run left it. Returns the move as it is then;
 * undefined when none is under way. An error of a database is no failure of the move: the next run goes on.
 */
export async function workOnMove(writer: Writer, tenantId: string, forMs: number): Promise<TenantMove | undefined> {
	const row = await moveUnderWay(writer.databases.control.db, tenantId);
	if (!row || !(await claim(writer, row, claimMs))) return row;
	const move = moveFrom(writer, row);
	const until = Date.now() + forMs;
	try {
		await (row.error === null ? carryOn(move, row, until) : callOff(move, row.error));
	} catch (error) {
		if (error instanceof MoveFailure) await callOff(move, error.message);
		else if (clock.now() - row.progressedAt > patienceMs)
			await callOff(move, `The move did not get on for an hour: ${safeMessage(error)}`);
		else if (!(error instanceof Overtaken)) throw error;
	} finally {
		// When this fails, the claim lapses by itself.
		await record(writer, move.id, { claimedUntil: 0 }).catch(() => {});
	}
	return await latestMove(writer.databases.control.db, tenantId);
}

async function carryOn(move: Move, row: TenantMove, until: number): Promise<void> {
	const stage = await stageOf(move);
	if (stage === "DEPARTED") return await finish(move);
	if (stage === "CALLED_OFF") return await callOff(move, row.error ?? "The move was called off.");
	if (stage === "NEW") await begin(move);
	let arrival = await readArrival(move);
	if (!arrival) {
		await arrive(move);
		arrival = await readArrival(move);
	}
	if (!arrival) throw new Overtaken();
	await go(new Steps(move, arrival), until);
}

async function begin(move: Move): Promise<void> {
	await leave(move);
	const counts = await move.writer.transaction(
		move.source,
		movedTables.map((table) => countRows(table, move.tenantId)),
	);
	const rowsTotal = counts.reduce((sum, result) => sum + (rowsOf<{ n: number }>(result)[0]?.n ?? 0), 0);
	await record(move.writer, move.id, { rowsTotal });
}

async function go(steps: Steps, until: number): Promise<void> {
	let recordedAt = Date.now();
	let place: Place = steps.arrival;
	let comparisons = 1;
	for (let taken = 0; taken < mostSteps && Date.now() < until; taken++) {
		const { phase } = place;
		if (phase === "CLEARING") place = await clearStep(steps);
		else if (phase === "COPYING") {
			await copyStep(steps);
			place = steps.arrival;
		} else if (phase === "COMPARING") place = await compareStep(steps, place);
		else {
			const switched = await trySwitch(steps);
			if (switched !== "COMPARE AGAIN") return;
			if (comparisons++ === mostComparisons) throw new MoveFailure("The databases have different numbers of rows.");
			place = steps.arrival;
		}
		if (Date.now() - recordedAt < recordEveryMs) continue;
		recordedAt = Date.now();
		await recordProgress(steps);
	}
	await recordProgress(steps);
}

const recordProgress = ({ move, arrival }: Steps): Promise<D1Result[]> =>
	record(move.writer, move.id, {
		rowsCopied: arrival.rowsCopied,
		progressedAt: clock.now(),
		claimedUntil: Date.now() + claimMs,
	});

const copying: Place = { phase: "COPYING", table: null, after: null };

/** Deletes what an earlier stay of the tenant left, some rows at a time. */
async function clearStep(steps: Steps): Promise<Place> {
	const { move, arrival } = steps;
	const results = await unlessRefused(move, move.target, [
		...takeStep(move, arrival, arrival),
		...clearSome(move.tenantId),
	]);
	if (!results) throw new Overtaken();
	steps.arrival = { ...arrival, steps: arrival.steps + 1 };
	if (!isClear(results)) return arrival;
	steps.arrival = { ...steps.arrival, ...copying };
	return copying;
}
