import { isStale, refusalIn } from "../../platform/commit/transaction/refusals.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import type { Statement } from "../../platform/db/statements/statement.ts";
import { type Move, MoveFailure, Overtaken, rowsOf } from "./move.ts";
import { deleteSomeRows, isClear } from "./rows/delete-rows.ts";
import type { MovedTable } from "./rows/moved-table.ts";
import { movedTables } from "./rows/moved-tables.ts";
import { type Bounds, type Chunk, chunkFrom, type Key, readChunk, type Value } from "./rows/read-rows.ts";
import { insertRows } from "./rows/write-rows.ts";
import { readStanding, standingIn } from "./source.ts";
import { type Arrival, takeStep } from "./target.ts";

// The steps in the target. Each is one transaction, which also stores the position after it.

const largeBounds: Bounds = { rows: 1000, bytes: 1_000_000 };
/** The bounds for tables that have not been begun, so that one step copies many small tables. */
const smallBounds: Bounds = { rows: 50, bytes: 50_000 };

/** The copy of rows that something has changed all the same, such as retention that was under way, is made again. */
const maxRounds = 3;

/** An earlier stay or round may have left rows here. */
export async function clearStep(move: Move, from: Arrival): Promise<Arrival> {
	const cleared = await step(move, from, from, deleteSomeRows(move.tenantId));
	const steps = from.steps + 1;
	if (!isClear(cleared)) return { ...from, steps };
	// The next step stores this. After a crash a run finds once more that nothing is left.
	return { ...from, phase: "COPYING", table: null, after: null, rowsCopied: 0, steps };
}

/** One step. */
export async function copyStep(move: Move, from: Arrival): Promise<Arrival> {
	const chunks = await readSource(move, from);
	const copied = chunks.reduce((sum, { rows }) => sum + rows.length, 0);
	const to = { ...positionAfter(from, chunks, "COMPARING"), rowsCopied: from.rowsCopied + copied };
	const inserts = chunks.flatMap(({ table, rows }) => insertRows(table, rows));
	await step(move, from, to, inserts);
	return to;
}

/** If the rows differ, the copying begins again. */
export async function compareStep(move: Move, from: Arrival): Promise<Arrival> {
	const chunks = await readSource(move, from);
	const copies = await readTarget(move, from);
	const different = chunks.find((chunk, n) => contentOf(chunk) !== contentOf(copies[n]));
	if (different && from.round === maxRounds)
		throw new MoveFailure(`Rows of the table ${different.table.name} differ after they were copied.`);
	const to: Arrival = different
		? { ...from, phase: "CLEARING", table: null, after: null, round: from.round + 1, steps: from.steps + 1 }
		: positionAfter(from, chunks, "SWITCHING");
	await step(move, from, to, []);
	return to;
}

const contentOf = (chunk: Chunk | undefined): string => JSON.stringify(chunk && [chunk.rows, chunk.ended]);

async function step(move: Move, from: Arrival, to: Arrival, work: Statement[]): Promise<D1Result[]> {
	try {
		return await move.writer.transaction(move.target, [...takeStep(move, from, to), ...work]);
	} catch (error) {
		const refusal = refusalIn(error);
		if (!refusal) throw error;
		if (isStale(refusal)) throw new Overtaken();
		throw new MoveFailure(`The target refused rows: ${safeMessage(error)}`);
	}
}

type Plan = { table: MovedTable; after: Key | null; bounds: Bounds }[];

function planFrom({ table, after }: Arrival): Plan {
	const at = movedTables().findIndex(({ name }) => name === table);
	const [current, ...others] = movedTables().slice(Math.max(at, 0));
	if (!current) return [];
	if (after) return [{ table: current, after, bounds: largeBounds }];
	return [current, ...others].map((one) => ({ table: one, after: null, bounds: smallBounds }));
}

/** These rows do not change any more. */
async function readSource(move: Move, from: Arrival): Promise<Chunk[]> {
	const plan = planFrom(from);
	const [standing, ...results] = await move.writer.transaction(move.source, [readStanding(move), ...reads(move, plan)]);
	if (standingIn(move, standing).stage !== "LEAVING") throw new Overtaken();
	return chunksFrom(plan, results);
}

async function readTarget(move: Move, from: Arrival): Promise<Chunk[]> {
	const plan = planFrom(from);
	return chunksFrom(plan, await move.writer.transaction(move.target, reads(move, plan)));
}

const reads = ({ tenantId }: Move, plan: Plan): Statement[] =>
	plan.map(({ table, after, bounds }) => readChunk(table, tenantId, after, bounds));

/** Ends with the first table that has more rows. */
function chunksFrom(plan: Plan, results: D1Result[]): Chunk[] {
	const chunks = plan.map(({ table, bounds }, n) =>
		chunkFrom(table, rowsOf<Record<string, Value>>(results[n]), bounds),
	);
	const stop = chunks.findIndex(({ ended }) => !ended);
	return stop < 0 ? chunks : chunks.slice(0, stop + 1);
}

function positionAfter(from: Arrival, chunks: Chunk[], nextPhase: Arrival["phase"]): Arrival {
	const last = chunks.at(-1);
	if (!last) throw new Error("A step without a table.");
	const steps = from.steps + 1;
	if (!last.ended) return { ...from, table: last.table.name, after: last.last, steps };
	const next = movedTables()[movedTables().indexOf(last.table) + 1];
	const phase = next ? from.phase : nextPhase;
	return { ...from, phase, table: next?.name ?? null, after: null, steps };
}
