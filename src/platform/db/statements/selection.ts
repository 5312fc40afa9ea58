import { Column, getTableColumns, getTableName, is, SQL } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { Expression } from "./expression.ts";
import { quoted, renderInto } from "./render.ts";
import type { Statement } from "./statement.ts";

export type Fields = Record<string, unknown>;
type Decode = (value: unknown) => unknown;

/** A table, or an expression in its place. */
export type Source = SQLiteTable | Expression;

/** The columns of a SELECT, and what makes objects of its rows. */
export interface Selection {
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

export interface Join {
	type: "inner" | "left" | "cross";
	source: Source;
	on: unknown;
}

const wholeTables = new WeakMap<SQLiteTable, Selection>();

/** Undefined if a field is neither a column nor an expression, or an object of them. */
export function selectionOf(fields: Fields | undefined, source: Source, joins: Join[]): Selection | undefined {
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
	const decoder = field instanceof Column ? field : (field as WithDecoder).decoder;
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
/** Drizzle keeps the decoder of an expression out of its types. */
type WithDecoder = SQL & { decoder: Decoder };

const unchanged = Column.prototype.mapFromDriverValue;
/** The decoder of an expression that got none. */
const noDecoder = (new SQL([]) as WithDecoder).decoder;

/** The object of a row. The row is used up. */
export function objectOf(row: unknown[], { names, groups, isGrouped, decoders, optional }: Selection): Fields {
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
