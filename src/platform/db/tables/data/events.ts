import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { created, json } from "../../columns.ts";
import { actorTypes } from "./audit-log.ts";

/** Contract: Events 1. */
export const publicEventTypes = [
	"appointment.created",
	"appointment.updated",
	"appointment.rescheduled",
	"appointment.cancelled",
	"appointment.no_show",
	"appointment.completed",
	"lead.created",
	"lead.stage_changed",
	"lead.assigned",
	"lead.archived",
	"client.created",
	"client.updated",
	"client.merged",
	"client.deleted",
	"form_submission.created",
	"consent_submission.signed",
	"idea.created",
	"idea.stage_changed",
	"idea.transferred",
	"message.created",
	"payment.succeeded",
	"payment.failed",
	"payment.refunded",
	"payout.paid",
	"deposit.held",
	"deposit.released",
	"artist.created",
	"artist.deactivated",
	"shop.created",
	"subscription.trial_ending",
	"subscription.activated",
	"subscription.cancelled",
	"subscription.past_due",
	"booking_link.sent",
] as const;

export type PublicEventType = (typeof publicEventTypes)[number];

/** The types that a change of the control database may emit. Its events are effects, which may be applied late. */
export const typesOfEffects = publicEventTypes.filter((type) => type.startsWith("subscription."));

type Domain = PublicEventType extends `${infer D}.${string}` ? D : never;

/** The key of an event's data that names the record it is about, for each domain (contract: Events 21). */
export const recordKeys: Record<Domain, string> = {
	appointment: "appointmentId",
	lead: "leadId",
	client: "clientId",
	form_submission: "formSubmissionId",
	consent_submission: "formSubmissionId",
	idea: "ideaId",
	message: "messageId",
	payment: "paymentId",
	payout: "payoutId",
	deposit: "depositId",
	artist: "artistId",
	shop: "shopId",
	subscription: "tenantId",
	booking_link: "bookingLinkId",
};

export const recordKeyOf = (type: PublicEventType): string => recordKeys[type.split(".")[0] as Domain];

export const eventSequences = sqliteTable("event_sequences", {
	tenantId: text("tenant_id").primaryKey(),
	/** The last event that retention has removed. Every later one is kept. */
	forgotten: integer("forgotten").notNull().default(0),
});

/** The client of an event. SQLite uses the index of clients only for exactly this expression. */
export const clientOfEvent = `"data" ->> '$.clientId'`;

/**
 * The record of an event, of which `v` is the row. SQLite uses the index of records (migrations/data, events_about) only
 * for exactly this expression.
 */
export const aboutOfEvent = (v: string): string =>
	`${v}."data" ->> ('$.' || CASE substr(${v}."type", 1, instr(${v}."type", '.') - 1) ${Object.entries(recordKeys)
		.map(([domain, key]) => `WHEN '${domain}' THEN '${key}'`)
		.join(" ")} END)`;

/** Only such events are in the index: other changes have an audit entry about their record. */
export const hasNoEntryOfRecord = (v: string): string => `${v}."actor_type" IN ('system', 'operator')`;

/** The table is its own primary key (WITHOUT ROWID), so that an event is one row less to write. */
export const events = sqliteTable(
	"events",
	{
		id: text("id").notNull(),
		tenantId: text("tenant_id").notNull(),
		sequence: integer("sequence").notNull(),
		type: text("type").notNull(),
		data: json<Record<string, unknown>>("data").notNull(),
		actorType: text("actor_type", { enum: actorTypes }).notNull(),
		actorId: text("actor_id"),
		/** The request that caused the event; null for events from before this column. */
		requestId: text("request_id"),
		...created,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("events_sequence").on(t.tenantId, t.sequence),
		index("events_type").on(t.tenantId, t.type, t.id),
		index("events_type_sequence").on(t.tenantId, t.type, t.sequence),
		index("events_client")
			.on(t.tenantId, sql.raw(clientOfEvent), t.id)
			.where(sql.raw(`${clientOfEvent} IS NOT NULL`)),
	],
);
