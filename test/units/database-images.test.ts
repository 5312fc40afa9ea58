import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it, vi } from "vitest";
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

describe("a database that was emptied and got the same scripts", () => {
	const emptied = (database: Sqlite): Sqlite => {
		database.load();
		for (const sql of [tables, further]) rows(database, sql);
		return database;
	};
	const batchOf = (database: Sqlite, ...texts: string[]) =>
		database.transaction(texts.map((sql) => ({ sql, params: [] })));

	it("compiles no statement again", () => {
		const database = emptied(new Sqlite());
		for (const sql of ["INSERT INTO b VALUES (8)", "SELECT y FROM b"]) rows(database, sql);
		const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
		const deserialize = vi.spyOn(DatabaseSync.prototype, "deserialize");
		for (const _ of [1, 2]) {
			emptied(database);
			rows(database, "INSERT INTO b VALUES (8)");
			expect(rows(database, "SELECT y FROM b")).toEqual([[1], [8]]);
		}
		expect([...prepare.mock.calls.filter(([sql]) => / b\b/.test(sql)), ...deserialize.mock.calls]).toEqual([]);
	});

	it.each<[string, (database: Sqlite) => unknown]>([
		["nothing", () => {}],
		["a statement", (one) => rows(one, "DELETE FROM a")],
		["a batch", (one) => batchOf(one, "DELETE FROM a", "INSERT INTO b VALUES (9)")],
		["a batch that failed", (one) => expect(() => batchOf(one, "DELETE FROM b", "INSERT INTO a VALUES (1)")).toThrow()],
		[
			"a batch that SQLite has ended",
			(one) => {
				rows(one, "DELETE FROM b");
				expect(() => batchOf(one, "DELETE FROM b", "INSERT OR ROLLBACK INTO a VALUES (1)")).toThrow("UNIQUE");
				expect(rows(one, "SELECT count(*) FROM b")).toEqual([[0]]);
			},
		],
		["a statement that failed", (one) => expect(() => rows(one, "INSERT INTO a VALUES (7), (1)")).toThrow("UNIQUE")],
		[
			"a text that is none",
			(one) => expect(() => rows(one, "INSERT INTO nowhere VALUES (1)")).toThrow("no such table"),
		],
		["another table", (one) => rows(one, "CREATE TABLE c (z)")],
		["a table less, after a statement", (one) => [rows(one, "DELETE FROM a"), rows(one, "DROP TABLE b")]],
		["a script", (one) => rows(one, "DELETE FROM a; INSERT INTO a VALUES (3);")],
		["a pragma", (one) => [rows(one, "DELETE FROM a"), rows(one, "PRAGMA foreign_keys = ON")]],
		["the content of another database", (one) => one.load(databaseOf(tables, others).content())],
	])("has what they make, and its rows can be changed, after %s", (_, act) => {
		const database = emptied(new Sqlite());
		for (const _ of [1, 2]) {
			act(database);
			emptied(database);
			expect(database.content()).toEqual(databaseOf(tables, further).content());
			expect(rows(database, "SELECT x, y, (SELECT count(*) FROM sqlite_master) FROM a, b")).toEqual([[1, 1, 3]]);
			expect(() => batchOf(database, "INSERT INTO b VALUES (2)", "INSERT INTO a VALUES (1)")).toThrow("UNIQUE");
			expect(batchOf(database, "INSERT INTO b VALUES (2)", "SELECT count(*) FROM b").at(-1)?.rows).toEqual([[2]]);
			expect(rows(database, "SELECT y FROM b")).toEqual([[1], [2]]);
		}
	});

	it("counts its changes anew", () => {
		const database = emptied(new Sqlite());
		const change = () => database.transaction([{ sql: "UPDATE b SET y = 3", params: [] }])[0];
		const first = change();
		emptied(database);
		expect(change()).toEqual(first);
		expect(first?.changes).toBe(1);
	});

	it("checks a deferred reference at the end of a batch, and keeps what was before", () => {
		const database = emptied(new Sqlite());
		for (const sql of ["DELETE FROM b", "CREATE TABLE c (x REFERENCES a (x))"]) rows(database, sql);
		const refer = ["PRAGMA defer_foreign_keys = ON", "INSERT INTO c VALUES (5)"];
		expect(() => batchOf(database, ...refer)).toThrow("FOREIGN KEY");
		expect(rows(database, "SELECT count(*) FROM c")).toEqual([[0]]);
		expect(batchOf(database, ...refer, "INSERT INTO a VALUES (5)", "SELECT x FROM c").at(-1)?.rows).toEqual([[5]]);
	});
});
