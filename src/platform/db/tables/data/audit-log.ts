import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Changes } from "../../../lib/changes.ts";
import { created, flag, json, key } from "../../columns.ts";

/** The kinds of actors that can make a change. */
export const actorTypes = ["api_key", "oauth_app", "user", "booking_page", "operator", "system"] as const;

export type ActorType = (typeof actorTypes)[number];

/** Whether an entry is about a deletion. SQLite uses the index of deletions only for exactly this expression. */
export const isDeletion = (action: string): string =>
	`substr(${action}, -8) = '.deleted' OR ${action} = 'client.merged'`;

/** Whether a request and an entry have ids of the same minute, more or less: the first eight digits of their times. */
export const isOfOtherTime = (requestId: string, id: string): string =>
	`substr(${requestId}, 1, 12) <> 'req_' || substr(${id}, 5, 8)`;

/** The id of the actor, or its type if such actors have none. SQLite uses the indexes only for exactly this expression. */
export const actorOfEntry = `CASE WHEN "actor_id" IS NULL THEN "actor_type" ELSE "actor_id" END`;

/** Whether a record and an entry have ids of another millisecond. The entry of a creation has that of its record. */
export const isLaterEntry = (resourceId: string, id: string): string =>
	`substr(${resourceId}, 5, 12) <> substr(${id}, 5, 12)`;

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
		/** The old and new values of settings, which have no events. Clients' data is in events alone. */
		changes: json<Changes>("changes"),
		...created,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		// It has the name of the index that it replaced, because the release before asks for that by name.
		index("audit_entries_resource").on(t.tenantId, t.action, sql.raw(actorOfEntry), t.id),
		// The ids of the other entries tell their requests' times, or that their records were created then.
		index("audit_entries_request_of_caller")
			.on(t.tenantId, t.requestId, t.action, sql.raw(actorOfEntry), t.id)
			.where(sql.raw(isOfOtherTime('"request_id"', '"id"'))),
		index("audit_entries_later")
			.on(t.tenantId, t.resourceId, t.action, sql.raw(actorOfEntry), t.id)
			.where(sql.raw(isLaterEntry('"resource_id"', '"id"'))),
		// Few entries are in both of these, so few writes have this row.
		index("audit_entries_request_and_record")
			.on(t.tenantId, t.requestId, t.resourceId, t.action, sql.raw(actorOfEntry), t.id)
			.where(sql.raw(`${isOfOtherTime('"request_id"', '"id"')} AND ${isLaterEntry('"resource_id"', '"id"')}`)),
		index("audit_entries_deletions")
			.on(t.tenantId, t.action, t.id)
			.where(sql.raw(isDeletion('"action"'))),
	],
);
