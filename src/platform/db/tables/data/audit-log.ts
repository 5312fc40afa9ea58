import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Changes } from "../../../lib/changes.ts";
import { created, flag, json, key } from "../../columns.ts";

export const actorTypes = ["api_key", "oauth_app", "user", "booking_page", "operator", "system"] as const;

export type ActorType = (typeof actorTypes)[number];

/** Whether an entry is about a deletion. SQLite uses the index of deletions only for exactly this expression. */
export const isDeletion = (action: string): string =>
	`substr(${action}, -8) = '.deleted' OR ${action} = 'client.merged'`;

/** Whether a request and an entry have ids of the same minute, more or less: the first eight digits of their times. */
export const isOfOtherTime = (requestId: string, id: string): string =>
	`substr(${requestId}, 1, 12) <> 'req_' || substr(${id}, 5, 8)`;

/** The table is its own primary key (WITHOUT ROWID), so that an entry is one row less to write. */
export const auditEntries = sqliteTable(
	"audit_entries",
	{
		...key,
		action: text("action").notNull(),
		resourceId: text("resource_id").notNull(),
		actorType: text("actor_type", { enum: actorTypes }).notNull(),
		actorId: text("actor_id"),
		ipAddress: text("ip_address"),
		requestId: text("request_id").notNull(),
		testMode: flag("test_mode"),
		/** Facts that the action and the record do not show. */
		details: json<Record<string, string>>("details"),
		/** The old and new values of settings, which have no events. */
		changes: json<Changes>("changes"),
		/** The same of a record with data of clients, if no event of the change has them. They go after 30 days. */
		recentChanges: json<Changes>("recent_changes"),
		...created,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		index("audit_entries_resource").on(t.tenantId, t.resourceId, t.id),
		// The ids of the other entries tell their requests' times.
		index("audit_entries_request")
			.on(t.tenantId, t.requestId, t.id)
			.where(sql.raw(isOfOtherTime('"request_id"', '"id"'))),
		index("audit_entries_deletions")
			.on(t.tenantId, t.action, t.id)
			.where(sql.raw(isDeletion('"action"'))),
	],
);
