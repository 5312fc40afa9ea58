import { rowsOf } from "../move.ts";
import type { MovedTable } from "../rows/moved-table.ts";
import { movedTables } from "../rows/moved-tables.ts";
import {
	type Bounds,
	type Chunk,
	chunkFrom,
	type Key,
	keyOf,
	type Row,
	readChunk,
	readRange,
	type Value,
} from "../rows/read-rows.ts";
import { type MoveSteps, rowsDiffer, rowsIn } from "../steps/move-steps.ts";
import type { Keys, Rows } from "../steps/source-snapshot.ts";
import type { CopyPosition } from "../steps/target.ts";

const largeBounds: Bounds = { rows: 1000, bytes: 1_000_000 };
/** The bounds for tables that have not been begun, so that one step copies many small tables. */
const smallBounds: Bounds = { rows: 50, bytes: 50_000 };

type Plan = { table: MovedTable; after: Key | null; bounds: Bounds }[];

/** Copies the next rows. */
export async function copyStep(steps: MoveSteps): Promise<void> {
	const { arrival, move } = steps;
	const plan = planFrom(arrival);
	await steps.run({
		reads: plan.map(({ table, after, bounds }) => readChunk(table, move.tenantId, after, bounds)),
		compares: false,
		workFor: ({ results }) => {
			const chunks = chunksFrom(plan, results);
			const rows = rowsOfChunks(chunks);
			return { to: positionAfter("COPYING", chunks), rows, copied: [...rows.values()].flat().length };
		},
	});
}

/**
 * Compares the next rows of both databases at one moment: the target has just got everything that changed. Rows that
 * differ are copied again, once. Returns the position after the rows that are the same. The next step stores it.
 */
export async function compareStep(steps: MoveSteps, from: CopyPosition): Promise<CopyPosition> {
	const plan = planFrom(from);
	const first = await compareOnce(steps, from, plan, null);
	if (!first || first.different.length === 0) return first ? positionAfter("COMPARING", first.chunks) : from;
	const second = await compareOnce(steps, from, plan, first.extra);
	if (!second) return from;
	const [different] = second.different;
	if (different !== undefined) throw rowsDiffer(different);
	return positionAfter("COMPARING", second.chunks);
}

interface Compared {
	chunks: Chunk[];
	/** The tables in which something differs. */
	different: string[];
	/** The rows that only the target has. */
	extra: Keys;
}

/** With `extra`, the rows are copied before they are compared, and the rows of these keys are removed. */
async function compareOnce(
	steps: MoveSteps,
	from: CopyPosition,
	plan: Plan,
	extra: Keys | null,
): Promise<Compared | undefined> {
	const { tenantId } = steps.move;
	let chunks: Chunk[] = [];
	const { snapshot, results } = await steps.run({
		reads: plan.map(({ table, after, bounds }) => readChunk(table, tenantId, after, bounds)),
		compares: true,
		workFor: ({ results, journal }) => {
			if (!journal.complete) return { to: from };
			chunks = chunksFrom(plan, results);
			const reads = chunks.map(({ table, ended, last }, n) =>
				readRange(table, tenantId, plan[n]?.after ?? null, ended ? null : last, 2 * largeBounds.rows),
			);
			if (!extra) return { to: from, reads };
			const rows = rowsOfChunks(chunks);
			return { to: from, reads, rows, gone: withoutPresent(extra, [rows, journal.present]) };
		},
	});
	if (!snapshot.journal.complete) return undefined;
	const found = chunks.map((chunk, n) => compareChunk(chunk, rowsIn(chunk.table.name, results[n])));
	return {
		chunks,
		different: chunks.filter((_, n) => found[n]?.differ).map(({ table }) => table.name),
		extra: new Map(chunks.map(({ table }, n) => [table.name, found[n]?.extra ?? []])),
	};
}

function compareChunk({ table, rows }: Chunk, copies: Row[]): { differ: boolean; extra: Key[] } {
	const keys = new Set(rows.map((row) => JSON.stringify(keyOf(table, row))));
	return {
		differ: JSON.stringify(rows) !== JSON.stringify(copies),
		extra: copies.map((row) => keyOf(table, row)).filter((key) => !keys.has(JSON.stringify(key))),
	};
}

function planFrom({ table, after }: CopyPosition): Plan {
	const at = movedTables().findIndex(({ name }) => name === table);
	const [current, ...others] = movedTables().slice(Math.max(at, 0));
	if (!current) return [];
	if (after) return [{ table: current, after, bounds: largeBounds }];
	return [current, ...others].map((one) => ({ table: one, after: null, bounds: smallBounds }));
}

/** The chunks up to the first table that has more rows. */
function chunksFrom(plan: Plan, results: D1Result[]): Chunk[] {
	const chunks = plan.map(({ table, bounds }, n) =>
		chunkFrom(table, rowsOf<Record<string, Value>>(results[n]), bounds),
	);
	const stop = chunks.findIndex(({ ended }) => !ended);
	return stop < 0 ? chunks : chunks.slice(0, stop + 1);
}

const rowsOfChunks = (chunks: Chunk[]): Rows => new Map(chunks.map(({ table, rows }) => [table.name, rows]));

const nextPhase = {
	CLEARING: "COPYING",
	COPYING: "COMPARING",
	COMPARING: "SWITCHING",
	SWITCHING: "SWITCHING",
} as const;

function positionAfter(phase: CopyPosition["phase"], chunks: Chunk[]): CopyPosition {
	const last = chunks.at(-1);
	if (!last) throw new Error("A step without a table.");
	if (!last.ended) return { phase, table: last.table.name, after: last.last };
	const next = movedTables()[movedTables().indexOf(last.table) + 1];
	return next ? { phase, table: next.name, after: null } : { phase: nextPhase[phase], table: null, after: null };
}

function withoutPresent(keys: Keys, present: Rows[]): Keys {
	return new Map(
		[...keys].map(([name, list]) => {
			const table = movedTables().find((one) => one.name === name) as MovedTable;
			const there = new Set(
				present.flatMap((rows) => (rows.get(name) ?? []).map((row) => JSON.stringify(keyOf(table, row)))),
			);
			return [name, list.filter((key) => !there.has(JSON.stringify(key)))];
		}),
	);
}
