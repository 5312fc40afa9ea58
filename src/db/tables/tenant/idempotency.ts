import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, flag } from "../../columns.ts";

export const idempotencyRecords = sqliteTable(
	"idempotency_records",
	{
		tenantId: text("tenant_id").notNull(),
		/** The key or OAuth app that sent it: each has its own namespace. */
		credentialId: text("credential_id").notNull(),
		key: text("key").notNull(),
		fingerprint: text("fingerprint").notNull(),
		status: integer("status").notNull(),
		contentType: text("content_type").notNull(),
		location: text("location"),
		body: text("body").notNull(),
		/** The body holds a secret and is stored sealed. */
		sealed: flag("sealed"),
		expiresAt: integer("expires_at").notNull(),
		...created,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.credentialId, t.key] }),
		index("idempotency_records_expiry").on(t.expiresAt),
	],
);
