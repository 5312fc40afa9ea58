import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { changed, created } from "../../columns.ts";
import { tenants } from "./tenants.ts";

export const users = sqliteTable(
	"users",
	{
		id: text("id").primaryKey(),
		email: text("email").notNull(),
		emailKey: text("email_key").notNull(),
		name: text("name"),
		passwordHash: text("password_hash").notNull(),
		...changed,
	},
	(t) => [uniqueIndex("users_email_key").on(t.emailKey)],
);

export const memberships = sqliteTable(
	"memberships",
	{
		tenantId: text("tenant_id")
			.notNull()
			.references(() => tenants.id),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		...created,
	},
	(t) => [primaryKey({ columns: [t.tenantId, t.userId] }), index("memberships_user").on(t.userId)],
);

/** The sessions of the pages. The database has a hash of the cookie's value alone (contract: Sign-in 4). */
export const sessions = sqliteTable(
	"sessions",
	{
		hash: text("hash").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		expiresAt: integer("expires_at").notNull(),
		...created,
	},
	(t) => [index("sessions_expiry").on(t.expiresAt)],
);
