import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";

// About how many bytes a row takes in the database, with its index entries.

const numberBytes = 8;
const headerBytes = 20;
/** An index entry is mostly the tenant's id and another id. */
const indexBytes = 90;

function fixedBytes(table: SQLiteTable): number {
	const { columns, indexes, primaryKeys } = getTableConfig(table);
	const numbers = columns.filter((column) => column.getSQLType() !== "text").length;
	const keys = primaryKeys.length + columns.filter(({ primary }) => primary).length;
	// A partial index has few of the rows.
	const whole = indexes.filter(({ config }) => config.where === undefined).length;
	return headerBytes + numbers * numberBytes + (whole + keys) * indexBytes;
}

const textColumns = (table: SQLiteTable) =>
	Object.entries(getTableColumns(table)).filter(([, column]) => column.getSQLType() === "text");

export const rowBytesSql = (table: SQLiteTable): SQL =>
	sql.join(
		[
			sql.raw(String(fixedBytes(table))),
			...textColumns(table).map(([, column]) => sql`coalesce(octet_length(${column}), 0)`),
		],
		sql` + `,
	);

export function bytesOfRow(table: SQLiteTable, row: object): number {
	const values = row as Record<string, unknown>;
	const texts = textColumns(table).map(([name]) => values[name] ?? "");
	return fixedBytes(table) + texts.reduce<number>((sum, text) => sum + textBytes(text), 0);
}

const encoder = new TextEncoder();

const textBytes = (value: unknown): number =>
	encoder.encode(typeof value === "string" ? value : JSON.stringify(value)).length;

export const bytesOfShortRow = (table: SQLiteTable): number => fixedBytes(table) + textColumns(table).length * 20;

export const parameterBytes = (params: readonly unknown[]): number =>
	params.reduce<number>((sum, value) => sum + (typeof value === "string" ? textBytes(value) : numberBytes), 0);
