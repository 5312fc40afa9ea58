import { describe, expect, it } from "vitest";
import { errorOf, newObject, within } from "../support/conformance.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

type Storage = DurableObjectStorage;
const inStorage = <T>(work: (storage: Storage) => T | Promise<T>): Promise<T> =>
	within(newObject(), ({ storage }) => work(storage));

describe("the keys of a Durable Object", () => {
	it("that are deleted or added while they are listed are left out or come", async () => {
		const seen = await inStorage(({ kv }) => {
			for (const key of ["a", "c", "d"]) kv.put(key, 1);
			const deleting: string[] = [];
			for (const [key] of kv.list()) {
				deleting.push(key);
				if (key === "a") {
					kv.put("b", 1);
					kv.delete("c");
				}
			}
			return deleting;
		});
		expect(seen).toEqual(["a", "b", "d"]);
	});

	it("can all be deleted while they are listed", async () => {
		const seen = await inStorage(({ kv }) => {
			for (const key of ["a", "b", "c"]) kv.put(key, 1);
			const keys = [...kv.list()].map(([key]) => key);
			for (const [key] of kv.list()) kv.delete(key);
			return [keys, [...kv.list()].length];
		});
		expect(seen).toEqual([["a", "b", "c"], 0]);
	});

	it("begin after a key, and go backwards to one", async () => {
		const seen = await inStorage(({ kv }) => {
			for (const key of ["a", "b", "c"]) kv.put(key, 1);
			const keys = (options: object) => [...kv.list(options)].map(([key]) => key);
			return [keys({ startAfter: "a" }), keys({ start: "b", reverse: true }), keys({ reverse: true, limit: 2 })];
		});
		expect(seen).toEqual([
			["b", "c"],
			["c", "b"],
			["c", "b"],
		]);
	});

	it("hold dates, maps and bytes, and no function", async () => {
		const seen = await inStorage(async ({ kv }) => {
			kv.put("k", { at: new Date(5), map: new Map([[1, 2]]), bytes: new Uint8Array([1]), none: undefined });
			const read = kv.get<{ at: Date; map: Map<number, number>; bytes: Uint8Array; none?: unknown }>("k");
			const error = await errorOf(() => kv.put("f", () => 1));
			return [read?.at.getTime(), read?.map.get(1), [...(read?.bytes ?? [])], "none" in (read ?? {}), error?.name];
		});
		expect(seen).toEqual([5, 2, [1], true, "DataCloneError"]);
	});

	it("are left out of a put of many if they are undefined, and a put of one undefined is refused", async () => {
		const seen = await inStorage(async (storage) => {
			await storage.put({ a: undefined, b: 1 });
			const error = await errorOf(() => storage.put("c", undefined));
			return [[...(await storage.list()).keys()], error?.name];
		});
		expect(seen).toEqual([["b"], "TypeError"]);
	});

	it("are as before if a transaction throws that changed them", async () => {
		const after = await inStorage(async (storage) => {
			const { kv } = storage;
			kv.put("changed", 1);
			kv.put("deleted", 1);
			await errorOf(() =>
				storage.transactionSync(() => {
					kv.put("changed", 2);
					kv.delete("deleted");
					kv.put("added", 1);
					throw new Error("no");
				}),
			);
			return [...kv.list()];
		});
		expect(after).toEqual([
			["changed", 1],
			["deleted", 1],
		]);
	});

	it("are gone after deleteAll, with the tables and the alarm", async () => {
		const seen = await inStorage(async (storage) => {
			storage.kv.put("a", 1);
			storage.sql.exec("CREATE TABLE t (a INTEGER)");
			await storage.setAlarm(Date.now() + 1e6);
			await storage.deleteAll();
			const { n } = storage.sql.exec<{ n: number }>("SELECT count(*) AS n FROM sqlite_master WHERE name = 't'").one();
			return [[...storage.kv.list()].length, n, await storage.getAlarm()];
		});
		expect(seen).toEqual([0, 0, null]);
	});
});

describe("a transaction of a Durable Object", () => {
	it("returns its result, and an inner one that throws undoes itself alone", async () => {
		const seen = await inStorage(async (storage) => {
			const { sql } = storage;
			sql.exec("CREATE TABLE t (a INTEGER)");
			const result = storage.transactionSync(() => {
				sql.exec("INSERT INTO t VALUES (1)");
				try {
					storage.transactionSync(() => {
						sql.exec("INSERT INTO t VALUES (2)");
						throw new Error("no");
					});
				} catch {}
				sql.exec("INSERT INTO t VALUES (3)");
				return 7;
			});
			return [result, sql.exec("SELECT a FROM t").toArray()];
		});
		expect(seen).toEqual([7, [{ a: 1 }, { a: 3 }]]);
	});
});

