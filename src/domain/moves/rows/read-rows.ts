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

/** A bounded number of rows of a tenant. */
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

/** Reads the rows of a tenant after a position, in the scan order of the table, as many as the bounds allow. */
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

/** Reads the rows of a tenant after one position and up to another, or to the end. */
export function readRange(
	table: MovedTable,
	tenantId: string,
	after: Key | null,
	last: Key | null,
	limit: number,
): Statement {
	const upTo = last ? `AND (${table.scanOrder}) <= (${placeholders(last)})` : "";
	return {
		sql: `SELECT ${selectList(table)} FROM ${table.from}
			WHERE ${table.tenant} = ? ${after ? `AND ${laterThan(table, after)}` : ""} ${upTo} ORDER BY ${table.scanOrder} LIMIT ?`,
		params: [tenantId, ...(after ? paramsOfLater(table, after) : []), ...(last ?? []), limit],
	};
}

export function readRows(table: MovedTable, keys: readonly Key[], columns: readonly string[] = table.key): Statement {
	return {
		sql: `SELECT ${selectList(table)} FROM ${table.name}
			WHERE (${columns.map((column) => `${table.name}."${column}"`)}) IN (SELECT ${columns.map((_, n) => `value->>${n}`)} FROM json_each(?))`,
		params: [JSON.stringify(keys)],
	};
}

export const countRows = (table: MovedTable, tenantId: string): Statement => ({
	sql: `SELECT count(*) AS n FROM ${table.from} WHERE ${table.tenant} = ?`,
	params: [tenantId],
});

/** Reads the first entries of a tenant's journal. */
export const readJournal = (tenantId: string, limit: number): Statement => ({
	sql: "SELECT number, table_name, key FROM move_journal WHERE tenant_id = ? ORDER BY number LIMIT ?",
	params: [tenantId, limit],
});

/** Reads the existing rows of a table that the first entries of the journal name, each with its first entry. */
export const readJournaled = (table: MovedTable, tenantId: string, limit: number, bounds: Bounds): Statement => ({
	sql: `SELECT ${selectList(table)}, s.number AS w0, s.found FROM (
			SELECT ${table.key.map((_, n) => `k${n}`)}, number, sum(size) OVER (ORDER BY number) - size AS before, count(*) OVER () AS found FROM (
				SELECT ${keyColumns(table)}, j.number, ${rowBytes(table)} AS size FROM (
					SELECT key, min(number) AS number
					FROM (SELECT number, table_name, key FROM move_journal WHERE tenant_id = ? ORDER BY number LIMIT ?)
					WHERE table_name = ? GROUP BY key
				) j CROSS JOIN ${table.name} ON ${table.key.map((column, n) => `${table.name}."${column}" = j.key->>${n}`).join(" AND ")}
			)
		) s ${joinByKey(table)} WHERE s.before < ? ORDER BY s.number`,
	params: [tenantId, limit, table.name, bounds.bytes],
});

/** `cutAfter` is the entry after which rows may be missing; null if none are missing. */
export function journaledFrom(table: MovedTable, found: FoundRow[]): { rows: Row[]; cutAfter: number | null } {
	const last = found.at(-1);
	return {
		rows: found.map((row) => rowFrom(table, row)),
		cutAfter: last && found.length < Number(last.found) ? Number(last.w0) : null,
	};
}

export const rowFrom = (table: MovedTable, row: FoundRow): Row => table.columns.map((column) => row[column] ?? null);

export const keyOf = (table: MovedTable, row: Row): Key => valuesOf(table, row, table.key);

export const valuesOf = (table: MovedTable, row: Row, columns: readonly string[]): Key =>
	columns.map((column) => row[table.columns.indexOf(column)] as string | number);
