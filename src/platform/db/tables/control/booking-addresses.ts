import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The tenant of each address of an artist's page. An address does not contain the tenant, so it is unique in the whole
 * service. Among the artists of one tenant the tenant's data decides.
 */
export const bookingAddresses = sqliteTable(
	"booking_addresses",
	{
		slug: text("slug").primaryKey(),
		tenantId: text("tenant_id").notNull(),
		/** Until then the change that wants the address may still commit. Later the tenant's data shows whether it did. */
		heldUntil: integer("held_until"),
	},
	(t) => [
		index("booking_addresses_tenant").on(t.tenantId),
		index("booking_addresses_held").on(t.heldUntil).where(sql`${t.heldUntil} IS NOT NULL`),
	],
);
