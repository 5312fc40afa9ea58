import { DatabaseSync, type StatementSync } from "node:sqlite";
import { authorize } from "../d1/authorizer.ts";
import { sqliteMessage } from "../d1/errors.ts";
import { limits } from "../d1/limits.ts";
import {
	checkLength,
	checkParameters,
	countParameters,
	hasSeveralStatements,
	splitLast,
} from "../d1/statement-text.ts";
import type { Bindable } from "../d1/values.ts";

type Row = Record<string, unknown>;

export class Sql {
	private database: DatabaseSync | undefined;
	private isPlatformStatement = false;
	private savepoints = 0;
	private readonly prepared = new Map<string, StatementSync>();

	exec(sql: string, ...params: unknown[]): Cursor {
		if (ofTransactions.test(sql)) throw new Error(noTransactions);
		const values = params.map(bindable);
		try {
			return this.run(sql, values);
		} catch (error) {
			throw error instanceof Error ? new Error(sqliteMessage(error)) : error;
		}
	}

	/** Of several statements the last one gets the values. */
	private run(sql: string, values: Bindable[]): Cursor {
		const database = this.opened();
		checkLength(sql);
		if (hasSeveralStatements(sql) && values.length === 0) {
			database.exec(sql);
			return new Cursor([], []);
		}
		const [before, last] = hasSeveralStatements(sql) ? splitLast(sql) : ["", sql];
		if (before) database.exec(before);
		const statement = this.prepare(database, last);
		checkParameters(countParameters(last), values);
		const rows = statement.all(...values) as unknown as unknown[][];
		for (const row of rows) for (let n = 0; n < row.length; n++) row[n] = shown(row[n]);
		return new Cursor(
			statement.columns().map(({ name }) => name),
			rows,
		);
	}

	private prepare(database: DatabaseSync, sql: string): StatementSync {
		const known = this.prepared.get(sql);
		if (known) return known;
		const statement = database.prepare(sql);
		statement.setReturnArrays(true);
		statement.setReadBigInts(true);
		this.prepared.set(sql, statement);
		return statement;
	}

	/** An object that uses no SQL has the 12 KB of an empty database. */
	get databaseSize(): number {
		if (!this.database) return 12_288;
		return Number(this.exec("SELECT page_count * 4096 AS n FROM pragma_page_count()").one().n);
	}

	transaction<T>(work: () => T): T {
		const name = `s${++this.savepoints}`;
		this.own(`SAVEPOINT ${name}`);
		try {
			const result = work();
			this.own(`RELEASE ${name}`);
			return result;
		} catch (error) {
			this.own(`ROLLBACK TO ${name}; RELEASE ${name}`);
			throw error;
		}
	}

	/** Runs a statement of the platform itself. */
	private own(sql: string): void {
		this.isPlatformStatement = true;
		try {
			this.opened().exec(sql);
		} finally {
			this.isPlatformStatement = false;
		}
	}

	clear(): void {
		this.prepared.clear();
		this.database?.close();
		this.database = undefined;
	}

	private opened(): DatabaseSync {
		if (this.database) return this.database;
		const options = { limits } as ConstructorParameters<typeof DatabaseSync>[1];
		this.database = new DatabaseSync(":memory:", options);
		authorize(this.database, () => this.isPlatformStatement);
		return this.database;
	}
}

const ofTransactions = /^\s*(begin|commit|end|rollback|savepoint|release)\b/i;
const noTransactions =
	"To execute a transaction, please use the state.storage.transaction() or state.storage.transactionSync() APIs instead of the SQL BEGIN TRANSACTION or SAVEPOINT statements.";

/** The value of a parameter as SQLite takes it. Objects take more values than D1. */
function bindable(value: unknown): Bindable {
	if (value === undefined || value === null) return null;
	if (typeof value === "number" || typeof value === "string") return value;
	if (typeof value === "bigint") throw new TypeError("Cannot convert a BigInt value to a number");
	if (value instanceof ArrayBuffer) return new Uint8Array(value);
	if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
	return String(value);
}

function shown(value: unknown): unknown {
	if (typeof value === "bigint") return Number(value);
	return value instanceof Uint8Array ? value.slice().buffer : value;
}

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
