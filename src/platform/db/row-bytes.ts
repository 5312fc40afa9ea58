import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";

// About how many bytes a row takes in the database, with its places in the indexes.

const numberBytes = 8;
const headerBytes = 20;
/** A place in an index holds mostly the tenant's id and another one. */
const indexBytes = 90;

function fixedBytes(table: SQLiteTable): number {
	const { columns, indexes, primaryKeys } = getTableConfig(table);
	const numbers = columns.filter((column) => column.getSQLType() !== "text").length;
	const keys = primaryKeys.length + columns.filter(({ primary }) => primary).length;
	return headerBytes + numbers * numberBytes + (indexes.length + keys) * indexBytes;
}

const textColumns = (table: SQLiteTable) =>
	Object.entries(getTableColumns(table)).filter(([, column]) => column.getSQLType() === "text");

/** Of each row of a statement. The database does not load a text to tell its length. */
export const rowBytesSql = (table: SQLiteTable): SQL =>
	sql.join(
		[
			sql.raw(String(fixedBytes(table))),
			...textColumns(table).map(([, column]) => sql`coalesce(octet_length(${column}), 0)`),
		],
		sql` + `,
	);

/** Of a row that was read. */
export function bytesOfRow(table: SQLiteTable, row: object): number {
	const values = row as Record<string, unknown>;
	const texts = textColumns(table).map(([name]) => values[name] ?? "");
	return fixedBytes(table) + texts.reduce<number>((sum, text) => sum + textBytes(text), 0);
}

const encoder = new TextEncoder();

const textBytes = (value: unknown): number =>
	encoder.encode(typeof value === "string" ? value : JSON.stringify(value)).length;

/** Of a row whose texts are short. */
export const bytesOfShortRow = (table: SQLiteTable): number => fixedBytes(table) + textColumns(table).length * 20;

/** Of the values of a statement. */
export const parameterBytes = (params: readonly unknown[]): number =>
	params.reduce<number>((sum, value) => sum + (typeof value === "string" ? textBytes(value) : numberBytes), 0);
