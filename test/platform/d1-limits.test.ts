import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { errorOf } from "../support/conformance.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

const d1 = env.DB;
const all = (sql: string, ...params: unknown[]) =>
	d1
		.prepare(sql)
		.bind(...params)
		.all();
const times = (count: number, text: (n: number) => string, separator = ",") =>
	Array.from({ length: count }, (_, n) => text(n)).join(separator);

beforeAll(async () => {
	await d1.prepare("CREATE TABLE lines (id INTEGER PRIMARY KEY, text TEXT)").run();
});

describe("D1 takes", () => {
	it.each([
		["100 columns", `SELECT ${times(100, (n) => `1 AS a${n}`)}`],
		["5 parts of a union", times(5, () => "SELECT 1 AS a", " UNION ALL ")],
		["an expression of 100 levels", `SELECT ${times(100, () => "1", "+")} AS a`],
		["a semicolon at the end", "SELECT 1 AS a;"],
		["numbered parameters", "SELECT ?1 AS a, ?2 AS b, ?1 AS c", 1, 2],
		["numbers of every kind of the service", "SELECT 0.1 AS a, -7 AS b, 1e15 AS c"],
	])("%s", async (_, sql, ...params) => {
		expect(await errorOf(() => all(sql, ...params))).toBeUndefined();
	});

	it("a text of 2 MB, and gives it back", async () => {
		const text = "é".repeat(999_000);
		await d1.prepare("INSERT INTO lines VALUES (1, ?)").bind(text).run();
		expect(await d1.prepare("SELECT text FROM lines WHERE id = 1").first("text")).toBe(text);
	});

	it("numbers as fractions, and infinity and not-a-number as null", async () => {
		expect(
			(await all("SELECT typeof(?) AS a, ? AS b, ? AS c", 1, Number.POSITIVE_INFINITY, Number.NaN)).results,
		).toEqual([{ a: "real", b: null, c: null }]);
	});

	it("foreign keys by default", async () => {
		expect((await all("PRAGMA foreign_keys")).results).toEqual([{ foreign_keys: 1 }]);
	});

	it("the functions for JSON, texts and numbers, which know the letters of English alone", async () => {
		const { results } = await all(
			`SELECT '{"a":[1]}' ->> '$.a[0]' AS json, string_agg(value, ',') AS joined, lower('ÉA') AS lower, 'É' LIKE 'é' AS "like",
				'a' LIKE 'A' AS english, 7 / 2 AS divided, ceil(1.2) AS up, concat('a', NULL, 'b') AS text, unixepoch() > 0 AS time
			FROM json_each('[1,2]')`,
		);
		expect(results).toEqual([
			{ json: 1, joined: "1,2", lower: "Éa", like: 0, english: 1, divided: 3, up: 2, text: "ab", time: 1 },
		]);
	});
});

describe("D1 refuses", () => {
	it.each([
		[
			"more than 100 columns of a result",
			`SELECT ${times(101, (n) => `1 AS a${n}`)}`,
			"too many columns in result set",
		],
		[
			"more than 100 columns of a table",
			`CREATE TABLE wide (${times(101, (n) => `a${n}`)})`,
			"too many columns on wide",
		],
		[
			"more than 5 parts of a union",
			times(6, () => "SELECT 1 AS a", " UNION ALL "),
			"too many terms in compound SELECT",
		],
		[
			"an expression of more than 100 levels",
			`SELECT ${times(102, () => "1", "+")} AS a`,
			"Expression tree is too large",
		],
		["a text of no statement", "", "No SQL statements detected"],
	])("%s", async (_, sql, message) => {
		const error = await errorOf(() => all(sql));
		expect(error?.message).toMatch(/^D1_ERROR: /);
		expect(error?.message).toContain(message);
	});

	it("with an error whose cause has the same words without the mark of D1", async () => {
		const error = await errorOf(() => all("INSERT INTO lines VALUES ('x', 1)"));
		expect([error?.name, error?.message]).toEqual(["Error", "D1_ERROR: datatype mismatch: SQLITE_MISMATCH"]);
		expect(error?.cause).toMatchObject({ message: "datatype mismatch: SQLITE_MISMATCH" });
	});
});

describe("D1 answers", () => {
	it("with what a statement took and changed", async () => {
		const { success, meta } = await d1.prepare("INSERT INTO lines VALUES (100, 'a'), (101, 'b')").run();
		expect(success).toBe(true);
		expect(meta).toMatchObject({ changes: 2, changed_db: true, last_row_id: 101, served_by_primary: true });
		for (const name of ["duration", "rows_read", "rows_written", "size_after", "total_attempts"])
			expect(meta[name], name).toBeTypeOf("number");
	});

	it("with a size that grows by whole pages", async () => {
		const { meta } = await all("SELECT 1");
		await d1.prepare("INSERT INTO lines VALUES (200, ?)").bind("b".repeat(500_000)).run();
		const { meta: after } = await all("SELECT 1");
		expect([meta.size_after % 4096, after.size_after % 4096]).toEqual([0, 0]);
		expect(after.size_after).toBeGreaterThan(meta.size_after);
	});

	it("the changes of each statement of a batch, and its RETURNING", async () => {
		const answers = await d1.batch(
			[
				"INSERT INTO lines VALUES (300, 'r') RETURNING text",
				"SELECT 1 AS a",
				"UPDATE lines SET text = 's' WHERE id = 300 RETURNING text",
				"DELETE FROM lines WHERE id = 999",
			].map((sql) => d1.prepare(sql)),
		);
		expect(answers.map(({ results, meta }) => [results, meta.changes, meta.changed_db])).toEqual([
			[[{ text: "r" }], 1, true],
			[[{ a: 1 }], 0, false],
			[[{ text: "s" }], 1, true],
			[[], 0, false],
		]);
	});

	it("the changes of an upsert and of one that is ignored", async () => {
		await all("INSERT INTO lines VALUES (400, 'a')");
		const ignored = await all("INSERT OR IGNORE INTO lines VALUES (400, 'b'), (401, 'c')");
		const upsert = await all(
			"INSERT INTO lines VALUES (400, 'd') ON CONFLICT (id) DO UPDATE SET text = excluded.text RETURNING text",
		);
		expect([ignored.meta.changes, upsert.results]).toEqual([1, [{ text: "d" }]]);
	});
});

describe("a statement of D1", () => {
	it("can be bound again, each time for itself", async () => {
		const statement = d1.prepare("SELECT ? AS a");
		const [one, two] = [statement.bind(1), statement.bind(2)];
		expect([await two.first("a"), await one.first("a"), await one.bind(3).first("a")]).toEqual([2, 1, 3]);
	});
});

describe("a session of D1", () => {
	it("has no bookmark before its first answer, unless it begins at one", async () => {
		const session = d1.withSession("first-primary");
		expect([session.getBookmark(), d1.withSession("first-unconstrained").getBookmark()]).toEqual([null, null]);
		await session.prepare("SELECT 1").run();
		const bookmark = session.getBookmark() ?? "";
		expect(bookmark).toMatch(/^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/);
		expect(d1.withSession(bookmark).getBookmark()).toBe(bookmark);
	});

	it("keeps its bookmark or raises it when it reads", async () => {
		const session = d1.withSession("first-primary");
		await session.prepare("SELECT 1").run();
		const before = session.getBookmark() ?? "";
		await session.prepare("SELECT 1").run();
		expect((session.getBookmark() ?? "") >= before).toBe(true);
	});
});
