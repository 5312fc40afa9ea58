import { and, eq, inArray } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Caller, Ctx } from "../context.ts";
import { studios } from "../db/tables/data/studios.ts";
import { notFound, Problem } from "../problems/problem.ts";

interface TenantsTable extends SQLiteTable {
	id: AnySQLiteColumn<{ data: string }>;
	tenantId: AnySQLiteColumn<{ data: string }>;
}

/**
 * The caller within the tenant of a record that the operator names by its id alone. This asks every data database. A
 * database that does not answer, or hangs, matters only if no other has the record.
 */
export async function inTenantOfRecord(
	caller: Caller,
	table: TenantsTable,
	id: string,
	recordName: string,
): Promise<Ctx> {
	const lookUps = caller.allData().map(async ({ db }): Promise<Ctx> => {
		const [found] = await db
			.select({ tenantId: table.tenantId })
			// This looks at each studio, because an index of ids alone would be one more row to write for each record.
			.from(studios)
			.crossJoin(table)
			// A tenant that moved away may have left a copy.
			.where(
				and(
					inArray(studios.state, ["OPEN", "CLOSING", "LEAVING", "DELETING"]),
					eq(table.tenantId, studios.tenantId),
					eq(table.id, id),
				),
			)
			.limit(1);
		if (!found) throw notFound(recordName);
		return { ...caller, tenantId: found.tenantId as string, db };
	});
	try {
		return await Promise.any(lookUps);
	} catch (error) {
		const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error];
		throw reasons.find((reason) => !(reason instanceof Problem)) ?? notFound(recordName);
	}
}
