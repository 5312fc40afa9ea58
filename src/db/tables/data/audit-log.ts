import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, flag, json } from "../../columns.ts";

/** Who or what can make a change. */
export const actorTypes = ["api_key", "oauth_app", "user", "operator", "system"] as const;

export type ActorType = (typeof actorTypes)[number];

export const auditEntries = sqliteTable(
	"audit_entries",
	{
		id: text("id").primaryKey(),
		tenantId: text("tenant_id").notNull(),
		action: text("action").notNull(),
		resourceId: text("resource_id").notNull(),
		actorType: text("actor_type", { enum: actorTypes }).notNull(),
		actorId: text("actor_id"),
		ipAddress: text("ip_address"),
		requestId: text("request_id").notNull(),
		testMode: flag("test_mode"),
		/** What the action and the record do not tell. */
		details: json<Record<string, string>>("details"),
		...created,
	},
	(t) => [index("audit_entries_tenant").on(t.tenantId, t.id)],
);
