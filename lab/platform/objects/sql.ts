import { DatabaseSync, type StatementSync } from "node:sqlite";
import { bindable } from "../d1/values.ts";

type Row = Record<string, unknown>;

/** The SQL of a Durable Object. */
export class Sql {
	private database: DatabaseSync | undefined;
	private readonly prepared = new Map<string, StatementSync>();

	exec(sql: string, ...params: unknown[]): Cursor {
		const database = this.opened();
		if (params.length === 0 && /;\s*\S/.test(sql)) {
			database.exec(sql);
			return new Cursor([], []);
		}
		let statement = this.prepared.get(sql);
		if (!statement) {
			statement = database.prepare(sql);
			statement.setReturnArrays(true);
			this.prepared.set(sql, statement);
		}
		const rows = statement.all(...params.map(bindable)) as unknown as unknown[][];
		return new Cursor(
			statement.columns().map(({ name }) => name),
			rows.map((row) => row.map(asArrayBuffer)),
		);
	}

	/** An object that uses no SQL has the 12 KB of an empty database. */
	get databaseSize(): number {
		if (!this.database) return 12_288;
		const [row] = this.exec(
			"SELECT page_count * page_size AS n FROM pragma_page_count(), pragma_page_size()",
		).toArray();
		return Number(row?.n);
	}

	transaction<T>(work: () => T): T {
		const database = this.opened();
		const name = `s${++this.savepoints}`;
		database.exec(`SAVEPOINT ${name}`);
		try {
			const result = work();
			database.exec(`RELEASE ${name}`);
			return result;
		} catch (error) {
			database.exec(`ROLLBACK TO ${name}`);
			database.exec(`RELEASE ${name}`);
			throw error;
		}
	}
	private savepoints = 0;

	clear(): void {
		this.prepared.clear();
		this.database?.close();
		this.database = undefined;
	}

	private opened(): DatabaseSync {
		this.database ??= new DatabaseSync(":memory:");
		return this.database;
	}
}

const asArrayBuffer = (value: unknown): unknown => (value instanceof Uint8Array ? value.slice().buffer : value);

class Cursor implements Iterable<Row> {
	readonly columnNames: string[];
	readonly rowsRead: number;
	readonly rowsWritten = 0;
	private readonly rows: unknown[][];
	private position = 0;

	constructor(columnNames: string[], rows: unknown[][]) {
		this.columnNames = columnNames;
		this.rows = rows;
		this.rowsRead = rows.length;
	}

	next(): IteratorResult<Row> {
		const row = this.rows[this.position++];
		return row ? { done: false, value: this.asObject(row) } : { done: true, value: undefined };
	}

	[Symbol.iterator](): Iterator<Row> {
		return { next: () => this.next() };
	}

	toArray = (): Row[] => [...this];

	one(): Row {
		const rows = this.toArray();
		if (rows.length !== 1)
			throw new Error(
				`Expected exactly one result from SQL query, but got ${rows.length === 0 ? "no" : "multiple"} results.`,
			);
		return rows[0] as Row;
	}

	*raw(): IterableIterator<unknown[]> {
		while (this.position < this.rows.length) yield this.rows[this.position++] as unknown[];
	}

	private asObject = (row: unknown[]): Row => Object.fromEntries(this.columnNames.map((name, n) => [name, row[n]]));
}
