import * as drizzleOperators from "drizzle-orm";
import { and, asc, desc, eq, getTableColumns, getTableName, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { alias, getTableConfig, SQLiteSyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { drizzle as remoteDrizzle } from "drizzle-orm/sqlite-proxy";
import { expect, it } from "vitest";
import { openStore } from "../../src/platform/db/database.ts";
import * as own from "../../src/platform/db/statements/expression.ts";
import { PlainSelect, type Read } from "../../src/platform/db/statements/plain-select.ts";
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

/** The parts of a SELECT with joins, of Drizzle's builder or of ours. */
type Joined = Record<"innerJoin" | "leftJoin" | "crossJoin" | "where" | "limit", (...args: unknown[]) => Joined> &
	PromiseLike<unknown[]>;

const ofClient = eq(leads.clientId, clients.id);
const other = alias(clients, "other");
const entries = own.sql`json_each(${clients.tags}) j`;
const nested = {
	lead: leads,
	of: { id: clients.id, name: clients.firstName, n: own.sql<number>`length(${clients.id})` },
};
const mixed = { of: { client: clients.id, lead: leads.id, tags: clients.tags } };

const joins: [string, unknown, (from: Joined) => Joined][] = [
	["whole tables", undefined, (from) => from.innerJoin(studios, eq(studios.tenantId, leads.tenantId))],
	["whole tables that may lack", undefined, (from) => from.leftJoin(clients, ofClient).limit(3)],
	["objects that may lack", nested, (from) => from.leftJoin(clients, ofClient)],
	["objects of a table that is there", nested, (from) => from.innerJoin(clients, ofClient)],
	["an object of two tables", mixed, (from) => from.leftJoin(clients, ofClient).where(eq(leads.id, "l"))],
	["columns", { id: leads.id, tags: clients.tags }, (from) => from.crossJoin(clients).where(eq(leads.id, "l"))],
	[
		"three",
		{ s: studios.name, c: clients },
		(from) => from.innerJoin(studios, own.sql`TRUE`).leftJoin(clients, ofClient),
	],
	[
		"a function of the database",
		{ id: leads.id, v: own.sql`j.value` },
		(from) => from.innerJoin(entries, own.sql`j.key = ${1}`),
	],
	[
		"another name of a table",
		{ id: other.id },
		(from) => from.leftJoin(clients, ofClient).innerJoin(other, eq(other.id, clients.id)),
	],
	["an object within an object", { a: { b: { id: leads.id } } }, (from) => from.leftJoin(clients, ofClient)],
];

it.each(joins)("a SELECT with joins of %s is that of Drizzle, and so are its rows", async (_, fields, join) => {
	for (const value of ["[1]", null]) {
		const answers = async (choose: (read: Read) => Joined) => {
			const asked: Statement[] = [];
			const read = async (statement: Statement) => {
				asked.push(statement);
				return [Array.from({ length: 200 }, (_, n) => (n % 2 ? value : null)), Array(200).fill(value)];
			};
			return { rows: await join(choose(read)), asked };
		};
		const remote = (read: Read) => remoteDrizzle(async (text, params) => ({ rows: await read({ sql: text, params }) }));
		const theirs = await answers(
			(read) => (fields ? remote(read).select(fields as never) : remote(read).select()).from(leads) as never,
		);
		const ours = await answers((read) => new PlainSelect(fields as never, leads, read, () => remote(read)) as never);
		equal(ours.asked[0] as Statement, theirs.asked[0] as Statement);
		expect(ours.rows).toEqual(theirs.rows);
	}
});

it("a SELECT with a join and a part of Drizzle's is Drizzle's, with all that came before", () => {
	const { db } = openStore("DATA_1", {} as D1Database);
	const joined = db.select().from(clients).where(eq(clients.id, "a")).leftJoin(leads, eq(leads.clientId, clients.id));
	const expected = builder.select().from(clients).where(eq(clients.id, "a")).leftJoin(leads, ofClient);
	equal(joined.groupBy(clients.id).toSQL(), expected.groupBy(clients.id).toSQL());
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

it("a list of more than ten values takes one parameter", () => {
	const ids = (count: number) => Array.from({ length: count }, (_, n) => `cli_${n} "?`);
	expect(render(own.inArray(clients.id, ids(10))).params).toHaveLength(10);
	for (const condition of [own.inArray(clients.id, ids(1000)), own.sql`${clients.id} IN ${ids(1000)}`]) {
		const { sql: text, params } = render(condition);
		expect(text.toLowerCase()).toBe('"clients"."id" in (select value from json_each(?))');
		expect(params).toEqual([JSON.stringify(ids(1000))]);
	}
});
