import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, it, vi } from "vitest";
import { Sqlite } from "../../lab/platform/d1/sqlite.ts";

afterEach(() => vi.restoreAllMocks());

const tables = "CREATE TABLE a (x UNIQUE); INSERT INTO a VALUES (1);";
const further = "CREATE TABLE b (y); INSERT INTO b SELECT x FROM a;";
const others = "CREATE TABLE b (y); INSERT INTO b VALUES (7);";

function databaseOf(...scripts: string[]): Sqlite {
	const database = new Sqlite();
	for (const sql of scripts) database.transaction([{ sql, params: [] }]);
	return database;
}
const rows = (database: Sqlite, sql: string) => database.transaction([{ sql, params: [] }])[0]?.rows;

it("scripts that made a database before are not run again", () => {
	databaseOf(tables, further);
	const exec = vi.spyOn(DatabaseSync.prototype, "exec");
	const database = databaseOf(tables, further);
	expect(exec.mock.calls.flat().filter((sql) => /CREATE/.test(sql))).toEqual([]);
	expect(rows(database, "SELECT y FROM b")).toEqual([[1]]);
});

it("of several loads in a row the last one alone is done, when a statement needs it", () => {
	databaseOf(tables, further);
	const deserialize = vi.spyOn(DatabaseSync.prototype, "deserialize");
	const database = databaseOf(tables);
	const [result] = database.transaction([{ sql: further, params: [] }]);
	expect(deserialize).not.toHaveBeenCalled();
	expect(result?.sizeAfter).toBe(database.content().length);
	expect(rows(database, "SELECT y FROM b")).toEqual([[1]]);
	expect(deserialize).toHaveBeenCalledTimes(1);
});

it("another script after the same one makes another database", () => {
	expect(rows(databaseOf(tables, further), "SELECT y FROM b")).toEqual([[1]]);
	expect(rows(databaseOf(tables, others), "SELECT y FROM b")).toEqual([[7]]);
	expect(rows(databaseOf(tables, further), "SELECT y FROM b")).toEqual([[1]]);
});

it("a script runs where something else was written, or where a script failed", () => {
	databaseOf(tables, further);
	const written = databaseOf(tables);
	rows(written, "UPDATE a SET x = 5");
	rows(written, further);
	expect(rows(written, "SELECT y FROM b")).toEqual([[5]]);

	const failed = databaseOf(tables);
	expect(() => rows(failed, "INSERT INTO a VALUES (2); INSERT INTO a VALUES (2);")).toThrow("UNIQUE");
	rows(failed, further);
	expect(rows(failed, "SELECT count(*) FROM b")).toEqual(rows(failed, "SELECT count(*) FROM a"));
});

it("a batch can be the first that a database does", () => {
	databaseOf(tables);
	const queries = ["UPDATE a SET x = 2", "SELECT x FROM a"].map((sql) => ({ sql, params: [] }));
	expect(databaseOf(tables).transaction(queries).at(-1)?.rows).toEqual([[2]]);
});

it("a database that was emptied takes the scripts anew", () => {
	const database = databaseOf(tables, others);
	rows(database, "DELETE FROM b");
	database.load();
	expect(rows(database, "SELECT count(*) FROM sqlite_master")).toEqual([[0]]);
	rows(database, tables);
	expect(rows(database, "SELECT x FROM a")).toEqual([[1]]);
});
