import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface Sizes {
	rows: number;
	/** The bytes of the table and its indexes, by the pages that they fill. */
	bytesPerRow: number;
	/** The part of the indexes. */
	indexBytesPerRow: number;
}

/** The bytes of a record of each table in the file of a data database, including its index entries. */
export function bytesOfRecords(folder: string): Record<string, Sizes> {
	const sizes: Record<string, Sizes> = {};
	for (const file of globSync(join(folder, "**/*.sqlite"))) {
		const database = new DatabaseSync(file);
		if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'clients'").get())
			Object.assign(sizes, recordSizes(database));
		database.close();
	}
	return sizes;
}

interface Pages {
	table: string;
	bytes: number;
	indexes: number;
}

/** The pages of the full-text table, which are in tables of its own, under its name. It has a row for each client. */
function withSearch(pages: Pages[]): Pages[] {
	const isSearch = ({ table }: Pages) => table.startsWith("client_search");
	const bytes = pages.filter(isSearch).reduce((sum, one) => sum + one.bytes, 0);
	const others = pages.filter((one) => !isSearch(one));
	return bytes === 0 ? others : [...others, { table: "client_search", bytes, indexes: 0 }];
}

const rowsOf = (database: DatabaseSync, table: string): number =>
	Number(database.prepare(`SELECT count(*) AS n FROM "${table === "client_search" ? "clients" : table}"`).get()?.n);

/** The bytes of a record of each table that has at least a thousand, by the pages that they fill. */
export function recordSizes(database: DatabaseSync): Record<string, Sizes> {
	const pages = database
		.prepare(
			`SELECT m.tbl_name AS "table", sum(d.pgsize) AS bytes, sum(CASE m.type WHEN 'index' THEN d.pgsize ELSE 0 END) AS indexes
			FROM dbstat d JOIN sqlite_schema m ON m.name = d.name GROUP BY m.tbl_name`,
		)
		.all() as unknown as Pages[];
	const sizes: Record<string, Sizes> = {};
	for (const { table, bytes, indexes } of withSearch(pages)) {
		const rows = rowsOf(database, table);
		if (rows < 1000) continue;
		sizes[table] = { rows, bytesPerRow: Math.round(bytes / rows), indexBytesPerRow: Math.round(indexes / rows) };
	}
	return sizes;
}
