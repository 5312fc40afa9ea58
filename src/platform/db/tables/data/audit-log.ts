import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Changes } from "../../../lib/changes.ts";
import { created, flag, json } from "../../columns.ts";

/** Who or what can make a change. */
export const actorTypes = ["api_key", "oauth_app", "user", "booking_page", "operator", "system"] as const;

export type ActorType = (typeof actorTypes)[number];

/** Whether an entry tells that a record is gone. The index of deletions serves a condition in exactly these words. */
export const isDeletion = (action: string): string =>
	`substr(${action}, -8) = '.deleted' OR ${action} = 'client.merged'`;

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
		/** What each field was and is: of settings, which no event tells of. What is about clients is in events alone. */
		changes: json<Changes>("changes"),
		...created,
	},
	(t) => [
		index("audit_entries_tenant").on(t.tenantId, t.id),
		index("audit_entries_request").on(t.tenantId, t.requestId, t.id),
		index("audit_entries_resource").on(t.tenantId, t.resourceId, t.id),
		index("audit_entries_deletions")
			.on(t.tenantId, t.action, t.id)
			.where(sql.raw(isDeletion('"action"'))),
	],
);
