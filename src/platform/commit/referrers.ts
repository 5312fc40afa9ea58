import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../db/database.ts";
import type { RevisedTable } from "../db/record.ts";
import { type Problem, problem } from "../problems/problem.ts";
import { decideAgain, type Meaning } from "./change.ts";
import { type DatabaseRefusal, isStale } from "./transaction/refusals.ts";
import { freedBytesOf, removeIfUnchanged, type Write } from "./write.ts";

type TenantTable = SQLiteTable & { id: AnySQLiteColumn; tenantId: AnySQLiteColumn };

export interface Referrers {
	object: string;
	table: TenantTable;
	where: SQL | undefined;
}

export const referrersIn = (
	object: string,
	table: TenantTable,
	column: AnySQLiteColumn,
	{ tenantId, id }: { tenantId: string; id: string },
): Referrers => ({ object, table, where: and(eq(table.tenantId, tenantId), eq(column, id)) });

/** A refusal if records name the one to delete: the first record of each kind (contract: Wire 36). */
export async function stillReferenced(
	{ db }: { db: Database },
	what: string,
	referrers: readonly Referrers[],
): Promise<Problem | undefined> {
	const first = referrers.map(
		({ object, table, where }) =>
			sql`SELECT * FROM (SELECT ${object} AS object, id FROM ${table} WHERE ${where} LIMIT 1)`,
	);
	const found = await db
		.select({ object: sql<string>`r.object`, id: sql<string>`r.id` })
		.from(sql`(${sql.join(first, sql` UNION ALL `)}) r`);
	if (found.length === 0) return undefined;
	const named = found.map(({ object, id }) => `${object.replaceAll("_", " ")} ${id}`).join(", ");
	return problem("conflict", `The ${what} is still in use: ${named}.`, { referenced_by: found });
}

/** Removes a record only if no others name it at the commit, and nobody has changed it since it was read. */
export function removeUnreferenced(
	table: RevisedTable,
	row: { id: string; revision: number; tenantId: string },
	referrers: readonly Referrers[],
): Write {
	const write = removeIfUnchanged(table, row);
	const conditions = referrers.map(
		({ table: naming, where }) => sql`NOT EXISTS (SELECT 1 FROM ${naming} WHERE ${where})`,
	);
	return { write, condition: sql.join(conditions, sql` AND `), reason: "stale_write", freedBytes: freedBytesOf(write) };
}

/** Another request changed the record, or one that names it came meanwhile. The next decision says which. */
export const refusedRemoval = (refusal: DatabaseRefusal): Meaning =>
	isStale(refusal) || refusal.kind === "foreign_key" ? decideAgain : undefined;
