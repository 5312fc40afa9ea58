import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Whose artist's page an address is. It names no tenant, so it is unique in the whole service. Among the artists of one
 * tenant the tenant's data decides.
 */
export const bookingAddresses = sqliteTable(
	"booking_addresses",
	{
		slug: text("slug").primaryKey(),
		tenantId: text("tenant_id").notNull(),
		/** Until then the change that wants the address may still commit. After it the tenant's data tells. */
		heldUntil: integer("held_until"),
	},
	(t) => [
		index("booking_addresses_tenant").on(t.tenantId),
		index("booking_addresses_held").on(t.heldUntil).where(sql`${t.heldUntil} IS NOT NULL`),
	],
);
