import { and, eq, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Ctx } from "./context.ts";
import { builder } from "./db/statements/builder.ts";
import { notFound } from "./problems/problem.ts";

interface TenantTable extends SQLiteTable {
	tenantId: AnySQLiteColumn;
	id: AnySQLiteColumn;
}

export function recordFinder<T extends TenantTable>(table: T, name: string) {
	const byId = builder
		.select()
		.from(table as SQLiteTable)
		.where(and(eq(table.tenantId, sql.placeholder("tenantId")), eq(table.id, sql.placeholder("id"))))
		.prepare();
	return async ({ db, tenantId }: Pick<Ctx, "db" | "tenantId">, id: string): Promise<T["$inferSelect"]> => {
		const [row] = await db.execute(byId, { tenantId, id });
		if (!row) throw notFound(name);
		return row;
	};
}
