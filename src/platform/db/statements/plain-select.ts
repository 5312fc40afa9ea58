import { Column, getTableColumns, getTableName, is, SQL, Table } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import { Expression } from "./expression.ts";
import { quoted, renderInto } from "./render.ts";
import type { Statement } from "./statement.ts";

type Fields = Record<string, unknown>;
type Decode = (value: unknown) => unknown;

/** The columns of a SELECT, and what makes objects of its rows. */
interface Selection {
	columns: Statement;
	names: string[];
	/** The object within the row's object to which each column belongs, if any does. */
	groups: (string | undefined)[];
	isGrouped: boolean;
	/** The columns whose values are not those of the database. */
	decoders: { at: number; decode: Decode }[];
	/** The first column of each object that is null where a left join found nothing. */
	optional: { group: string; name: string }[];
}

interface Join {
	type: "inner" | "left" | "cross";
	source: Source;
	on: unknown;
}

/** The part of Drizzle's builder that a plain SELECT hands its parts to, once it turns out to be none. */
type Builder = Record<string, (...args: unknown[]) => Builder> & PromiseLike<unknown[]>;

export type Read = (statement: Statement) => Promise<unknown[][]>;

/** A table, or an expression in its place. */
export type Source = SQLiteTable | Expression;

/**
 * A SELECT of tables with a condition, an order and a limit, which is most of what the service asks. Drizzle takes longer
 * to build it than SQLite to answer it. At the first other part, Drizzle's builder takes over.
 */
export class PlainSelect {
	private readonly joins: Join[] = [];
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

	innerJoin(source: unknown, on: unknown): this | Builder {
		return this.join("inner", source, on);
	}

	leftJoin(source: unknown, on: unknown): this | Builder {
		return this.join("left", source, on);
	}

	crossJoin(source: unknown): this | Builder {
		return this.join("cross", source, undefined);
	}

	private join(type: Join["type"], source: unknown, on: unknown): this | Builder {
		if (!isPlainSource(source)) return joinedBy(this.builder(), type, source, on);
		this.joins.push({ type, source, on });
		return this;
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
		const selection = selectionOf(this.fields, this.source, this.joins);
		if (!selection) return await this.builder();
		const rows = await this.read(this.statement(selection.columns));
		return rows.map((row) => objectOf(row, selection));
	}

	private statement(columns: Statement): Statement {
		const statement = { sql: `select ${columns.sql} from `, params: [...columns.params] };
		renderInto(statement, this.source);
		for (const { type, source, on } of this.joins) {
			statement.sql += ` ${type} join `;
			renderInto(statement, source);
			if (on === undefined) continue;
			statement.sql += " on ";
			renderInto(statement, on);
		}
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
		for (const { type, source, on } of this.joins) builder = joinedBy(builder, type, source, on);
		if (this.condition !== undefined) builder = builder.where?.(this.condition) as Builder;
		if (this.order.length > 0) builder = builder.orderBy?.(...this.order) as Builder;
		if (this.count !== undefined) builder = builder.limit?.(this.count) as Builder;
		return builder;
	}
}

const joinedBy = (builder: Builder, type: Join["type"], source: unknown, on: unknown): Builder =>
	builder[`${type}Join`]?.(source, on) as Builder;

/** With one of these, a SELECT is no plain one. */
const others = ["groupBy", "having", "offset", "as", "getSQL", "execute", "toSQL"];

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

/** Undefined if a field is neither a column nor an expression, or an object of them. */
function selectionOf(fields: Fields | undefined, source: Source, joins: Join[]): Selection | undefined {
	if (fields) return makeSelection(fields, source, joins);
	if (source instanceof Expression) return undefined;
	if (joins.length > 0) return makeSelection(fieldsOfTables(source, joins), source, joins);
	let known = wholeTables.get(source);
	if (!known) {
		known = makeSelection(getTableColumns(source), source, joins) as Selection;
		wholeTables.set(source, known);
	}
	return known;
}

