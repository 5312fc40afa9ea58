import { and, eq } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Caller, Ctx } from "../context.ts";
import { studios } from "../db/tables/data/studios.ts";
import { notFound, Problem } from "../problems/problem.ts";

interface TenantsTable extends SQLiteTable {
	id: AnySQLiteColumn<{ data: string }>;
	tenantId: AnySQLiteColumn<{ data: string }>;
}

/**
 * The caller within the tenant of a record that the operator names by its id alone. Every data database is asked. One
 * that does not answer, or hangs, matters only when no other has the record.
 */
export async function inTenantOfRecord(caller: Caller, table: TenantsTable, id: string, what: string): Promise<Ctx> {
	const asked = caller.allData().map(async ({ db }): Promise<Ctx> => {
		const [found] = await db
			.select({ tenantId: table.tenantId })
			.from(table)
			// A tenant that moved away may have left a copy.
			.innerJoin(studios, and(eq(studios.tenantId, table.tenantId), eq(studios.state, "OPEN")))
			.where(eq(table.id, id));
		if (!found) throw notFound(what);
		return { ...caller, tenantId: found.tenantId as string, db };
	});
	try {
		return await Promise.any(asked);
	} catch (error) {
		const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error];
		throw reasons.find((reason) => !(reason instanceof Problem)) ?? notFound(what);
	}
}
