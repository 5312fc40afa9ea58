import { describe, expect, it } from "vitest";
import { AllDatabases } from "./support/all-databases.ts";

const tenantAt = (n: number) => `ten_${String(n).padStart(32, "0")}`;
/** The first tenant is in DATA_1, the second in DATA_2. */
const homes: Record<string, string> = { [tenantAt(1)]: "DATA_1", [tenantAt(2)]: "DATA_2" };

/** The databases record their statements, and answer with the given rows. */
function threeDatabases(answers: Record<string, Record<string, unknown>[]> = {}) {
	const sent: string[] = [];
	const answer = (binding: string, sql: string, params: unknown[]) => {
		if (sql.includes("sqlite_master"))
			return (binding === "DB" ? ["tenants", "users", "mails"] : ["clients", "deliveries", "mails"]).map((name) => ({
				name,
			}));
		if (sql.includes("FROM tenants")) {
			const ids: string[] = JSON.parse(String(params[0]));
			return [...new Set(ids.flatMap((id) => homes[id] ?? []))].map((home) => ({ binding: home }));
		}
		sent.push(`${binding}: ${sql}`);
		return answers[binding] ?? [];
	};
	const named = (binding: string) => {
		const run = ({ sql, params }: { sql: string; params: unknown[] }) => ({
			success: true,
			results: answer(binding, sql, params),
			meta: { changes: 1, rows_read: 2, rows_written: 3 },
		});
		const statement = (sql: string, params: unknown[]): object => ({
			sql,
			params,
			bind: (...bound: unknown[]) => statement(sql, bound),
			all: async () => run({ sql, params }),
		});
		return {
			prepare: (sql: string) => statement(sql, []),
			batch: async (statements: { sql: string; params: unknown[] }[]) => statements.map(run),
		};
	};
	const databases = new AllDatabases({ DATA_2: named("DATA_2"), DB: named("DB"), DATA_1: named("DATA_1"), OTHER: "x" });
	return { databases, sent };
}

/** The databases that get a statement with these parameters. */
async function placesOf(sql: string, ...params: unknown[]): Promise<string[]> {
	const { databases, sent } = threeDatabases();
	await databases
		.prepare(sql)
		.bind(...params)
		.run();
	return sent.map((one) => one.slice(0, one.indexOf(":")));
}

describe("a statement goes", () => {
	it.each<[string, string, unknown[], string[]]>([
		["to control with a table of control", "SELECT * FROM users WHERE id = ?", ["usr"], ["DB"]],
		["to control, whatever tenant it names", "UPDATE users SET name = ?", [tenantAt(2)], ["DB"]],
		["to the tenant's database", "INSERT INTO clients (tenant_id) VALUES (?)", [tenantAt(2)], ["DATA_2"]],
		["to that of a tenant in its text", `DELETE FROM clients WHERE tenant_id = '${tenantAt(1)}'`, [], ["DATA_1"]],
		[
			"to those of both tenants",
			"SELECT * FROM clients WHERE tenant_id IN (?, ?)",
			Object.keys(homes),
			["DATA_1", "DATA_2"],
		],
		["to all data databases without a tenant", 'SELECT * FROM "clients"', [], ["DATA_1", "DATA_2"]],
		["to all of them with a tenant of none", "DELETE FROM `clients` WHERE id = ?", [tenantAt(3)], ["DATA_1", "DATA_2"]],
		["to the tenant's with a table of all", "SELECT * FROM mails WHERE tenant_id = ?", [tenantAt(1)], ["DATA_1"]],
		["everywhere with a table of all", "SELECT * FROM mails", [], ["DB", "DATA_1", "DATA_2"]],
	])("%s", async (_, sql, params, places) => expect(await placesOf(sql, ...params)).toEqual(places));

	it("nowhere if it inserts rows of an unknown tenant", async () => {
		for (const sql of [
			"INSERT INTO clients SELECT * FROM clients",
			"INSERT OR REPLACE INTO mails (tenant_id) VALUES ('x')",
		])
			await expect(placesOf(sql)).rejects.toThrow("Name the tenant");
		await expect(placesOf("INSERT INTO clients VALUES (?, ?)", ...Object.keys(homes))).rejects.toThrow(
			"Name the tenant",
		);
	});

	it("nowhere if no database has its tables", async () => {
		await expect(placesOf("SELECT * FROM clients JOIN users")).rejects.toThrow("No database has all");
		await expect(placesOf("SELECT * FROM nothing")).rejects.toThrow("names no table");
	});
});

describe("the answers of several databases become one:", () => {
	const { databases } = threeDatabases({ DATA_1: [{ n: 3 }], DATA_2: [{ n: 4 }] });

	it("their rows and what they counted", async () => {
		const { results, meta } = await databases.prepare("DELETE FROM clients RETURNING n").run();
		expect(results).toEqual([{ n: 3 }, { n: 4 }]);
		expect(meta).toMatchObject({ changes: 2, rows_read: 4, rows_written: 6 });
		expect(await databases.prepare("SELECT n FROM clients").first("n")).toBe(3);
	});

	it.each([
		["SELECT count(*) AS n FROM clients", 7],
		["SELECT sum(size) AS n FROM clients", 7],
		["SELECT max(size) AS n FROM clients", 4],
		["SELECT min(size) AS n FROM clients", 3],
	])("%s", async (sql, n) => {
		expect(await databases.prepare(sql).first("n")).toBe(n);
		expect((await databases.prepare(sql).all()).results).toEqual([{ n }]);
	});

	it("a column that no row has is an error", async () => {
		await expect(databases.prepare("SELECT n FROM clients").first("m")).rejects.toThrow("no column m");
	});
});

it("a batch asks control first, keeps the order in each database, and answers in the order of its statements", async () => {
	const { databases, sent } = threeDatabases({ DB: [{ at: 0 }], DATA_1: [{ at: 1 }], DATA_2: [{ at: 2 }] });
	const answers = await databases.batch([
		databases.prepare("UPDATE clients SET a = 1"),
		databases.prepare("INSERT INTO deliveries VALUES (1)", tenantAt(2)),
		databases.prepare("UPDATE users SET b = 1"),
	]);
	expect(sent).toEqual([
		"DB: UPDATE users SET b = 1",
		"DATA_1: UPDATE clients SET a = 1",
		"DATA_2: UPDATE clients SET a = 1",
		"DATA_2: INSERT INTO deliveries VALUES (1)",
	]);
	expect(answers.map(({ results }) => results)).toEqual([[{ at: 1 }, { at: 2 }], [{ at: 2 }], [{ at: 0 }]]);
});

it("a single database gets every statement, in one transaction", async () => {
	const batches: unknown[] = [];
	const prepare = (sql: string) => ({ bind: () => sql });
	const batch = async (statements: string[]) => {
		batches.push(statements);
		return statements.map((sql) => ({ results: [sql], meta: {} }));
	};
	const databases = new AllDatabases({ DB: { prepare, batch } });
	await databases.batch([databases.prepare("SELECT 1"), databases.prepare("DELETE FROM clients")]);
	expect(batches).toEqual([["SELECT 1", "DELETE FROM clients"]]);
});