/** Each table under its name. */
function fieldsOfTables(first: SQLiteTable, joins: Join[]): Fields {
	const fields: Fields = { [getTableName(first)]: first };
	for (const { source } of joins) if (source instanceof SQLiteTable) fields[getTableName(source)] = source;
	return fields;
}

function makeSelection(fields: Fields, source: Source, joins: Join[]): Selection | undefined {
	const columns: Statement = { sql: "", params: [] };
	const selection: Selection = { columns, names: [], groups: [], isGrouped: false, decoders: [], optional: [] };
	const only = joins.length === 0 ? source : undefined;
	for (const [name, field] of Object.entries(fields)) {
		const group = fieldsOfGroup(field);
		if (!group) {
			if (!addField(selection, undefined, name, field, only)) return undefined;
			continue;
		}
		for (const [inner, value] of Object.entries(group))
			if (!addField(selection, name, inner, value, only)) return undefined;
		selection.isGrouped = true;
		addOptional(selection, name, group, joins);
	}
	return selection;
}

/** The fields of a table or of an object. */
const fieldsOfGroup = (field: unknown): Fields | undefined =>
	field instanceof SQLiteTable
		? getTableColumns(field)
		: Object.getPrototypeOf(field) === Object.prototype
			? (field as Fields)
			: undefined;

/** Adds a column or an expression, and answers false for all else. */
function addField(
	{ columns, names, groups, decoders }: Selection,
	group: string | undefined,
	name: string,
	field: unknown,
	only: Source | undefined,
): boolean {
	if (names.length > 0) columns.sql += ", ";
	if (field instanceof Column) {
		if (!only) renderInto(columns, field);
		else if (field.table === only) columns.sql += quoted(field.name);
		else return false;
	} else if (field instanceof SQL) {
		if (only) renderUnqualified(columns, field);
		else renderInto(columns, field);
	} else return false;
	const decoder = field instanceof Column ? field : (field as unknown as { decoder: Decoder }).decoder;
	if (decoder !== noDecoder && !(is(decoder, Column) && decoder.mapFromDriverValue === unchanged))
		decoders.push({ at: names.length, decode: (value) => decoder.mapFromDriverValue(value) });
	names.push(name);
	groups.push(group);
	return true;
}

/** With one table, Drizzle names the columns of an expression without it. */
function renderUnqualified(statement: Statement, { queryChunks }: SQL): void {
	for (const chunk of queryChunks)
		if (chunk instanceof Column) statement.sql += quoted(chunk.name);
		else renderInto(statement, chunk);
}

/** An object of the columns of one table is null where a left join of this table found nothing. */
function addOptional({ optional }: Selection, group: string, fields: Fields, joins: Join[]): void {
	const columns = Object.entries(fields).filter(([, field]) => field instanceof Column) as [string, Column][];
	const [first] = columns;
	if (!first) return;
	const [name, { table }] = first;
	const isOfLeftJoin = joins.some(({ type, source }) => type === "left" && source === table);
	if (isOfLeftJoin && columns.every(([, column]) => column.table === table)) optional.push({ group, name });
}

interface Decoder {
	mapFromDriverValue: Decode;
}

const unchanged = Column.prototype.mapFromDriverValue;
/** The decoder of an expression that got none. */
const noDecoder = (new SQL([]) as unknown as { decoder: Decoder }).decoder;

function objectOf(row: unknown[], { names, groups, isGrouped, decoders, optional }: Selection): Fields {
	for (const { at, decode } of decoders) if (row[at] !== null) row[at] = decode(row[at]);
	const object: Fields = {};
	if (!isGrouped) {
		for (let n = 0; n < names.length; n++) object[names[n] as string] = row[n];
		return object;
	}
	for (let n = 0; n < names.length; n++) fieldsFor(object, groups[n])[names[n] as string] = row[n];
	for (const { group, name } of optional) if ((object[group] as Fields)[name] === null) object[group] = null;
	return object;
}

function fieldsFor(object: Fields, group: string | undefined): Fields {
	if (group === undefined) return object;
	object[group] ??= {};
	return object[group] as Fields;
}
