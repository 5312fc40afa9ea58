import { getTableColumns, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { builder } from "./builder.ts";
import type { Statement } from "./statement.ts";

/** The INSERT of one row of values. Drizzle builds its text once for each table. */
export class RowInsert {
	readonly table: SQLiteTable;
	readonly row: Record<string, unknown>;

	constructor(table: SQLiteTable, row: Record<string, unknown>) {
		this.table = table;
		this.row = row;
	}

	/** Drizzle's placeholders would encode a null as the column encodes values: as the JSON text `null`, or as false. */
	toSQL(): Statement {
		const params = Object.entries(getTableColumns(this.table)).map(([name, column]) => {
			const value = this.row[name] === undefined ? (column.default ?? null) : this.row[name];
			return value === null ? null : column.mapToDriverValue(value);
		});
		return { sql: textFor(this.table), params };
	}
}

export const insertRow = <T extends SQLiteTable>(table: T, row: T["$inferInsert"]): RowInsert =>
	new RowInsert(table, row);

const texts = new WeakMap<SQLiteTable, string>();

function textFor(table: SQLiteTable): string {
	let text = texts.get(table);
	if (text === undefined) {
		const names = Object.keys(getTableColumns(table));
		const row = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
		text = builder.insert(table).values(row).toSQL().sql;
		texts.set(table, text);
	}
	return text;
}
