import type { Statement } from "../../../platform/db/statements/statement.ts";
import type { MovedTable } from "./moved-table.ts";
import type { Row } from "./read-rows.ts";

/** A parameter holds 2 MB, and a character takes at most three bytes. */
const charsPerParameter = 600_000;
/** A row of at least this size gets a parameter for each value. */
const largeRow = 200_000;

export function insertRows(table: MovedTable, rows: readonly Row[]): Statement[] {
	const texts = rows.map((row) => JSON.stringify(row));
	const small = texts.filter((text) => text.length < largeRow);
	const large = rows.filter((_, n) => (texts[n]?.length ?? 0) >= largeRow);
	return [
		...packed(small).map((json) => ({
			sql: `${intoColumns(table)} SELECT ${values(table, (n) => `value->>${n}`)} FROM json_each(?)`,
			params: [json],
		})),
		...large.map((row) => ({
			sql: `${intoColumns(table)} VALUES (${values(table, () => "?")})`,
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
