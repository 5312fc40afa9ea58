import { derivedBytes } from "../../../platform/db/derived-bytes.ts";
import type { Statement } from "../../../platform/db/statements/statement.ts";
import type { MovedTable } from "./moved-table.ts";

// Reads rows. A row is a list of its values in the order of the table's columns, as the database returns them;
// blobs are hexadecimal text. Two rows are the same when they are the same as JSON.

export type Value = string | number | null;
export type Row = Value[];
/** The values of a primary key, or of a position in the order of a table. */
export type Key = (string | number)[];

type FoundRow = Record<string, Value>;

const selectList = (table: MovedTable): string =>
	table.columns
		.map((column) => {
			const name = `${table.name}."${column}"`;
			return table.blobs.has(column) ? `iif(${name} IS NULL, NULL, hex(${name})) AS "${column}"` : name;
		})
		.join(", ");

/** A row weighs as much as is written with it, so that its triggers count, too. */
const rowBytes = (table: MovedTable): string =>
	[
		"100",
		derivedBytes[table.name] ?? "0",
		...table.columns.map((column) => `coalesce(octet_length(${table.name}."${column}"), 0)`),
	].join(" + ");

const keyColumns = ({ name, key }: MovedTable): string[] => key.map((column, n) => `${name}."${column}" AS k${n}`);

/** Joins the row whose key is in `s`. A table may have no rowid, so rows are known by their keys. */
const joinByKey = ({ name, key }: MovedTable): string =>
	`CROSS JOIN ${name} ON ${key.map((column, n) => `${name}."${column}" = s.k${n}`).join(" AND ")}`;

const placeholders = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

export interface Chunk {
	table: MovedTable;
	rows: Row[];
	/** The position of the last row; null if there is none. */
	last: Key | null;
	/** No row comes after these. */
	ended: boolean;
}

export interface Bounds {
	rows: number;
	bytes: number;
}

/** Reads in the scan order of the table, as many rows as the bounds allow. */
export function readChunk(table: MovedTable, tenantId: string, after: Key | null, bounds: Bounds): Statement {
	const positions = table.scanOrder.map((_, n) => `w${n}`);
	const later = after ? `AND ${laterThan(table, after)}` : "";
	return {
		sql: `SELECT ${selectList(table)}, ${positions.map((name) => `s.${name}`)}, s.found FROM (
			SELECT ${table.key.map((_, n) => `k${n}`)}, ${positions}, sum(size) OVER (ORDER BY ${positions}) - size AS before, count(*) OVER () AS found FROM (
				SELECT ${keyColumns(table)}, ${table.scanOrder.map((column, n) => `${column} AS w${n}`)}, ${rowBytes(table)} AS size
				FROM ${table.from} WHERE ${table.tenant} = ? ${later} ORDER BY ${table.scanOrder} LIMIT ?
			)
		) s ${joinByKey(table)} WHERE s.before < ? ORDER BY ${positions}`,
		params: [tenantId, ...(after ? paramsOfLater(table, after) : []), bounds.rows, bounds.bytes],
	};
}

/** In a join, SQLite uses the index only for a comparison of the owner's columns. */
function laterThan({ scanOrder, owner }: MovedTable, after: Key): string {
	const whole = `(${scanOrder}) > (${placeholders(after)})`;
	if (!owner) return whole;
	const ofOwner = scanOrder.filter((column) => column.startsWith(`${owner.table}.`));
	return `(${ofOwner}) >= (${placeholders(ofOwner)}) AND ${whole}`;
}

function paramsOfLater({ scanOrder, owner }: MovedTable, after: Key): Key {
	if (!owner) return after;
	return [...after.slice(0, scanOrder.filter((column) => column.startsWith(`${owner.table}.`)).length), ...after];
}

export function chunkFrom(table: MovedTable, found: FoundRow[], { rows: limit }: Bounds): Chunk {
	const last = found.at(-1);
	const all = Number(last?.found ?? 0);
	return {
		table,
		rows: found.map((row) => rowFrom(table, row)),
		last: last ? table.scanOrder.map((_, n) => last[`w${n}`] as string | number) : null,
		ended: found.length === all && all < limit,
	};
}

export const countRows = (table: MovedTable, tenantId: string): Statement => ({
	sql: `SELECT count(*) AS n FROM ${table.from} WHERE ${table.tenant} = ?`,
	params: [tenantId],
});

const rowFrom = (table: MovedTable, row: FoundRow): Row => table.columns.map((column) => row[column] ?? null);
