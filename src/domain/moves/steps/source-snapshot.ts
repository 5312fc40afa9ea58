import type { Statement } from "../../../platform/db/statements/statement.ts";
import { type Move, rowsOf } from "../move.ts";
import type { MovedTable } from "../rows/moved-table.ts";
import { movedTables, tableNamed } from "../rows/moved-tables.ts";
import { journaledFrom, type Key, keyOf, type Row, readJournal, readJournaled, type Value } from "../rows/read-rows.ts";
import { deleteJournal, readDeparture, type Stage, stageIn } from "./source.ts";

const maxEntries = 500;
const maxBytes = 1_000_000;

export type Rows = Map<string, Row[]>;
export type Keys = Map<string, Key[]>;

/** The changes since the journal was last applied, as far as they were read. */
export interface Journal {
	/** The last entry that was read; 0 when there is none. */
	upTo: number;
	/** The number of entries that were read. */
	entries: number;
	/** No later entries exist: with these rows, the other database is as the source was at this moment. */
	complete: boolean;
	present: Rows;
	gone: Keys;
}

export interface SourceSnapshot {
	stage: Stage;
	journal: Journal;
	/** The results of the reads. */
	results: D1Result[];
}

interface Entry {
	number: number;
	table_name: string;
	key: string;
}

/** Reads the source at one moment: the journal, the rows that it names, and the results of other reads. */
export class SourceReader {
	private readonly move: Move;
	/** The tables that the journal has named so far. They are usually the same few. */
	private readonly named = new Set<string>();
	/** Entries up to this one have been applied, and the next reading deletes them. */
	applied = 0;

	constructor(move: Move) {
		this.move = move;
	}

	/** The statements `first` run before the reads, in the same transaction. */
	async read(reads: readonly Statement[], first: readonly Statement[] = []): Promise<SourceSnapshot> {
		const { writer, source, tenantId } = this.move;
		const tables = movedTables().filter(({ name }) => this.named.has(name));
		const before = [...(this.applied > 0 ? [deleteJournal(tenantId, this.applied)] : []), ...first];
		const results = await writer.transaction(source, [
			...before,
			readDeparture(this.move),
			readJournal(tenantId, maxEntries),
			...tables.map((table) => readJournaled(table, tenantId, maxEntries, { rows: maxEntries, bytes: maxBytes })),
			...reads,
		]);
		this.applied = 0;
		const [departure, journal, ...rest] = results.slice(before.length);
		const entries = rowsOf<Entry>(journal);
		const unnamed = entries.filter(({ table_name }) => !this.named.has(table_name));
		if (unnamed.length > 0) {
			for (const { table_name } of unnamed) this.named.add(table_name);
			return await this.read(reads);
		}
		const found = tables.map((table, n) => ({
			table,
			...journaledFrom(table, rowsOf<Record<string, Value>>(rest[n])),
		}));
		return {
			stage: stageIn(this.move, departure),
			journal: journalFrom(entries, found),
			results: rest.slice(tables.length),
		};
	}
}

type Found = { table: MovedTable; rows: Row[]; cutAfter: number | null };

function journalFrom(entries: Entry[], found: Found[]): Journal {
	const cuts = found.flatMap(({ cutAfter }) => (cutAfter === null ? [] : [cutAfter]));
	const upTo = Math.min(entries.at(-1)?.number ?? 0, ...cuts);
	const present = new Map(found.filter(({ rows }) => rows.length > 0).map(({ table, rows }) => [table.name, rows]));
	const presentKeys = new Map(
		found.map(({ table, rows }) => [table.name, new Set(rows.map((row) => JSON.stringify(keyOf(table, row))))]),
	);
	const gone = new Map<string, Map<string, Key>>();
	for (const { number, table_name, key } of entries) {
		const values = JSON.parse(key) as Key;
		const text = JSON.stringify(values);
		if (number > upTo || presentKeys.get(table_name)?.has(text)) continue;
		const keys = gone.get(table_name) ?? new Map<string, Key>();
		gone.set(tableNamed(table_name).name, keys.set(text, values));
	}
	return {
		upTo,
		entries: entries.length,
		complete: entries.length < maxEntries && cuts.length === 0,
		present,
		gone: new Map([...gone].map(([name, keys]) => [name, [...keys.values()]])),
	};
}
