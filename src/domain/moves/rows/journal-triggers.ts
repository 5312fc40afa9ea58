import type { MovedTable } from "./moved-table.ts";

/**
 * The triggers that record in the journal which rows of a leaving tenant change. While no tenant leaves, each searches
 * an empty index. The deletion of rows together with their owner needs no entry, because the other database does the
 * same.
 */
export function journalTriggers(table: MovedTable): Record<string, string> {
	const trigger = (event: "insert" | "update" | "delete", body: string[]): [string, string] => {
		const name = `move_journal_${table.name}_${event}`;
		const row = event === "delete" ? "OLD" : "NEW";
		return [
			name,
			`CREATE TRIGGER ${name} AFTER ${event.toUpperCase()} ON ${table.name} WHEN EXISTS (${leaving(table, row)})\nBEGIN\n${body.join("\n")}\nEND`,
		];
	};
	return Object.fromEntries([
		trigger("insert", [entry(table, "NEW")]),
		trigger("update", [
			entry(table, "OLD", `(${list(table, "OLD")}) IS NOT (${list(table, "NEW")})`),
			entry(table, "NEW"),
		]),
		trigger("delete", [entry(table, "OLD")]),
	]);
}

type Row = "OLD" | "NEW";

const list = ({ key }: MovedTable, row: Row): string => key.map((column) => `${row}.${column}`).join(", ");

/** A query that finds the leaving tenant to which the row belongs. */
const leaving = ({ owner }: MovedTable, row: Row): string =>
	owner
		? `SELECT 1 FROM departures d CROSS JOIN ${owner.table} o ON o.${owner.key} = ${row}.${owner.column} AND o.tenant_id = d.tenant_id WHERE d.departed_at IS NULL AND d.called_off_at IS NULL`
		: `SELECT 1 FROM departures d WHERE d.tenant_id = ${row}.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL`;

function entry(table: MovedTable, row: Row, when?: string): string {
	const { name, owner } = table;
	const tenant = owner
		? `(SELECT o.tenant_id FROM ${owner.table} o WHERE o.${owner.key} = ${row}.${owner.column})`
		: `${row}.tenant_id`;
	const where = when === undefined ? "" : ` WHERE ${when}`;
	return `  INSERT INTO move_journal (tenant_id, table_name, key) SELECT ${tenant}, '${name}', json_array(${list(table, row)})${where};`;
}
