import type { StatementSync } from "node:sqlite";
import { Connection, type Surroundings } from "./connection.ts";
import { d1Error } from "./errors.ts";
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

interface Prepared {
	statement: StatementSync;
	parameters: number;
	columns: string[];
	/** The statement changes nothing. */
	reads: boolean;
}

interface Totals {
	changes: number;
	lastRowId: number;
}

export class Sqlite {
	/** The connection, which is made when a statement needs it. */
	private opened: Connection | undefined;
	/** The image that the connection can bring back. */
	private kept: Image | undefined;
	/** The content is not yet in the connection. */
	private unread: { content: Uint8Array | undefined } | undefined;
	/** The database was emptied, so it may be emptied again, to be given the same tables. */
	private wasEmptied = false;
	private readonly surroundings: Surroundings | undefined;
	private readonly prepared = new Map<string, Prepared>();
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

	transaction(queries: readonly Query[]): QueryResult[] {
		const filled = queries.filter(({ sql }) => !isEmpty(sql));
		if (filled.length === 0) throw d1Error(new Error("No SQL statements detected."));
		const isBatch = filled.length > 1;
		let begun: Connection | undefined;
		try {
			if (isBatch) {
				for (const { sql } of filled) this.prepareToWrite(sql);
				begun = this.connection;
				begun.begin();
			}
			const results = filled.map((query) => this.run(query));
			begun?.commit();
			begun = undefined;
			const sizeAfter = this.size();
			for (const result of results) result.sizeAfter = sizeAfter;
			if (results.some(({ changes }) => changes > 0)) this.version++;
			return results;
		} catch (error) {
			begun?.rollback();
			this.countTotals();
			throw d1Error(error);
		}
	}

	/** Replaces the content by that of another database, or by nothing. */
	load(content?: Uint8Array): void {
		this.wasEmptied ||= !content;
		this.become(content, content ? undefined : nothing);
	}

	private become(content: Uint8Array | undefined, image: Image | undefined): void {
		this.unread = { content };
		this.image = image;
		this.lastTotals = (image ?? nothing).totals;
		this.bytes = undefined;
		this.version++;
	}

	content = (): Uint8Array => this.unread?.content ?? this.connection.content();

	private get connection(): Connection {
		if (this.unread || !this.opened) this.read(this.unread?.content);
		return this.opened as Connection;
	}

	/** Brings the content into the connection. */
	private read(content: Uint8Array | undefined): void {
		const { opened, kept } = this;
		this.unread = undefined;
		if (opened && kept && kept === this.image) {
			if (opened.isKeeping) opened.bringBack();
			this.changesBefore = this.lastTotals.changes - (opened.ask(askTotals)[0] ?? 0);
			return;
		}
		this.prepared.clear();
		opened?.close();
		this.opened = new Connection(content, this.surroundings);
		this.kept = this.image;
		this.changesBefore = this.lastTotals.changes;
	}

	/** Keeps the present image for the next time that the database is emptied, if the text lets it come back. */
	private prepareToWrite(sql: string): void {
		const { connection } = this;
		if (isSelect(sql)) return;
		if (!changesRows(sql)) {
			if (connection.isKeeping) connection.forgetKept();
			this.kept = undefined;
		} else if (this.image && this.image === this.kept && this.wasEmptied && !connection.isKeeping) connection.keep();
		this.image = undefined;
	}

	private run({ sql, params }: Query): QueryResult {
		if (params.length === 0 && hasSeveralStatements(sql)) return this.runScript(sql);
		this.prepareToWrite(sql);
		const prepared = this.prepare(sql);
		const { statement, parameters, reads } = prepared;
		checkParameters(parameters, params);
		const before = this.lastTotals.changes;
		const { connection } = this;
		const { compiled } = connection;
		const rows = statement.all(...params) as unknown as unknown[][];
		if (connection.compiled > compiled) {
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
		if (made) this.become(made.content, made);
		else {
			this.prepareToWrite(sql);
			this.connection.exec(sql);
			this.countTotals();
			this.image = image && this.imageAfter(image, sql);
			this.kept = this.image;
		}
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

	/** A statement may have changed the numbers of the connection. */
	private countTotals(): void {
		const [changes = 0, lastRowId = 0] = this.connection.ask(askTotals);
		this.lastTotals = { changes: this.changesBefore + changes, lastRowId };
		this.bytes = undefined;
	}

	/** The bytes of the database, which are counted after a transaction that may have changed them. */
	private size(): number {
		if (this.unread) return this.unread.content?.length ?? 0;
		this.bytes ??= (this.connection.ask("PRAGMA page_count")[0] ?? 0) * pageSize;
		return this.bytes;
	}

	private prepare(sql: string): Prepared {
		const known = this.prepared.get(sql);
		if (known) return known;
		checkLength(sql);
		const statement = this.connection.prepare(sql);
		if (this.prepared.size >= maxPrepared) this.prepared.clear();
		const prepared = {
			statement,
			parameters: countParameters(sql),
			columns: columnsOf(statement),
			reads: isSelect(sql),
		};
		this.prepared.set(sql, prepared);
		return prepared;
	}
}

const askTotals = "SELECT total_changes(), last_insert_rowid()";
const isSelect = (sql: string): boolean => /^\s*select\b/i.test(sql);
/** Whether the statement changes rows alone, and can be undone alone. */
const changesRows = (sql: string): boolean =>
	/^\s*(insert|update|delete|replace|with)\b(?!\s+or\s+rollback\b)/i.test(sql);

const columnsOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name);

/** D1 gives the same values. */
function showStored(row: unknown[]): void {
	for (let n = 0; n < row.length; n++) if (typeof row[n] === "object" && row[n] !== null) row[n] = storedValue(row[n]);
}

const isEmpty = remembering((sql) => sql.replace(/^\s+--.*/gm, "").trim().length === 0);
