import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { tablesOf } from "../../lab/harness/placement.ts";
import { movedTables, tablesThatStay } from "../../src/domain/moves/rows/moved-tables.ts";
import { dataDatabase } from "../support/moves.ts";

const schema = import.meta.glob("../../src/platform/db/tables/{data,both}/**/*.ts", { eager: true });

const declared = Object.values(schema)
	.flatMap((module) => Object.values(module).filter((value) => is(value, SQLiteTable)))
	.map((table) => getTableConfig(table).name);

test("every table of a data database but those that triggers fill moves with a tenant or is named as one that stays", async () => {
	const known = [...movedTables().map(({ name }) => name), ...tablesThatStay].sort();
	expect(known).toEqual([...new Set(declared)].sort());
	const other = /^(d1_migrations|client_search|client_search_(config|data|idx))$/;
	expect((await tablesOf(dataDatabase("DATA_1"))).filter((name) => !other.test(name)).sort()).toEqual(known);
});
