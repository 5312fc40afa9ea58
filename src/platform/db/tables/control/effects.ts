import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { created, json } from "../../columns.ts";
import { tenants } from "./tenants.ts";

/**
 * The writes to tenants' data that committed changes of this database still need. The effects of a tenant are numbered
 * from 1 on and are applied in this order. Each is deleted once it is in the tenant's data.
 */
export const effects = sqliteTable(
	"effects",
	{
		tenantId: text("tenant_id")
			.notNull()
			.references(() => tenants.id),
		number: integer("number").notNull(),
		/** The proof that the change of this effect has committed. */
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
