import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The operator's Idempotency-Keys whose answers are in the data database of a tenant, beside their changes. */
export const answersElsewhere = sqliteTable(
	"answers_elsewhere",
	{
		credentialId: text("credential_id").notNull(),
		key: text("key").notNull(),
		fingerprint: text("fingerprint").notNull(),
		tenantId: text("tenant_id").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	(t) => [primaryKey({ columns: [t.credentialId, t.key] }), index("answers_elsewhere_expiry").on(t.expiresAt)],
);
