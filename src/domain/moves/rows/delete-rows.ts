import { derivedBytes } from "../../../platform/db/derived-bytes.ts";
import type { Statement } from "../../../platform/db/statements/statement.ts";
import { once } from "../../../platform/lib/once.ts";
import { assertHolds, rowsOf } from "../move.ts";
import type { MovedTable } from "./moved-table.ts";
import { movedTables } from "./moved-tables.ts";

const clearedTables = once(() =>
	movedTables()
		.filter(({ owner }) => !owner)
		.toReversed(),
);

/** The deletion of an owner may delete several other rows. */
const ownersAtOnce = 100;
const rowsAtOnce = 500;

const limitOf = ({ name }: MovedTable): number =>
	movedTables().some(({ owner }) => owner?.table === name) ? ownersAtOnce : rowsAtOnce;

/** Rows go once no other row refers to them. The last statement reads whether any are left. */
export const deleteSomeRows = (tenantId: string): Statement[] => [
	...clearedTables().map((table) => clear(table, tenantId)),
	readLeft(tenantId),
];

export const isClear = (results: D1Result[]): boolean => rowsOf<{ left: number }>(results.at(-1))[0]?.left === 0;

/** The database refuses the transaction if a row of the tenant is left. */
export function assertClear(tenantId: string): Statement {
	const { sql, params } = readLeft(tenantId);
	return assertHolds(`SELECT NOT left FROM (${sql})`, ...params);
}

function clear(table: MovedTable, tenantId: string): Statement {
	const { name, key } = table;
	const children = clearedTables().filter((child) => child.name !== name && child.parents.includes(name));
	const isUnreferenced = children.map((child) => `AND NOT EXISTS (SELECT 1 FROM ${child.name} WHERE tenant_id = ?1)`);
	return {
		sql: `DELETE FROM ${name} WHERE (${key}) IN (${someRows(table, limitOf(table))}) ${isUnreferenced.join(" ")}`,
		params: [tenantId],
	};
}

/** The triggers of a row may delete far more than the row. */
const maxDerivedBytes = 1_000_000;

function someRows({ name, key }: MovedTable, limit: number): string {
	const derived = derivedBytes[name];
	const rows = (columns: string) => `SELECT ${columns} FROM ${name} WHERE tenant_id = ?1 LIMIT ${limit}`;
	if (derived === undefined) return rows(`${key}`);
	return `SELECT ${key} FROM (
		SELECT ${key}, sum(size) OVER (ORDER BY ${key}) - size AS before FROM (${rows(`${key}, ${derived} AS size`)})
	) WHERE before < ${maxDerivedBytes}`;
}

const readLeft = (tenantId: string): Statement => ({
	sql: `SELECT ${clearedTables()
		.map(({ name }) => `EXISTS (SELECT 1 FROM ${name} WHERE tenant_id = ?1)`)
		.join(" OR ")} AS left`,
	params: [tenantId],
});
