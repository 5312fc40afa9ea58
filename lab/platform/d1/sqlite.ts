import { DatabaseSync, type StatementSync } from "node:sqlite";
import { authorize } from "./authorizer.ts";
import { d1Error } from "./errors.ts";
import { limits } from "./limits.ts";
import { checkLength, checkParameters, countParameters, hasSeveralStatements, remembering } from "./statement-text.ts";
import { type Bindable, storedValue } from "./values.ts";

const maxPrepared = 2000;
const pageSize = 4096;

/** A database that scripts made of nothing. To load one is ten times as fast as to run its scripts again. */
interface Image {
	content: Uint8Array | undefined;
	totals: Totals;
	/** The images that one more script makes of this one. */
	after: Map<string, Image>;
}
const nothing: Image = { content: undefined, totals: { changes: 0, lastRowId: 0, pages: 0 }, after: new Map() };

export interface Query {
	sql: string;
	params: readonly Bindable[];
}

export interface QueryResult {
	columns: string[];
	rows: unknown[][];
	changes: number;
	lastRowId: number;
	sizeAfter: number;
}

/** How often each statement was compiled while it ran, and not only before its first run. */
export const recompiled = new Map<string, number>();

/** They replace SQLite's own clock and source of randomness. */
export interface Surroundings {
	now(): number;
	randomBytes(length: number): Uint8Array<ArrayBuffer>;
}

interface Prepared {
	statement: StatementSync;
	parameters: number;
	/** Undefined if a change of a table can change them. */
	columns: string[] | undefined;
	/** The statement changes nothing. */
	reads: boolean;
}

/** The numbers of the connection. */
interface Totals {
	changes: number;
	lastRowId: number;
	pages: number;
}

/** One SQLite database in memory with the limits of D1. */
export class Sqlite {
	private opened: DatabaseSync;
	/** The content that the next use of the database loads. */
	private unread: Uint8Array | undefined;
	private readonly surroundings: Surroundings | undefined;
	private isOwnStatement = false;
	/** How many steps of compilations the database has reported so far. */
	private compiled = 0;
	private readonly prepared = new Map<string, Prepared>();
	/** The database is like this image. It is undefined if more than scripts have written. */
	private image: Image | undefined = nothing;
	private lastTotals: Totals = { changes: 0, lastRowId: 0, pages: 0 };
	/** The number of transactions that changed something, as a bookmark tells it. */
	version = 0;

	constructor(surroundings?: Surroundings) {
		this.surroundings = surroundings;
		this.opened = this.open();
	}

	/** Runs all queries, or none of them. */
	transaction(queries: readonly Query[]): QueryResult[] {
		const filled = queries.filter(({ sql }) => !isEmpty(sql));
		if (filled.length === 0) throw d1Error(new Error("No SQL statements detected."));
		try {
			if (filled.length > 1) this.own(() => this.database.exec("BEGIN"));
			const results = filled.map((query) => this.run(query));
			if (filled.length > 1) this.own(() => this.database.exec("COMMIT"));
			if (results.some(({ changes }) => changes > 0)) this.version++;
			return results;
		} catch (error) {
			if (this.database.isTransaction) this.own(() => this.database.exec("ROLLBACK"));
			throw d1Error(error);
		}
	}

	/** Replaces the content by that of another database, or by nothing. */
	load(content?: Uint8Array): void {
		this.prepared.clear();
		this.opened.close();
		this.opened = this.open();
		this.unread = content;
		this.image = content ? undefined : nothing;
		this.version++;
	}

	content = (): Uint8Array => this.database.serialize();

	private get database(): DatabaseSync {
		const { opened, unread } = this;
		this.unread = undefined;
		if (unread) this.own(() => opened.deserialize(unread));
		return opened;
	}

	private open(): DatabaseSync {
		const database = new DatabaseSync(":memory:", { limits } as ConstructorParameters<typeof DatabaseSync>[1]);
		// Without this SQLite makes files for what it materialises.
		database.exec("PRAGMA temp_store = MEMORY");
		if (this.surroundings) {
			const { randomBytes, now } = this.surroundings;
			database.function("random", () => new DataView(randomBytes(8).buffer).getBigInt64(0));
			database.function("randomblob", (length) => randomBytes(Number(length)));
			// The service asks in this form alone: unixepoch('subsec').
			database.function("unixepoch", (form) => (form === "subsec" ? now() / 1000 : null));
		}
		authorize(
			database,
			() => this.isOwnStatement,
			() => {
				this.compiled++;
			},
		);
		return database;
	}

	/** SQLite loads a content by attaching it. */
	private own(work: () => void): void {
		const before = this.isOwnStatement;
		this.isOwnStatement = true;
		try {
			work();
		} finally {
			this.isOwnStatement = before;
		}
	}

	private run({ sql, params }: Query): QueryResult {
		if (params.length === 0 && hasSeveralStatements(sql)) return this.runScript(sql);
		const { statement, parameters, columns, reads } = this.prepare(sql);
		if (!reads) this.image = undefined;
		checkParameters(parameters, params);
		const before = reads ? this.lastTotals : this.totals();
		const { compiled } = this;
		const rows = (statement.all(...params) as unknown as unknown[][]).map((row) => row.map(storedValue));
		if (this.compiled > compiled) recompiled.set(sql, (recompiled.get(sql) ?? 0) + 1);
		return {
			columns: columns ?? columnsOf(statement),
			rows,
			...this.counted(before.changes, reads ? before : this.totals()),
		};
	}

	private runScript(sql: string): QueryResult {
		const { image } = this;
		const made = image?.after.get(sql);
		if (made) {
			this.load(made.content);
			this.lastTotals = made.totals;
		} else {
			this.image = undefined;
			this.database.exec(sql);
			this.totals();
		}
		this.image = made ?? (image && this.imageAfter(image, sql));
		return { columns: [], rows: [], ...this.counted(0, this.lastTotals) };
	}

	private imageAfter(image: Image, sql: string): Image {
		const next: Image = { content: this.content(), totals: this.lastTotals, after: new Map() };
		image.after.set(sql, next);
		return next;
	}

	private counted(before: number, { changes, lastRowId, pages }: Totals) {
		return { changes: changes - before, lastRowId, sizeAfter: pages * pageSize };
	}

	private totals(): Totals {
		const [numbers] = this.prepare(
			"SELECT total_changes(), last_insert_rowid()",
		).statement.all() as unknown as number[][];
		const [size] = this.prepare("PRAGMA page_count").statement.all() as unknown as number[][];
		const [changes = 0, lastRowId = 0] = numbers ?? [];
		this.lastTotals = { changes, lastRowId, pages: size?.[0] ?? 0 };
		return this.lastTotals;
	}

	private prepare(sql: string): Prepared {
		const known = this.prepared.get(sql);
		if (known) return known;
		checkLength(sql);
		const statement = this.database.prepare(sql);
		statement.setReturnArrays(true);
		if (this.prepared.size >= maxPrepared) this.prepared.clear();
		const reads = /^\s*select\b/i.test(sql);
		const prepared = {
			statement,
			parameters: countParameters(sql),
			columns: hasFixedColumns(sql) ? columnsOf(statement) : undefined,
			reads,
		};
		this.prepared.set(sql, prepared);
		return prepared;
	}
}

const columnsOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name);
const hasFixedColumns = (sql: string): boolean => !sql.includes("*");

const isEmpty = remembering((sql) => sql.replace(/^\s+--.*/gm, "").trim().length === 0);