describe("the SQL of a Durable Object", () => {
	const inSql = <T>(work: (sql: SqlStorage) => T | Promise<T>): Promise<T> => inStorage(({ sql }) => work(sql));
	const marks = (count: number) => Array.from({ length: count }, (_, n) => `? AS a${n}`).join();
	const ones = (count: number) => Array.from({ length: count }, () => 1);

	it.each<[string, string, string]>([
		["a table that is not there", "SELECT * FROM absent", "no such table: absent: SQLITE_ERROR"],
		["the tables of the platform", "SELECT * FROM _cf_KV", "no such table: _cf_KV: SQLITE_ERROR"],
		[
			"a double value",
			"INSERT INTO t VALUES (1)",
			"UNIQUE constraint failed: t.a: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)",
		],
		[
			"a reference to nothing",
			"INSERT INTO u VALUES (9)",
			"FOREIGN KEY constraint failed: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_FOREIGNKEY)",
		],
		["a pragma that is not for it", "PRAGMA journal_mode", "not authorized: SQLITE_AUTH"],
		["a transaction in SQL", "BEGIN", "please use the state.storage.transaction()"],
		["a savepoint in SQL", "SAVEPOINT a", "please use the state.storage.transaction()"],
		["a statement of more than 100 KB", `SELECT '${"a".repeat(100_001)}'`, "statement too long: SQLITE_TOOBIG"],
		[
			"more than 100 columns",
			`SELECT ${Array.from({ length: 101 }, (_, n) => `1 AS a${n}`)}`,
			"too many columns in result set",
		],
		[
			"more than 5 parts of a union",
			Array.from({ length: 6 }, () => "SELECT 1").join(" UNION ALL "),
			"too many terms in compound SELECT",
		],
		["an expression of more than 100 levels", `SELECT ${ones(102).join("+")}`, "Expression tree is too large"],
		["a LIKE pattern of more than 50 bytes", `SELECT 'a' LIKE '${"a".repeat(51)}'`, "LIKE or GLOB pattern too complex"],
	])("refuses %s", async (_, statement, message) => {
		const error = await inSql(async (sql) => {
			sql.exec("CREATE TABLE t (a INTEGER UNIQUE); CREATE TABLE u (a REFERENCES t (a)); INSERT INTO t VALUES (1)");
			return (await errorOf(() => sql.exec(statement).toArray()))?.message;
		});
		expect(error).toContain(message);
	});

	it("takes as many values as the statement has parameters, and at most 100", async () => {
		const seen = await inSql(async (sql) => [
			Object.keys(sql.exec(`SELECT ${marks(100)}`, ...ones(100)).one()).length,
			(await errorOf(() => sql.exec(`SELECT ${marks(101)}`, ...ones(101))))?.message,
			(await errorOf(() => sql.exec("SELECT ?, ?", 1)))?.message,
			(await errorOf(() => sql.exec("SELECT ?", 1, 2)))?.message,
		]);
		expect(seen[0]).toBe(100);
		expect(seen[1]).toContain("too many SQL variables");
		expect(seen.slice(2)).toEqual(Array(2).fill("Wrong number of parameter bindings for SQL query."));
	});

	it("takes null, numbers, texts and bytes, undefined as null, and anything else as its text", async () => {
		const seen = await inSql((sql) => {
			const { a, b, c, d, e, f } = sql
				.exec<Record<string, SqlStorageValue>>(
					"SELECT ? AS a, ? AS b, ? AS c, ? AS d, ? AS e, ? AS f",
					...([null, 1.5, "é", undefined, true, {}] as SqlStorageValue[]),
				)
				.one();
			const { bytes, view } = sql
				.exec<{ bytes: ArrayBuffer; view: ArrayBuffer }>(
					"SELECT ? AS bytes, ? AS view",
					new Uint8Array([1, 2]).buffer,
					new Uint8Array([9, 3]).subarray(1) as never,
				)
				.one();
			return [a, b, c, d, e, f, [...new Uint8Array(bytes)], [...new Uint8Array(view)]];
		});
		expect(seen).toEqual([null, 1.5, "é", null, "true", "[object Object]", [1, 2], [3]]);
	});

	it("refuses a bigint, and rounds a whole number that is too large for JavaScript", async () => {
		const seen = await inSql(async (sql) => [
			(await errorOf(() => sql.exec("SELECT ?", 5n as never)))?.name,
			sql.exec("SELECT 9007199254740993 AS a").one(),
		]);
		expect(seen).toEqual(["TypeError", { a: 9007199254740992 }]);
	});

	it("gives the values to the last of several statements, and keeps what came before one that fails", async () => {
		const seen = await inSql(async (sql) => {
			sql.exec("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (?)", 7);
			await errorOf(() => sql.exec("INSERT INTO t VALUES (8); INSERT INTO absent VALUES (1)"));
			return sql.exec("SELECT a FROM t").toArray();
		});
		expect(seen).toEqual([{ a: 7 }, { a: 8 }]);
	});

	it("has cursors that are read once, each by itself", async () => {
		const seen = await inSql((sql) => {
			sql.exec("CREATE TABLE t (a INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)");
			const first = sql.exec<{ a: number }>("SELECT a FROM t ORDER BY a");
			const begun = first.next();
			const second = sql.exec<{ a: number }>("SELECT a FROM t ORDER BY a");
			const [rest, all] = [first.toArray(), second.toArray()];
			return [begun, rest, all, first.next()];
		});
		expect(seen).toEqual([
			{ done: false, value: { a: 1 } },
			[{ a: 2 }, { a: 3 }],
			[{ a: 1 }, { a: 2 }, { a: 3 }],
			{ done: true },
		]);
	});

	it("gives columns of one name as one property, whose value is the last, and all of them as a list", async () => {
		const seen = await inSql((sql) => [
			sql.exec("SELECT 1 AS a, 2 AS a").one(),
			[...sql.exec("SELECT 1 AS a, 2 AS a").raw()],
		]);
		expect(seen).toEqual([{ a: 2 }, [[1, 2]]]);
	});

	it("gives the rows of RETURNING, and has the functions for JSON and time", async () => {
		const seen = await inSql((sql) => {
			sql.exec("CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER)");
			return [
				sql.exec("INSERT INTO t (b) VALUES (1), (2) RETURNING a, b").toArray(),
				sql.exec(`SELECT '{"a":1}' ->> 'a' AS a, unixepoch() > 0 AS b`).one(),
			];
		});
		expect(seen).toEqual([
			[
				{ a: 1, b: 1 },
				{ a: 2, b: 2 },
			],
			{ a: 1, b: 1 },
		]);
	});
});
