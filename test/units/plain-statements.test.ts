import * as drizzleOperators from "drizzle-orm";
import { and, asc, desc, eq, getTableColumns, getTableName, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { getTableConfig, SQLiteSyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { openStore } from "../../src/platform/db/database.ts";
import * as own from "../../src/platform/db/statements/expression.ts";
import { PlainSelect } from "../../src/platform/db/statements/plain-select.ts";
import { insert, remove, update } from "../../src/platform/db/statements/plain-writes.ts";
import { render } from "../../src/platform/db/statements/render.ts";
import type { Statement } from "../../src/platform/db/statements/statement.ts";
import { appointments } from "../../src/platform/db/tables/data/appointments.ts";
import { clients } from "../../src/platform/db/tables/data/clients.ts";
import { leads } from "../../src/platform/db/tables/data/leads.ts";
import { studios } from "../../src/platform/db/tables/data/studios.ts";
import { webhookEndpoints } from "../../src/platform/db/tables/data/webhooks.ts";

const dialect = new SQLiteSyncDialect();
const builder = drizzle(undefined as unknown as D1Database);
const tables: SQLiteTable[] = [appointments, clients, leads, studios, webhookEndpoints];
const named = tables.map((table): [string, SQLiteTable] => [getTableName(table), table]);

const sampleOf = (type: string, n: number): unknown =>
	type === "json" ? { n: ["ü", n] } : type === "boolean" ? n % 2 === 0 : type === "number" ? n : `it's ${n} ?`;

/** A row with a value for each column, or for each other one. */
const rowOf = (table: SQLiteTable, every = 1) =>
	Object.fromEntries(
		Object.entries(getTableColumns(table))
			.map(([name, { dataType }], n) => [name, n % 5 === 4 ? null : sampleOf(dataType, n), n] as const)
			.filter(([, , n]) => n % every === 0),
	);

const equal = (one: Statement, other: { sql: string; params: unknown[] }) =>
	expect({ sql: one.sql, params: one.params }).toEqual({ sql: other.sql, params: other.params });

it.each(named)("writes to %s are those of Drizzle", (_, table) => {
	const { primaryKeys, columns } = getTableConfig(table);
	const [key] = [...primaryKeys.flatMap((one) => one.columns), ...columns];
	const mine = eq(key as never, "x");
	for (const row of [rowOf(table), rowOf(table, 2), { ...rowOf(table), metadata: sql`json(${"{}"})` }]) {
		equal(
			insert(table)
				.values(row as never)
				.toSQL(),
			builder
				.insert(table)
				.values(row as never)
				.toSQL(),
		);
		const set = update(table).set(row as never);
		equal(
			set.where(mine).toSQL(),
			builder
				.update(table)
				.set(row as never)
				.where(mine)
				.toSQL(),
		);
	}
	equal(remove(table).where(mine).toSQL(), builder.delete(table).where(mine).toSQL());
	equal(remove(table).toSQL(), builder.delete(table).toSQL());
});

it("writes that Drizzle must build are Drizzle's", () => {
	const row = rowOf(studios) as never;
	const rows = [row, row] as never;
	equal(insert(studios).values(rows).toSQL(), builder.insert(studios).values(rows).toSQL());
	equal(
		insert(studios).values(row).onConflictDoNothing().toSQL(),
		builder.insert(studios).values(row).onConflictDoNothing().toSQL(),
	);
	const conflict = { target: studios.tenantId, set: { name: "x" } };
	equal(
		insert(studios).values(row).onConflictDoUpdate(conflict).toSQL(),
		builder.insert(studios).values(row).onConflictDoUpdate(conflict).toSQL(),
	);
});

it("an update that sets nothing is a mistake", () => {
	expect(() => update(studios).set({}).toSQL()).toThrow("sets nothing");
});

const one = and(eq(clients.tenantId, "t"), or(inArray(clients.id, ["a", "b"]), isNull(clients.phone)));
const same = sql`${clients.id} IN (SELECT value FROM json_each(${JSON.stringify(["a"])}))`;
const inOther = sql`${clients.id} IN ${builder.select({ id: leads.clientId }).from(leads).where(eq(leads.id, "l"))}`;

it.each([
	["a condition", one],
	["a template", same],
	["a SELECT within", inOther],
	["nothing", undefined],
	["a list", sql`${clients.id} IN ${["a", 1, null]}`],
	["a value of a column", eq(clients.tags, ["a"])],
	["raw text and names", sql`${sql.raw("1 = 1")} AND ${sql.identifier("a")} = ${sql.param(["x"], clients.tags)}`],
	["joined parts", sql`1 IN (${sql.join([sql`1`, sql`${2}`], sql`, `)})`],
])("a SELECT with %s is that of Drizzle, and so are its rows", async (_, condition) => {
	const asked: Statement[] = [];
	const read = async (statement: Statement) => {
		asked.push(statement);
		return [Object.keys(getTableColumns(clients)).map((_, n) => (n % 2 ? null : "[1]"))];
	};
	const remote = () => builder as never;
	const plain = new PlainSelect(undefined, clients, read, remote);
	const rows = await plain.where(condition).orderBy(desc(clients.id), asc(clients.email)).limit(3);
	const expected = builder
		.select()
		.from(clients)
		.where(condition)
		.orderBy(desc(clients.id), asc(clients.email))
		.limit(3);
	equal(asked[0] as Statement, expected.toSQL());
	equal(render(sql`${plain}`), inParentheses(expected));
	expect(rows[0]).toMatchObject({ id: "[1]", tenantId: null });
	expect(Object.keys(rows[0] as object)).toEqual(Object.keys(getTableColumns(clients)));
});

const inParentheses = (query: { toSQL(): { sql: string; params: unknown[] } }) => {
	const { sql: text, params } = query.toSQL();
	return { sql: `(${text})`, params };
};

it("a SELECT of some fields is that of Drizzle, and decodes each by its column", async () => {
	const fields = { tags: clients.tags, isBlocked: clients.isBlocked, n: sql<number>`length(${clients.email}) + ${1}` };
	const asked: Statement[] = [];
	const read = async (statement: Statement) => {
		asked.push(statement);
		return [['["a"]', 1, 7]];
	};
	const plain = new PlainSelect(fields, clients, read, () => builder as never);
	expect(await plain.where(eq(clients.id, "a"))).toEqual([{ tags: ["a"], isBlocked: true, n: 7 }]);
	equal(asked[0] as Statement, builder.select(fields).from(clients).where(eq(clients.id, "a")).toSQL());
});

it("a SELECT with a join is Drizzle's, with its condition", () => {
	const { db } = openStore("DATA_1", {} as D1Database);
	const joined = db.select().from(clients).where(eq(clients.id, "a")).innerJoin(leads, eq(leads.clientId, clients.id));
	const expected = builder.select().from(clients).where(eq(clients.id, "a"));
	equal(joined.toSQL(), expected.innerJoin(leads, eq(leads.clientId, clients.id)).toSQL());
});

type Operators = Pick<typeof own, keyof typeof own & keyof typeof drizzleOperators>;
const { id, status, startAt, metadata: json } = getTableColumns(appointments);

const expressions: [string, (of: Operators) => SQL | undefined][] = [
	[
		"comparisons",
		({ and, eq, ne, gt, gte, lt, lte }) =>
			and(eq(id, "a"), ne(id, "b"), gt(startAt, 1), gte(startAt, 2), lt(startAt, 3), lte(startAt, 4)),
	],
	[
		"a comparison of columns, of an expression and of null",
		({ and, eq, sql }) => and(eq(id, status), eq(sql`1 + ${startAt}`, 3), eq(json, null as never), eq(id, sql`${7}`)),
	],
	["a value that its column encodes", ({ eq }) => eq(json, { n: 1 } as never)],
	["nothing", ({ and }) => and(undefined, undefined)],
	["one condition", ({ or, isNull }) => or(undefined, isNull(id))],
	["alternatives", ({ or, and, isNull, isNotNull }) => or(isNull(id), and(isNotNull(id), isNull(status)))],
	["lists", ({ and, inArray }) => and(inArray(id, ["a", "b"]), inArray(id, []))],
	["orders", ({ sql, asc, desc }) => sql`ORDER BY ${asc(id)}, ${desc(startAt)}`],
	[
		"texts",
		({ sql }) =>
			sql`${sql.raw("it's ?")} ${sql.identifier("x")} ${appointments} ${undefined} ${null} ${sql.param("p")} ${[1, 2]}`,
	],
	[
		"joined parts",
		({ sql }) =>
			sql`${sql.join([sql`a`, sql`${1}`], sql` AND `)} ${sql.join([1, 2], sql`, ${3} `)} ${sql.join([sql`x`, 5])} ${sql.join([], sql`, `)}`,
	],
	["nothing in between", ({ sql }) => sql``],
];

it.each(expressions)("an expression of %s is that of Drizzle, in either renderer and each time", (_, make) => {
	const [ours, theirs] = [make(own), make(drizzleOperators)];
	expect(ours === undefined).toBe(theirs === undefined);
	if (!ours || !theirs) return;
	const expected = dialect.sqlToQuery(theirs);
	equal(dialect.sqlToQuery(ours), expected);
	equal(render(ours), expected);
	equal(render(ours), expected);
});
