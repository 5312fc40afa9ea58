import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { migrationsOf, schemaOf } from "../support/migrations.ts";

const databaseOf = (statements: string[]): DatabaseSync => {
	const database = new DatabaseSync(":memory:");
	for (const statement of statements) database.exec(statement);
	return database;
};

const schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name";
const tables =
	"SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'";

it.each(["control", "data"] as const)("tests have the tables of a migrated %s database, as empty as there", (kind) => {
	const made = databaseOf(schemaOf(kind));
	const migrated = databaseOf(migrationsOf(kind).flatMap(({ queries }) => queries));
	expect(made.prepare(schema).all()).toEqual(migrated.prepare(schema).all());
	const names = migrated.prepare(tables).all();
	expect(names.length).toBeGreaterThan(10);
	for (const { name } of names)
		for (const database of [made, migrated])
			expect(database.prepare(`SELECT * FROM "${name}"`).all(), String(name)).toEqual([]);
});
