import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Actor } from "../context.ts";
import { type Address, changed, created, flag, json, metadata } from "./columns.ts";
import { artists } from "./studio.ts";

export const plans = ["light", "solo", "duo", "crew", "studio", "empire"] as const;
export const tiers = ["free", "standard", "pro", "custom"] as const;
export const keyStatuses = ["ACTIVE", "INACTIVE", "REVOKED"] as const;
export const keyModes = ["live", "test"] as const;
export const subscriptionStatuses = ["trialing", "active", "past_due", "cancelled"] as const;

export const tenants = sqliteTable(
	"tenants",
	{
		id: text("id").primaryKey(),
		name: text("name").notNull(),
		plan: text("plan", { enum: plans }).notNull(),
		email: text("email").notNull(),
		timezone: text("timezone").notNull(),
		subscriptionStatus: text("subscription_status", { enum: subscriptionStatuses }).notNull(),
		trialEndsAt: integer("trial_ends_at"),
		trialEndingSentAt: integer("trial_ending_sent_at"),
		/** Rises with every change that bears on credentials: see gate/credential-version.ts. */
		credentialVersion: integer("credential_version").notNull().default(1),
		...changed,
	},
	(t) => [
		index("tenants_trial_ends_at")
			.on(t.trialEndsAt)
			.where(sql`${t.subscriptionStatus} = 'trialing' AND ${t.trialEndingSentAt} IS NULL`),
	],
);

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

export const memberships = sqliteTable(
	"memberships",
	{
		tenantId: text("tenant_id")
			.notNull()
			.references(() => tenants.id),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		...created,
	},
	(t) => [primaryKey({ columns: [t.tenantId, t.userId] }), index("memberships_user").on(t.userId)],
);

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
		/** Null: the tier of the tenant's plan. */
		rateLimitTier: text("rate_limit_tier", { enum: tiers }),
		rateLimitPerMinute: integer("rate_limit_per_minute"),
		...changed,
	},
	(t) => [index("api_keys_tenant").on(t.tenantId, t.id)],
);

/** The values a key has had. Only hashes are stored. */
export const apiKeyValues = sqliteTable(
	"api_key_values",
	{
		hash: text("hash").primaryKey(),
		keyId: text("key_id")
			.notNull()
			.references(() => apiKeys.id),
		/** The last characters of the value, to tell values apart in the dashboard. */
		hint: text("hint").notNull(),
		/** Null: the key's current value. Otherwise replaced, and good until this time. */
		goodUntil: integer("good_until"),
		...created,
	},
	(t) => [
		uniqueIndex("api_key_values_current").on(t.keyId).where(sql`${t.goodUntil} IS NULL`),
		index("api_key_values_key").on(t.keyId),
	],
);

export const auditEntries = sqliteTable(
	"audit_entries",
	{
		id: text("id").primaryKey(),
		tenantId: text("tenant_id").notNull(),
		action: text("action").notNull(),
		resourceId: text("resource_id").notNull(),
		actorType: text("actor_type").$type<Actor["type"]>().notNull(),
		actorId: text("actor_id"),
		ipAddress: text("ip_address"),
		requestId: text("request_id").notNull(),
		testMode: flag("test_mode"),
		...created,
	},
	(t) => [index("audit_entries_tenant").on(t.tenantId, t.id)],
);

export const preferredCommunications = ["EMAIL", "SMS", "PHONE", "INSTAGRAM", "WHATSAPP"] as const;

