import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { changed, created, json } from "../../columns.ts";
import { tenants } from "./tenants.ts";

export const tiers = ["free", "standard", "pro", "custom"] as const;
export const keyStatuses = ["ACTIVE", "INACTIVE", "REVOKED"] as const;
export const keyModes = ["live", "test"] as const;

export const apiKeys = sqliteTable(
	"api_keys",
	{
		id: text("id").primaryKey(),
		tenantId: text("tenant_id")
			.notNull()
			.references(() => tenants.id),
		name: text("name").notNull(),
		mode: text("mode", { enum: keyModes }).notNull(),
		status: text("status", { enum: keyStatuses }).notNull(),
		scopes: json<string[]>("scopes").notNull(),
		ipAllowlist: json<string[]>("ip_allowlist").notNull(),
		expiresAt: integer("expires_at"),
		/** Null if the key follows the plan of the tenant. */
		rateLimitTier: text("rate_limit_tier", { enum: tiers }),
		rateLimitPerMinute: integer("rate_limit_per_minute"),
		...changed,
	},
	(t) => [index("api_keys_tenant").on(t.tenantId, t.id), index("api_keys_updated").on(t.tenantId, t.updatedAt, t.id)],
);

/** The present value of each key and its earlier ones, as hashes (contract: Credentials 7). */
export const apiKeyValues = sqliteTable(
	"api_key_values",
	{
		hash: text("hash").primaryKey(),
		keyId: text("key_id")
			.notNull()
			.references(() => apiKeys.id),
		hint: text("hint").notNull(),
		/** Null for the current value. A replaced value works until this time. */
		goodUntil: integer("good_until"),
		...created,
	},
	(t) => [
		uniqueIndex("api_key_values_current").on(t.keyId).where(sql`${t.goodUntil} IS NULL`),
		index("api_key_values_key").on(t.keyId, t.goodUntil),
	],
);
