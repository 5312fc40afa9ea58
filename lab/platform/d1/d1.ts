import type { Network } from "../network.ts";
import type { Query, QueryResult, Sqlite } from "./sqlite.ts";
import { type Bindable, bindable } from "./values.ts";

/** The part of `D1Database` that the service and its tests use, on a database in memory. */
export class D1 {
	readonly sqlite: Sqlite;
	private readonly binding: string;
	private readonly network: Network;

	constructor(sqlite: Sqlite, binding: string, network: Network) {
		this.sqlite = sqlite;
		this.binding = binding;
		this.network = network;
	}

	prepare(sql: string): D1Statement {
		return new D1Statement(this, sql);
	}

	async batch(statements: D1Statement[]): Promise<object[]> {
		const queries = statements.map(({ query }) => query);
		return (await this.send(queries)).map(asObjects);
	}

	async exec(sql: string): Promise<{ count: number; duration: number }> {
		await this.send([{ sql, params: [] }]);
		return { count: 1, duration: 0 };
	}

	withSession(constraint?: string): D1Session {
		const session = new D1Session(this.sqlite, this.binding, this.network);
		if (constraint && !constraint.startsWith("first-")) session.bookmark = constraint;
		return session;
	}

	send(queries: readonly Query[]): Promise<QueryResult[]> {
		return this.network.call({ kind: "database", name: this.binding }, () => this.sqlite.transaction(queries));
	}
}

/** A session reads its own writes. There are no replicas here, so every session reads from the primary. */
class D1Session extends D1 {
	bookmark: string | null = null;

	getBookmark(): string | null {
		return this.bookmark;
	}

	override async send(queries: readonly Query[]): Promise<QueryResult[]> {
		const results = await super.send(queries);
		this.bookmark = `${hex(this.sqlite.version)}-00000000-00000000-${"0".repeat(32)}`;
		return results;
	}
}

const hex = (n: number): string => n.toString(16).padStart(8, "0");

class D1Statement {
	readonly query: Query;
	private readonly database: D1;

	constructor(database: D1, sql: string, params: readonly Bindable[] = []) {
		this.database = database;
		this.query = { sql, params };
	}

	bind(...values: unknown[]): D1Statement {
		return new D1Statement(this.database, this.query.sql, values.map(bindable));
	}

	async all(): Promise<object> {
		return asObjects(await this.one());
	}

	run(): Promise<object> {
		return this.all();
	}

	async raw(options?: { columnNames?: boolean }): Promise<unknown[][]> {
		const { columns, rows } = await this.one();
		return options?.columnNames ? [columns, ...rows] : rows;
	}

	async first(column?: string): Promise<unknown> {
		const { results } = asObjects(await this.one());
		const [row] = results;
		if (row === undefined || column === undefined) return row ?? null;
		if (!(column in row)) throw new Error("D1_COLUMN_NOTFOUND: Column not found");
		return row[column];
	}

	private async one(): Promise<QueryResult> {
		const [result] = await this.database.send([this.query]);
		return result as QueryResult;
	}
}

interface Objects {
	success: true;
	meta: object;
	results: Record<string, unknown>[];
}

/** Columns of one name become one property, as D1 does it. */
function asObjects({ columns, rows, changes, lastRowId, sizeAfter }: QueryResult): Objects {
	const meta = {
		served_by: "lab",
		served_by_primary: true,
		total_attempts: 1,
		timings: { sql_duration_ms: 0 },
		duration: 0,
		changes,
		last_row_id: lastRowId,
		changed_db: changes > 0,
		size_after: sizeAfter,
		rows_read: rows.length,
		rows_written: changes,
	};
	return {
		success: true,
		meta,
		results: rows.map((row) => asObject(columns, row)),
	};
}

function asObject(columns: readonly string[], row: readonly unknown[]): Record<string, unknown> {
	const object: Record<string, unknown> = {};
	for (let n = 0; n < columns.length; n++) object[columns[n] as string] = row[n];
	return object;
}
