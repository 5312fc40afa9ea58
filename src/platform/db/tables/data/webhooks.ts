import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { changed, flag, json, metadata } from "../../columns.ts";

export const endpointStatuses = ["ACTIVE", "DISABLED"] as const;
/** The properties of an event's data by which an endpoint may choose its events (contract: Webhooks 17). */
export const filterKeys = { artist_id: "artistId", shop_id: "shopId", client_id: "clientId" } as const;

export type EventFilter = { [Name in keyof typeof filterKeys]?: string[] | undefined };

export const disabledReasons = ["failures", "manual", "plan_limit"] as const;

export const webhookEndpoints = sqliteTable(
	"webhook_endpoints",
	{
		id: text("id").notNull(),
		tenantId: text("tenant_id").notNull(),
		url: text("url").notNull(),
		/** The host of the URL, which other endpoints may share. */
		host: text("host").notNull().default(""),
		status: text("status", { enum: endpointStatuses }).notNull(),
		/** The trigger of an automation hook (contract: Automation 6); null for a webhook endpoint. */
		trigger: text("trigger"),
		/** Event types, or `*` alone (contract: Webhooks 2). */
		events: json<string[]>("events").notNull(),
		description: text("description"),
		/** The API key or OAuth app that created the endpoint. Older endpoints have none, and hooks need none. */
		creatorType: text("creator_type", { enum: ["api_key", "oauth_app"] }),
		creatorId: text("creator_id"),
		/** The endpoint does not get events that its creator caused (contract: Webhooks 16). */
		excludeOwn: flag("exclude_own"),
		filter: json<EventFilter>("filter"),
		/** The ids of its deliveries end with this number, which no other endpoint of the tenant has. */
		number: integer("number").notNull(),
		/** Deliveries about one record wait for each other (contract: Webhooks 18). */
		ordered: flag("ordered"),
		/** Deliveries are also signed with the installation's key (contract: Signature 9). */
		asymmetric: flag("asymmetric"),
		/** Encrypted with the Worker's key. */
		secret: text("secret").notNull(),
		previousSecret: text("previous_secret"),
		previousSecretGoodUntil: integer("previous_secret_good_until"),
		consecutiveFailures: integer("consecutive_failures").notNull().default(0),
		disabledAt: integer("disabled_at"),
		disabledReason: text("disabled_reason", { enum: disabledReasons }),
		/** The number of the tenant's last event when the endpoint was disabled. It missed all later events. */
		disabledAtSequence: integer("disabled_at_sequence"),
		/** From then on the endpoint cannot be found. The row is deleted after the last of its deliveries. */
		deletedAt: integer("deleted_at"),
		/** The end of the last pause. Deliveries that were scheduled before it are due since then. */
		releasedAt: integer("released_at"),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("webhook_endpoints_number").on(t.tenantId, t.number),
		index("webhook_endpoints_updated").on(t.tenantId, t.updatedAt, t.id),
		index("webhook_endpoints_status")
			.on(t.tenantId, t.status, t.id)
			.where(sql`${t.trigger} IS NULL AND ${t.deletedAt} IS NULL`),
		index("webhook_endpoints_host").on(t.tenantId, t.host, t.id),
		uniqueIndex("webhook_endpoints_hook").on(t.tenantId, t.url, t.trigger).where(sql`${t.trigger} IS NOT NULL`),
		index("webhook_endpoints_deleted").on(t.deletedAt).where(sql`${t.deletedAt} IS NOT NULL`),
	],
);

/** The outcomes of an endpoint's attempts in an hour. A row is used again for a later hour. */
export const endpointHours = sqliteTable(
	"endpoint_hours",
	{
		tenantId: text("tenant_id").notNull(),
		endpointId: text("endpoint_id").notNull(),
		/** The hour modulo the number of rows that an endpoint may have. */
		slot: integer("slot").notNull(),
		hour: integer("hour").notNull(),
		succeeded: integer("succeeded").notNull(),
		failed: integer("failed").notNull(),
		/** The sum over all attempts. */
		durationMs: integer("duration_ms").notNull(),
		slowestMs: integer("slowest_ms").notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.endpointId, t.slot] }),
		foreignKey({
			name: "endpoint_hours_endpoint_fk",
			columns: [t.tenantId, t.endpointId],
			foreignColumns: [webhookEndpoints.tenantId, webhookEndpoints.id],
		}).onDelete("cascade"),
	],
);

