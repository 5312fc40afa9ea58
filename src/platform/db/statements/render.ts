import { Column, type DriverValueEncoder, getTableName, Name, Param, SQL, sql, Table } from "drizzle-orm";
import { StringChunk } from "drizzle-orm/sql/sql";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { Expression } from "./expression.ts";
import type { Statement } from "./statement.ts";

const dialect = new SQLiteSyncDialect();

/**
 * The text and the parameters of an expression, as Drizzle renders it. Drizzle asks of each part which of a dozen kinds
 * it has and makes a list of parameters for each, which takes a fifth of the CPU of a keyed change. The frequent kinds
 * are rendered here, and Drizzle renders the others.
 */
export function render(expression: SQL): Statement {
	const statement: Statement = { sql: "", params: [] };
	renderInto(statement, expression);
	return statement;
}

export function renderInto(statement: Statement, part: unknown): void {
	if (part === undefined) return;
	if (part === null || typeof part !== "object") {
		statement.sql += "?";
		statement.params.push(part);
	} else if (part instanceof Expression) {
		renderExpression(statement, part);
	} else if (part instanceof Param) {
		renderParameter(statement, part);
	} else if (part instanceof Column) {
		statement.sql += qualifiedName(part);
	} else if (part instanceof SQL) {
		for (const chunk of part.queryChunks) renderInto(statement, chunk);
	} else if (part instanceof StringChunk) {
		for (const text of part.value) statement.sql += text;
	} else if (part instanceof Name) {
		statement.sql += quoted(part.value);
	} else if (Array.isArray(part)) {
		renderList(statement, part);
	} else if (part instanceof Table) {
		statement.sql += quoted(getTableName(part));
	} else {
		const { sql: text, params } = dialect.sqlToQuery(sql`${part}`);
		statement.sql += text;
		statement.params.push(...params);
	}
}

function renderExpression(statement: Statement, expression: Expression): void {
	if (expression.text !== undefined) {
		statement.sql += expression.text;
		return;
	}
	const { texts, values } = expression;
	const [begin, count] = [statement.sql.length, statement.params.length];
	statement.sql += texts[0];
	for (let n = 0; n < values.length; n++) {
		renderInto(statement, values[n]);
		statement.sql += texts[n + 1];
	}
	if (statement.params.length === count) expression.text = statement.sql.slice(begin);
}

const renderParameter = (statement: Statement, { value, encoder }: Param): void =>
	renderEncoded(statement, value, encoder);

/** A value as the column's values are encoded. */
export function renderEncoded(
	statement: Statement,
	value: unknown,
	encoder: DriverValueEncoder<unknown, unknown>,
): void {
	const encoded = value === null ? null : encoder.mapToDriverValue(value);
	// A column may encode a value as an expression.
	if (encoded instanceof SQL) renderInto(statement, encoded);
	else {
		statement.sql += "?";
		statement.params.push(encoded);
	}
}

/** A longer list of values is one parameter, because a statement of D1 has at most a hundred. */
const longestList = 10;

function renderList(statement: Statement, parts: unknown[]): void {
	if (parts.length > longestList && renderLongList(statement, parts)) return;
	statement.sql += "(";
	for (const [n, part] of parts.entries()) {
		if (n > 0) statement.sql += ", ";
		renderInto(statement, part);
	}
	statement.sql += ")";
}

/** False if the parts are not all texts and numbers. */
function renderLongList(statement: Statement, parts: unknown[]): boolean {
	const values = parts.map((part) =>
		part instanceof Param && part.value !== null ? part.encoder.mapToDriverValue(part.value) : part,
	);
	if (!values.every((value) => typeof value === "string" || typeof value === "number")) return false;
	statement.sql += "(SELECT value FROM json_each(?))";
	statement.params.push(JSON.stringify(values));
	return true;
}

export const quoted = (name: string): string => `"${name}"`;

const names = new WeakMap<Column, string>();

function qualifiedName(column: Column): string {
	let name = names.get(column);
	if (name === undefined) {
		name = `${quoted(getTableName(column.table))}.${quoted(column.name)}`;
		names.set(column, name);
	}
	return name;
}
