import { Column, getTableColumns, is, SQL, Table } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import { Expression } from "./expression.ts";
import { quoted, renderInto } from "./render.ts";
import type { Statement } from "./statement.ts";

type Fields = Record<string, unknown>;
type Decode = (value: unknown) => unknown;

/** The begin of a SELECT, and what makes objects of its rows. */
interface Selection {
	begin: Statement;
	names: string[];
	/** The fields whose values are not those of the database. */
	decoders: { name: string; decode: Decode }[];
}

/** The part of Drizzle's builder that a plain SELECT hands its parts to, once it turns out to be none. */
type Builder = Record<string, (...args: unknown[]) => Builder> & PromiseLike<unknown[]>;

export type Read = (statement: Statement) => Promise<unknown[][]>;

/** A table, or an expression in its place. */
export type Source = SQLiteTable | Expression;

/**
 * A SELECT of one table with a condition, an order and a limit, which is most of what the service asks. Drizzle takes
 * longer to build it than SQLite to answer it. At the first other part, Drizzle's builder takes over.
 */
export class PlainSelect {
	private condition: unknown;
	private order: unknown[] = [];
	private count: number | undefined;
	private readonly fields: Fields | undefined;
	private readonly source: Source;
	private readonly read: Read;
	private readonly drizzle: () => SqliteRemoteDatabase;

	constructor(fields: Fields | undefined, source: Source, read: Read, drizzle: () => SqliteRemoteDatabase) {
		this.fields = fields;
		this.source = source;
		this.read = read;
		this.drizzle = drizzle;
	}

	where(condition: unknown): this {
		this.condition = condition;
		return this;
	}

	orderBy(...order: unknown[]): this {
		this.order = order;
		return this;
	}

	limit(count: number): this {
		this.count = count;
		return this;
	}

	// biome-ignore lint/suspicious/noThenProperty: Drizzle's queries run when they are awaited, and so does this one.
	then<A, B>(fulfilled?: (rows: unknown[]) => A, rejected?: (error: unknown) => B): Promise<A | B> {
		return this.rows().then(fulfilled, rejected);
	}

	catch<B>(rejected: (error: unknown) => B): Promise<unknown[] | B> {
		return this.rows().catch(rejected);
	}

	finally(work: () => void): Promise<unknown[]> {
		return this.rows().finally(work);
	}

	private async rows(): Promise<unknown[]> {
		const selection = selectionOf(this.fields, this.source);
		if (!selection) return await this.builder();
		const rows = await this.read(this.statement(selection));
		return rows.map((row) => objectOf(row, selection));
	}

	private statement({ begin }: Selection): Statement {
		const statement = { sql: begin.sql, params: [...begin.params] };
		if (this.condition !== undefined) {
			statement.sql += " where ";
			renderInto(statement, this.condition);
		}
		for (const [n, term] of this.order.entries()) {
			statement.sql += n === 0 ? " order by " : ", ";
			renderInto(statement, term);
		}
		if (this.count !== undefined) {
			statement.sql += " limit ?";
			statement.params.push(this.count);
		}
		return statement;
	}

	/** The same SELECT in Drizzle's builder. */
	builder(): Builder {
		const drizzle = this.drizzle();
		const selecting = this.fields ? drizzle.select(this.fields as never) : drizzle.select();
		let builder = selecting.from(this.source) as unknown as Builder;
		if (this.condition !== undefined) builder = builder.where?.(this.condition) as Builder;
		if (this.order.length > 0) builder = builder.orderBy?.(...this.order) as Builder;
		if (this.count !== undefined) builder = builder.limit?.(this.count) as Builder;
		return builder;
	}
}

/** With one of these, a SELECT is no plain one. */
const others = [
	"innerJoin",
	"leftJoin",
	"crossJoin",
	"groupBy",
	"having",
	"offset",
	"as",
	"getSQL",
	"execute",
	"toSQL",
];

for (const name of others)
	Object.defineProperty(PlainSelect.prototype, name, {
		value(this: PlainSelect, ...args: unknown[]) {
			const builder = this.builder();
			return (builder[name] as Builder[string]).apply(builder, args);
		},
	});

/** Whether it is a table by its own name, or an expression. Drizzle selects from all else. */
export const isPlainSource = (source: unknown): source is Source =>
	source instanceof Expression ||
	(source instanceof SQLiteTable && !(source as unknown as Record<symbol, unknown>)[isAlias]);

const isAlias = (Table as unknown as { Symbol: Record<string, symbol> }).Symbol.IsAlias as symbol;

const wholeTables = new WeakMap<SQLiteTable, Selection>();

function selectionOf(fields: Fields | undefined, source: Source): Selection | undefined {
	if (fields) return makeSelection(fields, source);
	if (source instanceof Expression) return undefined;
	const table = source;
	let known = wholeTables.get(table);
	if (!known) {
		known = makeSelection(getTableColumns(table), table) as Selection;
		wholeTables.set(table, known);
	}
	return known;
}

/** Undefined if a field is neither a column of the table nor an expression. */
function makeSelection(fields: Fields, source: Source): Selection | undefined {
	const begin: Statement = { sql: "select ", params: [] };
	const names = Object.keys(fields);
	const decoders: Selection["decoders"] = [];
	for (const [n, name] of names.entries()) {
		const field = fields[name];
		if (n > 0) begin.sql += ", ";
		if (field instanceof Column && field.table === source) {
			begin.sql += quoted(field.name);
			addDecoder(decoders, name, field);
		} else if (field instanceof SQL) {
			// With one table, Drizzle names the columns of an expression without it.
			for (const chunk of field.queryChunks)
				if (chunk instanceof Column) begin.sql += quoted(chunk.name);
				else renderInto(begin, chunk);
			addDecoder(decoders, name, (field as unknown as { decoder: Decoder }).decoder);
		} else return undefined;
	}
	begin.sql += " from ";
	renderInto(begin, source);
	return { begin, names, decoders };
}

interface Decoder {
	mapFromDriverValue: Decode;
}

const unchanged = Column.prototype.mapFromDriverValue;
/** The decoder of an expression that got none. */
const noDecoder = (new SQL([]) as unknown as { decoder: Decoder }).decoder;

function addDecoder(decoders: Selection["decoders"], name: string, decoder: Decoder): void {
	if (decoder === noDecoder || (is(decoder, Column) && decoder.mapFromDriverValue === unchanged)) return;
	decoders.push({ name, decode: (value) => decoder.mapFromDriverValue(value) });
}

function objectOf(row: unknown[], { names, decoders }: Selection): Fields {
	const object: Fields = {};
	for (let n = 0; n < names.length; n++) object[names[n] as string] = row[n];
	for (const { name, decode } of decoders) if (object[name] !== null) object[name] = decode(object[name]);
	return object;
}
