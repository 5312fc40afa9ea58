import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, flag } from "../../columns.ts";

/** The table is its own primary key (WITHOUT ROWID): an answer is one row to write. */
export const idempotencyRecords = sqliteTable(
	"idempotency_records",
	{
		tenantId: text("tenant_id").notNull(),
		/** The sender, such as an API key or an OAuth app. Each has its own keys (contract: Idempotency 4). */
		credentialId: text("credential_id").notNull(),
		key: text("key").notNull(),
		fingerprint: text("fingerprint").notNull(),
		status: integer("status").notNull(),
		contentType: text("content_type").notNull(),
		location: text("location"),
		etag: text("etag"),
		body: text("body").notNull(),
		/** The body contains a secret and is encrypted (contract: Idempotency 13). */
		sealed: flag("sealed"),
		expiresAt: integer("expires_at").notNull(),
		...created,
	},
	(t) => [primaryKey({ columns: [t.tenantId, t.credentialId, t.key] })],
);
