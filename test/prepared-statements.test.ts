import { env } from "cloudflare:workers";
import { eq, getTableColumns, getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { openStore } from "../src/platform/db/database.ts";
import { safeMessage } from "../src/platform/db/errors.ts";
import { builder } from "../src/platform/db/statements/builder.ts";
import { insertRow } from "../src/platform/db/statements/insert-row.ts";
import { idempotencyRecords } from "../src/platform/db/tables/both/idempotency.ts";
import { memberships, users } from "../src/platform/db/tables/control/people.ts";
import { tenants } from "../src/platform/db/tables/control/tenants.ts";
import { appointments } from "../src/platform/db/tables/data/appointments.ts";
import { auditEntries } from "../src/platform/db/tables/data/audit-log.ts";
import { clients } from "../src/platform/db/tables/data/clients.ts";
import { leads } from "../src/platform/db/tables/data/leads.ts";
import { newStudio } from "./support/studio.ts";
import { newTenant } from "./support/world.ts";

const open = (id: "DB" | "DATA_1" | "DATA_2") => openStore(id, env[id as "DB"]);

const clientById = builder
	.select()
	.from(clients)
	.where(eq(clients.id, sql.placeholder("id")))
	.prepare();

describe("a prepared SELECT", () => {
	it("answers as one that is built for the call, with values as the columns decode them", async () => {
		const client = { tags: ["flash"], metadata: { a: "b" }, is_blocked: true };
		const { clientId: id } = await newStudio({ database: "DATA_1", client });
		const { db } = open("DATA_1");
		const found = await db.execute(clientById, { id });
		expect(found).toEqual(await db.select().from(clients).where(eq(clients.id, id)));
		expect(found).toMatchObject([{ id, tags: ["flash"], metadata: { a: "b" }, isBlocked: true, notes: null }]);
	});

	it("reads from the database of each call, also when two calls run at the same time", async () => {
		const [one, two] = [await newStudio({ database: "DATA_1" }), await newStudio({ database: "DATA_2" })];
		const readers = [open("DATA_1"), open("DATA_2")];
		const read = (id: string) => Promise.all(readers.map(({ db }) => db.execute(clientById, { id })));
		const [ofOne, ofTwo] = await Promise.all([read(one.clientId), read(two.clientId)]);
		expect(ofOne.map((rows) => rows.map(({ id }) => id))).toEqual([[one.clientId], []]);
		expect(ofTwo.map((rows) => rows.map(({ id }) => id))).toEqual([[], [two.clientId]]);
	});

	it("gives null for the table that a left join did not find", async () => {
		const id = await newTenant({ name: "Anchor" });
		const ofTenant = builder
			.select({ tenant: tenants, of: memberships, user: { name: users.name } })
			.from(tenants)
			.leftJoin(memberships, eq(memberships.tenantId, tenants.id))
			.leftJoin(users, eq(users.id, memberships.userId))
			.where(eq(tenants.id, sql.placeholder("id")))
			.prepare();
		expect(await open("DB").db.execute(ofTenant, { id })).toMatchObject([
			{ tenant: { id, name: "Anchor" }, of: null, user: null },
		]);
	});

	it("that fails tells the log none of its values, and neither does one that is built for the call", async () => {
		const { db } = open("DATA_1");
		const broken = { x: sql`nonsense(${sql.placeholder("word")})` };
		const word = "ana@example.com";
		const failures = await Promise.allSettled([
			db.execute(builder.select(broken).from(clients).prepare(), { word }),
			db.select({ x: sql`nonsense(${word})` }).from(clients),
		]);
		const messages = failures.map((failure) => "reason" in failure && safeMessage(failure.reason));
		for (const message of messages) {
			expect(message).toContain("nonsense");
			expect(message).not.toContain(word);
		}
	});

	it("is refused without a value for each of its placeholders", async () => {
		await expect(open("DATA_1").db.execute(clientById, {})).rejects.toThrow("id");
	});
});

const sampleOf = (type: string, n: number): unknown =>
	type === "json" ? { n: ["ü", n] } : type === "boolean" ? n % 2 === 0 : type === "number" ? n : `it's ${n} ?`;

/** A row with a value for each column, but for each third one. */
const rowOf = (table: SQLiteTable, missing: null | undefined) =>
	Object.fromEntries(
		Object.entries(getTableColumns(table)).map(([name, { dataType }], n) => [
			name,
			n % 3 === 2 ? missing : sampleOf(dataType, n),
		]),
	) as never;

describe("a row", () => {
	const tables: SQLiteTable[] = [appointments, auditEntries, clients, idempotencyRecords, leads];

	it.each(tables.map((table) => [getTableName(table), table] as const))(
		"of %s is inserted as Drizzle does it",
		(_, table) => {
			const { sql: text, params } = builder.insert(table).values(rowOf(table, null)).toSQL();
			expect(insertRow(table, rowOf(table, null)).toSQL()).toEqual({ sql: text, params });
		},
	);

	it("that lacks values gets the defaults of the columns, and otherwise null", () => {
		const row = { id: "cli_1", tenantId: "ten_1", email: "ana@example.com", emailKey: "ana", firstName: "Ana" };
		const { sql: text, params } = insertRow(clients, { ...row, createdAt: 1, updatedAt: 1 } as never).toSQL();
		const columns = Object.values(getTableColumns(clients)).map(({ name }) => name);
		const [names, places] = [columns.map((name) => `"${name}"`).join(", "), columns.map(() => "?").join(", ")];
		expect(text).toBe(`insert into "clients" (${names}) values (${places})`);
		const values = Object.fromEntries(columns.map((name, n) => [name, params[n]]));
		expect(values).toMatchObject({
			id: "cli_1",
			revision: 1,
			is_blocked: 0,
			metadata: "{}",
			notes: null,
			address: null,
		});
	});
});
