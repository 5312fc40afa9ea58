import type { Statement } from "../../../platform/db/statements/statement.ts";
import type { MovedTable } from "./moved-table.ts";
import { type Key, type Row, valuesOf } from "./read-rows.ts";

// Writes rows over those with the same key. It never uses REPLACE, which would delete the rows that belong to a row.

/** A parameter holds 2 MB, and a character takes at most three bytes. */
const charsPerParameter = 600_000;
/** A row of at least this size gets a parameter for each value. */
const largeRow = 200_000;

export function upsert(table: MovedTable, rows: readonly Row[]): Statement[] {
	const texts = rows.map((row) => JSON.stringify(row));
	const small = texts.filter((text) => text.length < largeRow);
	const large = rows.filter((_, n) => (texts[n]?.length ?? 0) >= largeRow);
	return [
		...packed(small).map((json) => ({
			sql: `${intoColumns(table)} SELECT ${values(table, (n) => `value->>${n}`)} FROM json_each(?) WHERE true ${orUpdate(table)}`,
			params: [json],
		})),
		...large.map((row) => ({
			sql: `${intoColumns(table)} VALUES (${values(table, () => "?")}) ${orUpdate(table)}`,
			params: row,
		})),
	];
}

function packed(texts: string[]): string[] {
	const packs: string[][] = [];
	let chars = charsPerParameter;
	for (const text of texts) {
		chars += text.length + 1;
		if (chars > charsPerParameter) {
			packs.push([]);
			chars = text.length;
		}
		packs.at(-1)?.push(text);
	}
	return packs.map((pack) => `[${pack.join()}]`);
}

const intoColumns = ({ name, columns }: MovedTable): string =>
	`INSERT INTO ${name} (${columns.map((column) => `"${column}"`)})`;

const values = ({ columns, blobs }: MovedTable, value: (n: number) => string): string =>
	columns.map((column, n) => (blobs.has(column) ? `unhex(${value(n)})` : value(n))).join(", ");

function orUpdate({ columns, key }: MovedTable): string {
	const others = columns.filter((column) => !key.includes(column));
	const set = others.map((column) => `"${column}" = excluded."${column}"`);
	return `ON CONFLICT (${key.map((column) => `"${column}"`)}) DO ${others.length > 0 ? `UPDATE SET ${set}` : "NOTHING"}`;
}

export const removeRows = ({ name, key }: MovedTable, keys: readonly Key[]): Statement => ({
	sql: `DELETE FROM ${name} WHERE (${key.map((column) => `"${column}"`)}) IN (SELECT ${key.map((_, n) => `value->>${n}`)} FROM json_each(?))`,
	params: [JSON.stringify(keys)],
});

/**
 * Frees unique values, such as a slug, for rows that take them over from another row: the other row gets a random value
 * until its new one comes with a later entry of the journal. The rows of open studios stay unchanged.
 */
export const freeUniqueValues = (table: MovedTable, rows: readonly Row[]): Statement[] =>
	table.unique.map(({ columns, changeable }) => {
		const sent = [...new Set([...columns, ...table.key])];
		const value = (column: string) => `j.value->>${sent.indexOf(column)}`;
		const same = columns.map((column) => `o."${column}" = ${value(column)}`);
		const other = table.key.map((column) => `o."${column}" <> ${value(column)}`);
		return {
			sql: `UPDATE ${table.name} SET "${changeable}" = 'moving-' || lower(hex(randomblob(16))) WHERE (${table.key}) IN (
				SELECT ${table.key.map((column) => `o."${column}"`)} FROM json_each(?) j CROSS JOIN ${table.name} o ON ${same.join(" AND ")} AND (${other.join(" OR ")})
				WHERE NOT EXISTS (SELECT 1 FROM studios t WHERE t.tenant_id = o.tenant_id AND t.state = 'OPEN'))`,
			params: [JSON.stringify(rows.map((row) => valuesOf(table, row, sent)))],
		};
	});