export const clients = sqliteTable(
	"clients",
	{
		id: text("id").notNull(),
		tenantId: text("tenant_id").notNull(),
		email: text("email").notNull(),
		/** The email without regard to case. */
		emailKey: text("email_key").notNull(),
		firstName: text("first_name").notNull(),
		lastName: text("last_name"),
		phone: text("phone"),
		pronouns: text("pronouns"),
		dateOfBirth: text("date_of_birth"),
		preferredCommunication: text("preferred_communication", { enum: preferredCommunications }),
		instagramHandle: text("instagram_handle"),
		address: json<Address>("address"),
		notes: text("notes"),
		tags: json<string[]>("tags").notNull().default([]),
		source: text("source"),
		isBlocked: flag("is_blocked"),
		doNotContact: flag("do_not_contact"),
		marketingConsent: flag("marketing_consent"),
		assignedArtistId: text("assigned_artist_id"),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("clients_email").on(t.tenantId, t.emailKey),
		index("clients_updated").on(t.tenantId, t.updatedAt),
		foreignKey({
			name: "clients_assigned_artist",
			columns: [t.tenantId, t.assignedArtistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);

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

/** The last event number of each tenant, taken in the transaction that writes the event: no gaps. */
export const eventSequences = sqliteTable("event_sequences", {
	tenantId: text("tenant_id").primaryKey(),
	last: integer("last").notNull(),
});

export const events = sqliteTable(
	"events",
	{
		id: text("id").notNull(),
		tenantId: text("tenant_id").notNull(),
		sequence: integer("sequence").notNull(),
		type: text("type").notNull(),
		data: json<Record<string, unknown>>("data").notNull(),
		actorType: text("actor_type").$type<Actor["type"]>().notNull(),
		actorId: text("actor_id"),
		...created,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("events_sequence").on(t.tenantId, t.sequence),
		index("events_type").on(t.tenantId, t.type, t.id),
		index("events_created").on(t.createdAt),
	],
);

export const endpointStatuses = ["ACTIVE", "DISABLED"] as const;
export const disabledReasons = ["failures", "manual", "plan_limit"] as const;

export const webhookEndpoints = sqliteTable(
	"webhook_endpoints",
	{
		id: text("id").notNull(),
		tenantId: text("tenant_id").notNull(),
		url: text("url").notNull(),
		status: text("status", { enum: endpointStatuses }).notNull(),
		/** An automation hook: outside the plan's cap, posting the snapshot of its trigger. Null: an endpoint. */
		trigger: text("trigger"),
		/** Event types, or `*` alone. */
		events: json<string[]>("events").notNull(),
		description: text("description"),
		/** Sealed with the Worker's key. */
		secret: text("secret").notNull(),
		previousSecret: text("previous_secret"),
		previousSecretGoodUntil: integer("previous_secret_good_until"),
		consecutiveFailures: integer("consecutive_failures").notNull().default(0),
		disabledAt: integer("disabled_at"),
		disabledReason: text("disabled_reason", { enum: disabledReasons }),
		/** The tenant's last event when it was disabled: what came after is what it missed. */
		disabledAtSequence: integer("disabled_at_sequence"),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("webhook_endpoints_hook").on(t.tenantId, t.url, t.trigger).where(sql`${t.trigger} IS NOT NULL`),
	],
);

export const deliveryStatuses = ["PENDING", "SUCCEEDED", "DEAD"] as const;

export const deliveries = sqliteTable(
	"deliveries",
	{
		id: text("id").primaryKey(),
		tenantId: text("tenant_id").notNull(),
		endpointId: text("endpoint_id").notNull(),
		eventId: text("event_id").notNull(),
		eventType: text("event_type").notNull(),
		status: text("status", { enum: deliveryStatuses }).notNull(),
		attemptCount: integer("attempt_count").notNull().default(0),
		nextAttemptAt: integer("next_attempt_at"),
		/** A replay: one attempt, whatever the count. */
		replaying: flag("replaying"),
		/** A test send's body; any other is made from its event. */
		testBody: text("test_body"),
		/** An attempt is under way until then, by the machine's clock: development's advances do not end it. */
		claimedUntil: integer("claimed_until").notNull().default(0),
		/** A queue message is believed to carry it until then; past it the sweep sends another. */
		carriedUntil: integer("carried_until").notNull().default(0),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(t) => [
		uniqueIndex("deliveries_event").on(t.tenantId, t.eventId, t.endpointId),
		index("deliveries_endpoint").on(t.tenantId, t.endpointId, t.id),
		index("deliveries_endpoint_type").on(t.tenantId, t.endpointId, t.eventType, t.id),
		index("deliveries_endpoint_updated").on(t.tenantId, t.endpointId, t.updatedAt),
		index("deliveries_endpoint_status").on(t.tenantId, t.endpointId, t.status, t.id),
		index("deliveries_due").on(t.nextAttemptAt).where(sql`${t.status} = 'PENDING'`),
		index("deliveries_created").on(t.createdAt),
		index("deliveries_endpoint_due").on(t.tenantId, t.endpointId, t.nextAttemptAt).where(sql`${t.status} = 'PENDING'`),
		index("deliveries_claimed").on(t.tenantId, t.endpointId, t.claimedUntil).where(sql`${t.claimedUntil} > 0`),
		foreignKey({
			name: "deliveries_endpoint_fk",
			columns: [t.tenantId, t.endpointId],
			foreignColumns: [webhookEndpoints.tenantId, webhookEndpoints.id],
		}).onDelete("cascade"),
	],
);

export const deliveryAttempts = sqliteTable(
	"delivery_attempts",
	{
		deliveryId: text("delivery_id")
			.notNull()
			.references(() => deliveries.id, { onDelete: "cascade" }),
		attempt: integer("attempt").notNull(),
		responseStatus: integer("response_status"),
		responseBody: text("response_body"),
		durationMs: integer("duration_ms").notNull(),
		errorMessage: text("error_message"),
		attemptedAt: integer("attempted_at").notNull(),
	},
	(t) => [primaryKey({ columns: [t.deliveryId, t.attempt] })],
);

/** Mails to send, written with the change they tell of and gone once they were handed over. */
export const mails = sqliteTable(
	"mails",
	{
		id: text("id").primaryKey(),
		tenantId: text("tenant_id").notNull(),
		kind: text("kind").notNull(),
		data: json<Record<string, unknown>>("data").notNull(),
		/** Someone is sending it until then. */
		claimedUntil: integer("claimed_until").notNull().default(0),
		failures: integer("failures").notNull().default(0),
		...created,
	},
	(t) => [index("mails_claimed").on(t.claimedUntil)],
);

/** Holds no rows: an insert whose condition does not hold aborts the transaction, by the reason's name. */
export const commitGuard = sqliteTable("commit_guard", {
	reason: text("reason").notNull(),
	holds: integer("holds").notNull(),
});
