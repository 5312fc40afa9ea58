import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

const d1 = env.DB;
const run = (sql: string, ...params: unknown[]) =>
	d1
		.prepare(sql)
		.bind(...params)
		.run();
const messageOf = (work: () => Promise<unknown> | unknown): Promise<string> =>
	(async () => await work())().then(
		() => "no error",
		(error: Error) => error.message,
	);

beforeAll(async () => {
	await d1.batch(
		[
			"CREATE TABLE shelves (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, height INTEGER CHECK (height > 0))",
			"CREATE TABLE books (id INTEGER PRIMARY KEY, shelf INTEGER REFERENCES shelves (id), title TEXT, cover BLOB)",
			"CREATE TABLE moved (book INTEGER)",
			"CREATE TRIGGER books_move AFTER UPDATE OF shelf ON books BEGIN INSERT INTO moved VALUES (NEW.id); END",
			"CREATE TRIGGER books_stay BEFORE DELETE ON books WHEN OLD.title = 'fixed' BEGIN SELECT RAISE(ABORT, 'it stays'); END",
			"INSERT INTO shelves VALUES (1, 'low', 1), (2, 'high', 2)",
		].map((sql) => d1.prepare(sql)),
	);
});

describe("D1 takes values", () => {
	it.each([
		["null", null, null],
		["a whole number", 7, 7],
		["a fraction", 0.1, 0.1],
		["the greatest safe number", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
		["a text with every plane of Unicode", "é漢😀", "é漢😀"],
		["a text with a null character", "a\0b", "a\0b"],
		["true as 1", true, 1],
		["false as 0", false, 0],
		["bytes as a list of numbers", new Uint8Array([1, 0, 255]).buffer, [1, 0, 255]],
		["a view of bytes", new Uint8Array([9, 1, 0, 255]).subarray(1, 3), [1, 0]],
	])("%s", async (_, given, shown) => {
		expect(await d1.prepare("SELECT ? AS v").bind(given).first("v")).toEqual(shown);
	});

	it.each([
		["undefined", undefined],
		["a bigint", 1n],
		["a function", () => 1],
		["an object", {}],
	])("but not %s", async (_, given) => {
		expect(await messageOf(() => d1.prepare("SELECT ?").bind(given))).toMatch(
			/^D1_TYPE_ERROR: Type '\w+' not supported/,
		);
	});
});

describe("D1 answers", () => {
	it("with columns of one name as one property, whose value is the last", async () => {
		const { results } = await run("SELECT 1 AS id, 2 AS other, 3 AS id");
		expect(results).toEqual([{ id: 3, other: 2 }]);
		expect(Object.keys(results[0] ?? {})).toEqual(["id", "other"]);
	});

	it("with rows as lists, and with the names of the columns if they are asked for", async () => {
		const statement = d1.prepare("SELECT 1 AS a, 2 AS a");
		expect(await statement.raw()).toEqual([[1, 2]]);
		expect(await statement.raw({ columnNames: true })).toEqual([
			["a", "a"],
			[1, 2],
		]);
	});

	it("the first row with null if there is none, and refuses a column that is not there", async () => {
		expect(await d1.prepare("SELECT 1 AS a WHERE 0").first()).toBeNull();
		expect(await d1.prepare("SELECT 1 AS a WHERE 0").first("a")).toBeNull();
		expect(await messageOf(() => d1.prepare("SELECT 1 AS a").first("b"))).toContain("D1_COLUMN_NOTFOUND");
	});

	it("how many rows changed, those that triggers changed included", async () => {
		await run("INSERT INTO books (id, shelf, title) VALUES (1, 1, 'one'), (2, 1, 'two')");
		const { meta } = await run("UPDATE books SET shelf = 2 WHERE shelf = 1");
		expect(meta.changes).toBe(4);
		expect((await run("UPDATE books SET shelf = 2 WHERE id = 99")).meta).toMatchObject({
			changes: 0,
			changed_db: false,
		});
		expect((await run("SELECT * FROM books")).meta).toMatchObject({ changes: 0, changed_db: false });
	});

	it("the rows of RETURNING with the number of changes", async () => {
		const { results, meta } = await run("INSERT INTO shelves (name) VALUES ('a'), ('b') RETURNING name");
		expect(results).toEqual([{ name: "a" }, { name: "b" }]);
		expect(meta.changes).toBe(2);
	});

	it("the id of the last row that was inserted", async () => {
		const { meta } = await run("INSERT INTO shelves (id, name) VALUES (77, 'last')");
		expect(meta.last_row_id).toBe(77);
	});
});

describe("a batch of D1", () => {
	it("is one transaction: a statement that fails undoes those before it", async () => {
		const before = await d1.prepare("SELECT count(*) AS n FROM shelves").first("n");
		const statements = ["INSERT INTO shelves (name) VALUES ('new')", "INSERT INTO shelves (name) VALUES ('low')"];
		expect(await messageOf(() => d1.batch(statements.map((sql) => d1.prepare(sql))))).toContain("UNIQUE");
		expect(await d1.prepare("SELECT count(*) AS n FROM shelves").first("n")).toBe(before);
	});

	it("answers each statement, and a later one sees what an earlier one wrote", async () => {
		const answers = await d1.batch([
			d1.prepare("INSERT INTO shelves (name) VALUES ('seen')"),
			d1.prepare("SELECT changes() AS n"),
			d1.prepare("SELECT name FROM shelves WHERE name = 'seen'"),
		]);
		expect(answers.map(({ results }) => results)).toEqual([[], [{ n: 1 }], [{ name: "seen" }]]);
	});

	it("runs after an index was dropped", async () => {
		const batch = () => d1.batch([d1.prepare("SELECT 1"), d1.prepare("SELECT 2")]);
		await batch();
		await run("CREATE INDEX books_by_title ON books (title)");
		await run("DROP INDEX books_by_title");
		expect(await batch()).toHaveLength(2);
	});

	it("without statements is refused", async () => {
		expect(await messageOf(() => d1.batch([]))).toMatch(/No SQL statements detected/);
	});

	it("takes the writes of others before it or after it, and never between", async () => {
		await run("CREATE TABLE counted (n INTEGER)");
		await run("INSERT INTO counted VALUES (0)");
		const add = () =>
			d1.batch([
				d1.prepare("UPDATE counted SET n = n + 1"),
				d1.prepare("SELECT n FROM counted"),
				d1.prepare("UPDATE counted SET n = n + 1"),
			]);
		const answers = await Promise.all(Array.from({ length: 20 }, add));
		const seen = answers.map(([, read]) => ((read?.results ?? []) as { n: number }[])[0]?.n);
		expect(seen.every((n) => n !== undefined && n % 2 === 1)).toBe(true);
		expect(await d1.prepare("SELECT n FROM counted").first("n")).toBe(40);
	});
});

describe("D1 refuses", () => {
	it.each([
		[
			"a double value",
			"INSERT INTO shelves (name) VALUES ('low')",
			"UNIQUE constraint failed: shelves.name: SQLITE_CONSTRAINT",
			"UNIQUE",
		],
		[
			"a double key",
			"INSERT INTO shelves (id, name) VALUES (1, 'x')",
			"UNIQUE constraint failed: shelves.id: SQLITE_CONSTRAINT",
			"PRIMARYKEY",
		],
		[
			"a value that is missing",
			"INSERT INTO shelves (id) VALUES (9)",
			"NOT NULL constraint failed: shelves.name: SQLITE_CONSTRAINT",
			"NOTNULL",
		],
		[
			"a value against a check",
			"INSERT INTO shelves (name, height) VALUES ('y', 0)",
			"CHECK constraint failed: height > 0: SQLITE_CONSTRAINT",
			"CHECK",
		],
		[
			"a reference to nothing",
			"INSERT INTO books (shelf) VALUES (12345)",
			"FOREIGN KEY constraint failed: SQLITE_CONSTRAINT",
			"FOREIGNKEY",
		],
	])("%s, and names the constraint", async (_, sql, message, extended) => {
		expect(await messageOf(() => run(sql))).toBe(`D1_ERROR: ${message} (extended: SQLITE_CONSTRAINT_${extended})`);
	});

	it("a change that a trigger refuses, in the trigger's words", async () => {
		await run("INSERT INTO books (id, title) VALUES (50, 'fixed')");
		expect(await messageOf(() => run("DELETE FROM books WHERE id = 50"))).toBe(
			"D1_ERROR: it stays: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_TRIGGER)",
		);
	});

	it.each([
		["a table that is not there", "SELECT * FROM absent", "no such table: absent"],
		["a column that is not there", "SELECT absent FROM books", "no such column: absent"],
		["a text that is no SQL", "SELEKT 1", 'near "SELEKT": syntax error'],
		["JSON that is none", "SELECT json('x')", "malformed JSON"],
	])("%s", async (_, sql, message) => {
		expect(await messageOf(() => run(sql))).toContain(`D1_ERROR: ${message}`);
	});

	it("more than 100 parameters", async () => {
		const marks = (n: number) => `SELECT ${Array.from({ length: n }, () => "?").join()}`;
		const ones = (n: number) => Array.from({ length: n }, () => 1);
		expect(await messageOf(() => run(marks(100), ...ones(100)))).toBe("no error");
		expect(await messageOf(() => run(marks(101), ...ones(101)))).toContain("too many SQL variables");
	});

	it("a number of parameters that is not the statement's", async () => {
		expect(await messageOf(() => run("SELECT ?, ?", 1))).toMatch(/^D1_ERROR/);
		expect(await messageOf(() => run("SELECT ?", 1, 2))).toMatch(/^D1_ERROR/);
	});

	it("a statement of more than 100 KB", async () => {
		expect(await messageOf(() => run(`SELECT '${"a".repeat(99_000)}' AS v`))).toBe("no error");
		expect(await messageOf(() => run(`SELECT '${"a".repeat(100_001)}' AS v`))).toContain("statement too long");
	});

	it("a LIKE pattern of more than 50 bytes", async () => {
		expect(await messageOf(() => run("SELECT 'a' LIKE ?", "a".repeat(50)))).toBe("no error");
		expect(await messageOf(() => run("SELECT 'a' LIKE ?", "a".repeat(51)))).toContain(
			"LIKE or GLOB pattern too complex",
		);
	});

	it.each(["BEGIN", "COMMIT", "SAVEPOINT a", "SELECT sqlite_version()", "ATTACH 'x' AS y", "PRAGMA journal_mode"])(
		"%s",
		async (sql) => {
			expect(await messageOf(() => run(sql))).not.toBe("no error");
		},
	);
});

describe("a session of D1", () => {
	it("reads its own writes, and its bookmark rises with each of them", async () => {
		const session = d1.withSession("first-primary");
		const bookmarks: string[] = [];
		for (let n = 0; n < 3; n++) {
			await session.batch([session.prepare("INSERT INTO shelves (name) VALUES (?)").bind(`session ${n}`)]);
			bookmarks.push(session.getBookmark() ?? "");
			expect(await session.prepare("SELECT count(*) AS n FROM shelves WHERE name LIKE 'session %'").first("n")).toBe(
				n + 1,
			);
		}
		expect(bookmarks).toEqual([...new Set(bookmarks)].sort());
	});

	it("that begins at a bookmark sees at least that write", async () => {
		const first = d1.withSession("first-primary");
		await first.prepare("INSERT INTO shelves (name) VALUES ('marked')").run();
		const second = d1.withSession(first.getBookmark() ?? "");
		expect(await second.prepare("SELECT name FROM shelves WHERE name = 'marked'").first("name")).toBe("marked");
	});
});
