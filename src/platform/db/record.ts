import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { camel } from "../lib/camel.ts";

export interface RevisedTable extends SQLiteTable {
	id: AnySQLiteColumn<{ data: string }>;
	revision: AnySQLiteColumn<{ data: number }>;
	updatedAt: AnySQLiteColumn<{ data: number }>;
	/** Absent in tables of the whole service. */
	tenantId?: AnySQLiteColumn;
}

interface RevisedRow {
	id: string;
	revision: number;
	tenantId?: string;
}

export const ifUnchanged = (table: RevisedTable, row: RevisedRow): SQL | undefined =>
	and(
		table.tenantId && row.tenantId !== undefined ? eq(table.tenantId, row.tenantId) : undefined,
		eq(table.id, row.id),
		eq(table.revision, row.revision),
	);

export const firstRevision = (now: number) => ({ createdAt: now, updatedAt: now, revision: 1 });

/** For a record that takes the place of another one. `updatedAt` rises even if the clock does not. */
export const firstRevisionAfter = (replaced: { updatedAt: number } | undefined, now: number) => ({
	...firstRevision(now),
	updatedAt: Math.max(now, (replaced?.updatedAt ?? 0) + 1),
});

/** The columns that every change of a record sets. `updatedAt` rises even if an earlier request commits later. */
export const nextRevision = (row: { revision: number; updatedAt: number }, now: number) => ({
	updatedAt: Math.max(now, row.updatedAt + 1),
	revision: row.revision + 1,
});

/** The new `updated_at` in a statement that changes many records. It rises for each record. */
export const laterThanBefore = (now: number | SQL): SQL => sql`max(${now}, updated_at + 1)`;

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
	? `${Head}${Capitalize<CamelCase<Tail>>}`
	: S;

/** The columns of `Row` that a body with the properties `Given` sets. */
type ColumnsOf<Given, Row> = {
	[Name in keyof Given & string as CamelCase<Name> extends keyof Row ? CamelCase<Name> : never]?: Exclude<
		Given[Name],
		undefined
	>;
};

/** The columns that a body gives a value for, with the names of the table. */
export function columnsOf<Table extends SQLiteTable, Given extends object>(
	table: Table,
	given: Given,
): ColumnsOf<Given, Table["$inferSelect"]> {
	const columns = getTableColumns(table);
	return Object.fromEntries(
		Object.entries(given)
			.map(([name, value]) => [camel(name), value] as const)
			.filter(([name, value]) => value !== undefined && Object.hasOwn(columns, name)),
	) as ColumnsOf<Given, Table["$inferSelect"]>;
}

/** The columns for which an insert needs no value: each may be null or has a default. */
type DefaultsOf<Table extends SQLiteTable> = {
	[Name in keyof Table["$inferSelect"] as undefined extends Table["$inferInsert"][Name & keyof Table["$inferInsert"]]
		? Name
		: never]: Table["$inferSelect"][Name];
};

/** A new row, as far as its table alone decides it: each column with its default, or else null if it may be null. */
export function defaultsOf<Table extends SQLiteTable>(table: Table): DefaultsOf<Table> {
	return Object.fromEntries(
		Object.entries(getTableColumns(table))
			.filter(([, { hasDefault, notNull }]) => hasDefault || !notNull)
			.map(([name, column]) => [name, column.default ?? null]),
	) as DefaultsOf<Table>;
}
