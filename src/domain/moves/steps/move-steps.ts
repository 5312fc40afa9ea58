import { isStale, refusalIn } from "../../../platform/commit/transaction/refusals.ts";
import type { Statement } from "../../../platform/db/statements/statement.ts";
import { type Move, MoveFailure, rowsOf } from "../move.ts";
import { movedTables, tableNamed } from "../rows/moved-tables.ts";
import { type Key, keyOf, type Row, readRows, rowFrom, type Value, valuesOf } from "../rows/read-rows.ts";
import { freeUniqueValues, removeRows, upsert } from "../rows/write-rows.ts";
import type { Stage } from "./source.ts";
import { type Journal, type Keys, type Rows, SourceReader, type SourceSnapshot } from "./source-snapshot.ts";
import { type Arrival, type CopyPosition, countStep } from "./target.ts";

/** Another run has taken the step, or the move is over: this run has nothing more to do here. */
export class Overtaken extends Error {}

/** The work of a step in the target, decided from the snapshot of the source. */
interface WorkInTarget {
	/** The position of the move after the step. */
	to: CopyPosition;
	copied?: number;
	rows?: Rows;
	gone?: Keys;
	/** Reads in the target after the rows are written. */
	reads?: Statement[];
}

interface StepRequest {
	/** Statements in the source before the snapshot, in the same transaction. */
	first?: Statement[];
	/** Reads in the source at the same moment as the journal. */
	reads?: Statement[];
	/** Whether to compare the rows that the journal names, once they are written. */
	compares: boolean;
	workFor(snapshot: SourceSnapshot): WorkInTarget;
}

/**
 * The steps of one run. Each reads the source at one moment and then writes the target in one transaction, which counts
 * the step. The number of the step was read before the source: if another run has taken that step meanwhile, the target
 * refuses this one, so no older row is ever written over a newer one.
 */
export class MoveSteps {
	readonly move: Move;
	readonly source: SourceReader;
	arrival: Arrival;

	constructor(move: Move, arrival: Arrival) {
		this.move = move;
		this.arrival = arrival;
		this.source = new SourceReader(move);
	}

	async run({
		first,
		reads = [],
		compares,
		workFor,
	}: StepRequest): Promise<{ snapshot: SourceSnapshot; results: D1Result[] }> {
		const snapshot = await this.source.read(reads, first);
		assertLeaving(snapshot.stage);
		const { journal } = snapshot;
		const work = workFor(snapshot);
		const rows = mergedLists(journal.present, work.rows ?? new Map());
		const gone = mergedLists(journal.gone, work.gone ?? new Map());
		const checks = compares ? tablesIn(journal) : [];
		const after = [...checks.map((name) => readRows(tableNamed(name), keysIn(journal, name))), ...(work.reads ?? [])];
		const written = await this.write(work, rows, gone, after);
		const results = written.slice(written.length - after.length);
		for (const [n, name] of checks.entries()) assertSameRows(name, journal.present.get(name) ?? [], results[n]);
		this.source.applied = journal.upTo;
		return { snapshot, results: results.slice(checks.length) };
	}

	/** Refusals are rare, so unique values and parents are handled only after one, in a second transaction. */
	private async write(work: WorkInTarget, rows: Rows, gone: Keys, after: Statement[]): Promise<D1Result[]> {
		let freed: Statement[] = [];
		for (let parents = 0; ; ) {
			try {
				return await this.commit(work, [...freed, ...upserts(rows), ...removals(gone), ...after]);
			} catch (error) {
				const refusal = refusalIn(error);
				if (refusal?.kind === "unique" && freed.length === 0) {
					freed = movedTables().flatMap((table) => freeUniqueValues(table, rows.get(table.name) ?? []));
				} else if (refusal?.kind === "foreign_key" && parents++ === 0) await this.copyParents(rows);
				else if (refusal && isStale(refusal)) throw new Overtaken();
				else throw error;
			}
		}
	}

	private async commit(work: WorkInTarget, statements: Statement[]): Promise<D1Result[]> {
		const { to, copied = 0 } = work;
		const step = countStep(this.move, this.arrival, to, copied);
		const results = await this.move.writer.transaction(this.move.target, [...step, ...statements]);
		this.arrival = { ...to, steps: this.arrival.steps + 1, rowsCopied: this.arrival.rowsCopied + copied };
		return results.slice(step.length);
	}

	/** Copies the rows to which these rows refer, because their entries come later in the journal. */
	private async copyParents(rows: Rows): Promise<void> {
		const found: Rows = new Map();
		const { writer, source } = this.move;
		for (const table of movedTables().toReversed())
			for (const { table: name, columns, key } of table.parents) {
				const children = [...(rows.get(table.name) ?? []), ...(found.get(table.name) ?? [])];
				const keys = children.map((row) => valuesOf(table, row, columns)).filter((one) => !one.includes(null as never));
				if (keys.length === 0) continue;
				const parent = tableNamed(name);
				const [result] = await writer.transaction(source, [readRows(parent, distinct(keys), key)]);
				found.set(name, [...(found.get(name) ?? []), ...rowsIn(name, result)]);
			}
		const freed = movedTables().flatMap((table) => freeUniqueValues(table, found.get(table.name) ?? []));
		await this.commit({ to: this.arrival }, [...freed, ...upserts(found)]);
	}
}

function assertLeaving(stage: Stage): void {
	if (stage !== "LEAVING") throw new Overtaken();
}

export const rowsIn = (name: string, result: D1Result | undefined): Row[] =>
	rowsOf<Record<string, Value>>(result).map((row) => rowFrom(tableNamed(name), row));

const upserts = (rows: Rows): Statement[] =>
	movedTables().flatMap((table) => upsert(table, rows.get(table.name) ?? []));

const removals = (gone: Keys): Statement[] =>
	movedTables()
		.toReversed()
		.flatMap((table) => {
			const keys = gone.get(table.name) ?? [];
			return keys.length > 0 ? [removeRows(table, keys)] : [];
		});

function mergedLists<T>(one: Map<string, T[]>, other: Map<string, T[]>): Map<string, T[]> {
	const all = new Map(one);
	for (const [name, list] of other) all.set(name, [...(all.get(name) ?? []), ...list]);
	return all;
}

const tablesIn = ({ present, gone }: Journal): string[] => [...new Set([...present.keys(), ...gone.keys()])];

const keysIn = ({ present, gone }: Journal, name: string): Key[] => [
	...(present.get(name) ?? []).map((row) => keyOf(tableNamed(name), row)),
	...(gone.get(name) ?? []),
];

const distinct = (keys: Key[]): Key[] => [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];

const texts = (rows: Row[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

function assertSameRows(name: string, expected: Row[], result: D1Result | undefined): void {
	if (texts(expected).join() !== texts(rowsIn(name, result)).join()) throw rowsDiffer(name);
}

export const rowsDiffer = (name: string): MoveFailure =>
	new MoveFailure(`Rows of the table ${name} differ after they were copied.`);
