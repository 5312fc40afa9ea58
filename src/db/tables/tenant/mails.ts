import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, json } from "../../columns.ts";

/** Mails to send, written with the change they tell of and gone once they were handed over. */
export const mails = sqliteTable(
	"mails",
	{
		id: text("id").primaryKey(),
		tenantId: text("tenant_id").notNull(),
		kind: text("kind").notNull(),
		data: json<Record<string, unknown>>("data").notNull(),
		/** Someone is sending it until then. */
		claimedUntil: integer("claimed_until").notNull().default(0),
		failures: integer("failures").notNull().default(0),
		...created,
	},
	(t) => [index("mails_claimed").on(t.claimedUntil)],
);
