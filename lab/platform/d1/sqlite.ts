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
const nothing: Image = { content: undefined, totals: { changes: 0, lastRowId: 0 }, after: new Map() };

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
	columns: string[];
	/** The statement changes nothing. */
	reads: boolean;
}

/** The numbers of the connection. */
interface Totals {
	changes: number;
	lastRowId: number;
}

/** One SQLite database in memory with the limits of D1. */
export class Sqlite {
	/** The connection, which is made when a statement needs it. */
	private opened: DatabaseSync | undefined;
	/** The content that the next statement loads. */
	private unread: Uint8Array | undefined;
	private readonly surroundings: Surroundings | undefined;
	private isOwnStatement = false;
	/** How many steps of compilations the database has reported so far. */
	private compiled = 0;
	private readonly prepared = new Map<string, Prepared>();
	/** The statements of the platform itself. */
	private readonly ownPrepared = new Map<string, StatementSync>();
	/** The database is like this image. It is undefined if more than scripts have written. */
	private image: Image | undefined = nothing;
	/** The changes that a loaded content took, which the connection has not counted. */
	private changesBefore = 0;
	private lastTotals: Totals = nothing.totals;
	/** Undefined until they are counted again. */
	private bytes: number | undefined;
	/** The number of transactions that changed something, as a bookmark tells it. */
	version = 0;

	constructor(surroundings?: Surroundings) {
		this.surroundings = surroundings;
	}

	/** Runs all queries, or none of them. */
	transaction(queries: readonly Query[]): QueryResult[] {
		const filled = queries.filter(({ sql }) => !isEmpty(sql));
		if (filled.length === 0) throw d1Error(new Error("No SQL statements detected."));
		try {
			if (filled.length > 1) this.runOwn("BEGIN");
			const results = filled.map((query) => this.run(query));
			if (filled.length > 1) this.runOwn("COMMIT");
			const sizeAfter = this.size();
			for (const result of results) result.sizeAfter = sizeAfter;
			if (results.some(({ changes }) => changes > 0)) this.version++;
			return results;
		} catch (error) {
			if (this.database.isTransaction) this.runOwn("ROLLBACK");
			this.countTotals();
			throw d1Error(error);
		}
	}

	/** Replaces the content by that of another database, or by nothing. */
	load(content?: Uint8Array): void {
		this.prepared.clear();
		this.ownPrepared.clear();
		// A connection that has stored nothing serves on.
		if (this.image !== nothing && !this.unread) this.close();
		this.unread = content;
		this.startTotals(nothing.totals);
		this.image = content ? undefined : nothing;
		this.version++;
	}

	content = (): Uint8Array => this.unread ?? this.database.serialize();

	private get database(): DatabaseSync {
		this.opened ??= this.open();
		const { opened, unread } = this;
		this.unread = undefined;
		if (unread) this.own(() => opened.deserialize(unread));
		return opened;
	}

	private close(): void {
		this.opened?.close();
		this.opened = undefined;
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
	private own<T>(work: () => T): T {
		const before = this.isOwnStatement;
		this.isOwnStatement = true;
		try {
			return work();
		} finally {
			this.isOwnStatement = before;
		}
	}

	private run({ sql, params }: Query): QueryResult {
		if (params.length === 0 && hasSeveralStatements(sql)) return this.runScript(sql);
		const prepared = this.prepare(sql);
		const { statement, parameters, reads } = prepared;
		if (!reads) this.image = undefined;
		checkParameters(parameters, params);
		const before = this.lastTotals.changes;
		const { compiled } = this;
		const rows = statement.all(...params) as unknown as unknown[][];
		if (this.compiled > compiled) {
			recompiled.set(sql, (recompiled.get(sql) ?? 0) + 1);
			// A table that has changed can have changed the columns of a `SELECT *`.
			prepared.columns = columnsOf(statement);
		}
		for (const row of rows) showStored(row);
		if (!reads) this.countTotals();
		return this.counted(before, prepared.columns, rows);
	}

	private runScript(sql: string): QueryResult {
		const { image } = this;
		const made = image?.after.get(sql);
		if (made) {
			this.load(made.content);
			this.startTotals(made.totals);
		} else {
			this.image = undefined;
			this.database.exec(sql);
			this.countTotals();
		}
		this.image = made ?? (image && this.imageAfter(image, sql));
		return this.counted(0, [], []);
	}

	private imageAfter(image: Image, sql: string): Image {
		const next: Image = { content: this.content(), totals: this.lastTotals, after: new Map() };
		image.after.set(sql, next);
		return next;
	}

	private counted(before: number, columns: string[], rows: unknown[][]): QueryResult {
		const { changes, lastRowId } = this.lastTotals;
		return { columns, rows, changes: changes - before, lastRowId, sizeAfter: 0 };
	}

	private startTotals(totals: Totals): void {
		this.changesBefore = totals.changes;
		this.lastTotals = totals;
		this.bytes = undefined;
	}

	/** Reads the numbers of the connection after a statement that may have changed them. */
	private countTotals(): void {
		const [numbers] = this.prepareOwn("SELECT total_changes(), last_insert_rowid()").all() as unknown as number[][];
		const [changes = 0, lastRowId = 0] = numbers ?? [];
		this.lastTotals = { changes: this.changesBefore + changes, lastRowId };
		this.bytes = undefined;
	}

	/** The bytes of the database, which are counted after a transaction that may have changed them. */
	private size(): number {
		if (this.unread) return this.unread.length;
		if (this.bytes === undefined) {
			const [pages] = this.prepareOwn("PRAGMA page_count").all() as unknown as number[][];
			this.bytes = (pages?.[0] ?? 0) * pageSize;
		}
		return this.bytes;
	}

	/** SQLite compiles a statement again when it runs after a change of the schema. */
	private runOwn(sql: string): void {
		const statement = this.prepareOwn(sql);
		this.own(() => statement.run());
	}

	private prepareOwn(sql: string): StatementSync {
		const known = this.ownPrepared.get(sql);
		if (known) return known;
		const { database } = this;
		const statement = this.own(() => database.prepare(sql));
		statement.setReturnArrays(true);
		this.ownPrepared.set(sql, statement);
		return statement;
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
			columns: columnsOf(statement),
			reads,
		};
		this.prepared.set(sql, prepared);
		return prepared;
	}
}

const columnsOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name);

/** Gives a row the values that D1 gives. */
function showStored(row: unknown[]): void {
	for (let n = 0; n < row.length; n++) if (typeof row[n] === "object" && row[n] !== null) row[n] = storedValue(row[n]);
}

const isEmpty = remembering((sql) => sql.replace(/^\s+--.*/gm, "").trim().length === 0);