export const deliveryStatuses = ["PENDING", "SUCCEEDED", "DEAD"] as const;

export interface StoredAttempt {
	attempt: number;
	response_status: number | null;
	response_body: string | null;
	/** The compressed body of the answer in base64, if that is shorter. `response_body` is then null. */
	response_gzip?: string;
	duration_ms: number;
	error_message: string | null;
	attempted_at: number;
}

/** A delivery that changes later than this after its creation is in the index of changes. */
export const settlesWithinMs = 60_000;

/**
 * A delivery, from the commit of its event to its end (docs/architecture/webhooks.md). The table is its own primary key
 * (WITHOUT ROWID). A delivery that succeeds at once is in it, in `due` and in `leased`, and in no other index.
 */
export const deliveries = sqliteTable(
	"deliveries",
	{
		tenantId: text("tenant_id").notNull(),
		endpointId: text("endpoint_id").notNull(),
		/** It tells the endpoint, and its event unless `missed` is set (delivery-ids.ts). */
		id: text("id").notNull(),
		eventId: text("event_id").notNull(),
		eventType: text("event_type").notNull(),
		/** The delivery was made later than its event. */
		missed: flag("missed"),
		/** The record that the event is about, and the number of the event. Set if the endpoint is ordered. */
		recordId: text("record_id"),
		sequence: integer("sequence"),
		status: text("status", { enum: deliveryStatuses }).notNull(),
		attemptCount: integer("attempt_count").notNull().default(0),
		/** Null if a pending delivery waits for an earlier one about the same record. */
		nextAttemptAt: integer("next_attempt_at"),
		/** The next attempt is a replay, and the last one at any count (contract: Deliveries 16). */
		replaying: flag("replaying"),
		/** A lease: an attempt is under way until this time, by the machine's clock, which development cannot advance. */
		leasedUntil: integer("leased_until").notNull().default(0),
		/** A queue message is probably on its way until this time. After it the sweep sends another. */
		queuedUntil: integer("queued_until").notNull().default(0),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
		/** The body of a test. Bodies of other deliveries are made from their events. */
		testBody: text("test_body"),
		attempts: json<StoredAttempt[]>("attempts").notNull().default([]),
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.endpointId, t.id] }),
		index("deliveries_due").on(t.tenantId, t.endpointId, t.nextAttemptAt).where(sql`${t.status} = 'PENDING'`),
		index("deliveries_leased").on(t.tenantId, t.endpointId, t.leasedUntil).where(sql`${t.leasedUntil} > 0`),
		index("deliveries_dead").on(t.tenantId, t.endpointId, t.id).where(sql`${t.status} = 'DEAD'`),
		index("deliveries_changed")
			.on(t.tenantId, t.endpointId, t.updatedAt, t.id)
			.where(sql`${t.updatedAt} > ${t.createdAt} + ${sql.raw(String(settlesWithinMs))}`),
		uniqueIndex("deliveries_missed").on(t.tenantId, t.eventId, t.endpointId).where(sql`${t.missed} = 1`),
		index("deliveries_tests")
			.on(t.tenantId, t.endpointId, t.nextAttemptAt)
			.where(sql`${t.status} = 'PENDING' AND ${t.testBody} IS NOT NULL`),
		index("deliveries_record")
			.on(t.tenantId, t.endpointId, t.recordId, t.sequence)
			.where(sql`${t.status} = 'PENDING' AND ${t.recordId} IS NOT NULL`),
		foreignKey({
			name: "deliveries_endpoint_fk",
			columns: [t.tenantId, t.endpointId],
			foreignColumns: [webhookEndpoints.tenantId, webhookEndpoints.id],
		}).onDelete("cascade"),
	],
);
