import type { SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { sql } from "../statements/expression.ts";
import { maxSorted } from "./changes-in-order.ts";

interface ListedTable extends SQLiteTable {
	tenantId: AnySQLiteColumn;
	id: AnySQLiteColumn;
}

/**
 * A filter by one of several values of a record, such as a tag. `values` names a table whose primary key is `tenant_id`,
 * `value` and `id`. It has a row for each value of each record, which triggers write.
 */
export interface ValueOfRecord {
	values: string;
	value: string | undefined;
}

export const isValue = (owner: object): owner is ValueOfRecord => "values" in owner;

/** The rows of a value. */
export const withValue = (tenantId: string, { values, value }: ValueOfRecord): SQL =>
	sql`${sql.identifier(values)} v WHERE v.tenant_id = ${tenantId} AND v.value = ${value}`;

/** Whether a record has the value. */
export const hasValue = (table: ListedTable, tenantId: string, of: ValueOfRecord): SQL =>
	sql`EXISTS (SELECT 1 FROM ${withValue(tenantId, of)} AND v.id = ${table.id})`;

/** The records with the value, and the id by which they are ordered as they are read. */
export function walkOfValue(table: ListedTable, tenantId: string, of: ValueOfRecord, after: string | undefined) {
	const older = after === undefined ? sql`` : sql` AND v.id < ${after}`;
	return {
		from: sql`${sql.identifier(of.values)} v CROSS JOIN ${table} ON ${table.tenantId} = v.tenant_id AND ${table.id} = v.id
			WHERE v.tenant_id = ${tenantId} AND v.value = ${of.value}${older}`,
		id: sql`v.id`,
	};
}

/** The newest records with the value, under the name of the table. */
export function recordsWithValue(
	table: ListedTable,
	tenantId: string,
	of: ValueOfRecord,
	{ after, take }: { after?: string | undefined; take: number },
): SQL {
	const { from, id } = walkOfValue(table, tenantId, of, after);
	return sql`(SELECT ${table}.* FROM ${from} ORDER BY ${id} DESC LIMIT ${take}) AS ${table}`;
}

/** For a list in the order of changes: the rowids of the records with the value, and whether they are many. */
export function collectedByValue(table: ListedTable, tenantId: string, of: ValueOfRecord) {
	const some = sql`(SELECT v.id FROM ${withValue(tenantId, of)} LIMIT ${maxSorted + 1})`;
	return {
		rowids: sql`SELECT ${table}.rowid FROM ${some} s CROSS JOIN ${table} ON ${table.tenantId} = ${tenantId} AND ${table.id} = s.id`,
		areMany: sql`(SELECT count(*) FROM ${some}) > ${maxSorted}`,
	};
}
