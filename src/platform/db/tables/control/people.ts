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

/** An OWNER may do everything, STAFF the studio's daily work. */
export const roles = ["OWNER", "STAFF"] as const;
const role = () => text("role", { enum: roles });

/** The hash of an account without a password. No password has this hash. */
export const noPassword = "";

/** The people of a studio. A membership that was not accepted yet is an invitation and gives no rights. */
export const memberships = sqliteTable(
	"memberships",
	{
		tenantId: text("tenant_id")
			.notNull()
			.references(() => tenants.id),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		role: role().notNull().default("OWNER"),
		...created,
		updatedAt: integer("updated_at").notNull().default(0),
		revision: integer("revision").notNull().default(1),
	},
	(t) => [primaryKey({ columns: [t.tenantId, t.userId] }), index("memberships_user").on(t.userId)],
);

/** The mailed links of invitations. Only the hash of a link's token is stored. */
export const invitations = sqliteTable(
	"invitations",
	{
		tenantId: text("tenant_id")
			.notNull()
			.references(() => tenants.id),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		role: role().notNull(),
		hash: text("hash").notNull(),
		expiresAt: integer("expires_at").notNull(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.userId] }),
		uniqueIndex("invitations_hash").on(t.hash),
		index("invitations_user").on(t.userId),
	],
);

/** The sessions of the pages. Only a hash of the cookie's value is stored (contract: Sign-in 4). */
export const sessions = sqliteTable(
	"sessions",
	{
		hash: text("hash").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		expiresAt: integer("expires_at").notNull(),
		/** Names the session on the page of the account. Sessions from before this column have none. */
		id: text("id"),
		/** The name of the browser and its system; null if the service does not know them. */
		browser: text("browser"),
		/** The network from which the person signed in, without the part of the address that names the machine. */
		network: text("network"),
		/** Not written at each use, so it may be a few minutes old. */
		lastUsedAt: integer("last_used_at"),
		...created,
	},
	(t) => [index("sessions_expiry").on(t.expiresAt), index("sessions_user").on(t.userId)],
);

/**
 * Mailed links with which a person confirms the new address of their account. Only the hash of a link's token is stored.
 * For an address that another account has, no link was mailed, so nothing finds its row.
 */
export const emailChanges = sqliteTable(
	"email_changes",
	{
		hash: text("hash").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		email: text("email").notNull(),
		expiresAt: integer("expires_at").notNull(),
		...created,
	},
	(t) => [index("email_changes_user").on(t.userId), index("email_changes_expiry").on(t.expiresAt)],
);

/** Mailed links with which a person may choose a new password once. Only the hash of a link's token is stored. */
export const passwordResets = sqliteTable(
	"password_resets",
	{
		hash: text("hash").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		expiresAt: integer("expires_at").notNull(),
		...created,
	},
	(t) => [index("password_resets_user").on(t.userId), index("password_resets_expiry").on(t.expiresAt)],
);
