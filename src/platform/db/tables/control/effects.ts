import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { created, json } from "../../columns.ts";
import { tenants } from "./tenants.ts";

/**
 * What committed changes of this database still have to do in a tenant's data. The effects of a tenant are numbered from
 * 1 on and take effect in this order. Each is deleted once the tenant's database has it.
 */
export const effects = sqliteTable(
	"effects",
	{
		tenantId: text("tenant_id")
			.notNull()
			.references(() => tenants.id),
		number: integer("number").notNull(),
		/** Tells whether the change of this effect has committed. */
		id: text("id").notNull(),
		statements: json<{ sql: string; params: unknown[] }[]>("statements").notNull(),
		...created,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.number] }),
		uniqueIndex("effects_id").on(t.id),
		index("effects_created").on(t.createdAt),
	],
);
