import { Column, getTableColumns, getTableName, Param, SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { quoted, renderEncoded, renderInto } from "./render.ts";
import type { Statement } from "./statement.ts";

/** Builds statements without a database. Operations describe writes with it, and `execute` alone runs them. */
const builder = drizzle(undefined as unknown as D1Database);

type Values = Record<string, unknown>;

// Drizzle takes longer to build these than SQLite to run them. At the first part that is not plain, Drizzle takes over.

class PlainInsert {
	private readonly table: SQLiteTable;
	private readonly row: Values;

	constructor(table: SQLiteTable, row: Values) {
		this.table = table;
		this.row = row;
	}

	/** The new row, if it goes into this table. */
	rowFor(table: SQLiteTable): Values | undefined {
		return this.table === table ? this.row : undefined;
	}

	toSQL(): Statement {
		const statement: Statement = { sql: beginOfInsert(this.table), params: [] };
		for (const [n, [name, column]] of columnsOf(this.table).entries()) {
			if (n > 0) statement.sql += ", ";
			const value = this.row[name] ?? (this.row[name] === null ? null : column.default);
			if (value === undefined) statement.sql += "null";
			else renderValue(statement, value, column);
		}
		statement.sql += ")";
		return statement;
	}

	onConflictDoNothing = (...args: unknown[]) => this.builder().onConflictDoNothing(...(args as never[]));
	onConflictDoUpdate = (...args: [never]) => this.builder().onConflictDoUpdate(...args);

	private builder() {
		return builder.insert(this.table).values(this.row as never);
	}
}

class PlainUpdate {
	private chosen: unknown;
	private readonly table: SQLiteTable;
	private readonly set: Values;

	constructor(table: SQLiteTable, set: Values) {
		this.table = table;
		this.set = set;
	}

	where(condition: unknown): this {
		this.chosen = condition;
		return this;
	}

	toSQL(): Statement {
		const statement: Statement = { sql: `update ${quoted(getTableName(this.table))} set `, params: [] };
		let isFirst = true;
		for (const [name, column] of columnsOf(this.table)) {
			const value = this.set[name];
			if (value === undefined) continue;
			statement.sql += isFirst ? "" : ", ";
			statement.sql += `${quoted(column.name)} = `;
			renderValue(statement, value, column);
			isFirst = false;
		}
		if (isFirst) throw new Error("The update sets nothing.");
		return addCondition(statement, this.chosen);
	}
}

class PlainDelete {
	private chosen: unknown;
	private readonly table: SQLiteTable;

	constructor(table: SQLiteTable) {
		this.table = table;
	}

	where(condition: unknown): this {
		this.chosen = condition;
		return this;
	}

	toSQL(): Statement {
		return addCondition({ sql: `delete from ${quoted(getTableName(this.table))}`, params: [] }, this.chosen);
	}
}

export const insert = ((table: SQLiteTable) => ({
	values: (rows: Values | Values[]) =>
		Array.isArray(rows) ? builder.insert(table).values(rows as never) : new PlainInsert(table, rows),
	select: (query: never) => builder.insert(table).select(query),
})) as unknown as typeof builder.insert;

export const update = ((table: SQLiteTable) => ({
	set: (values: Values) => new PlainUpdate(table, values),
})) as unknown as typeof builder.update;

export const remove = ((table: SQLiteTable) => new PlainDelete(table)) as unknown as typeof builder.delete;

function renderValue(statement: Statement, value: unknown, column: Column): void {
	const isExpression = value instanceof SQL || value instanceof Column || value instanceof Param;
	if (isExpression) renderInto(statement, value);
	else renderEncoded(statement, value, column);
}

function addCondition(statement: Statement, condition: unknown): Statement {
	if (condition === undefined) return statement;
	statement.sql += " where ";
	renderInto(statement, condition);
	return statement;
}

const begins = new WeakMap<SQLiteTable, string>();

function beginOfInsert(table: SQLiteTable): string {
	let begin = begins.get(table);
	if (begin === undefined) {
		const names = columnsOf(table).map(([, { name }]) => quoted(name));
		begin = `insert into ${quoted(getTableName(table))} (${names.join(", ")}) values (`;
		begins.set(table, begin);
	}
	return begin;
}

const columns = new WeakMap<SQLiteTable, [string, Column][]>();

function columnsOf(table: SQLiteTable): [string, Column][] {
	let known = columns.get(table);
	if (!known) {
		known = Object.entries(getTableColumns(table));
		columns.set(table, known);
	}
	return known;
}
