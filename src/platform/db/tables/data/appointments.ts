import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { appointmentStatuses } from "../../../booking-rules/transitions.ts";
import { changed, json, key, metadata } from "../../columns.ts";
import { artists } from "./artists.ts";
import { eventTypes } from "./event-types.ts";

export interface CancellationFee {
	status: "CHARGED" | "REFUNDED";
	amount: number;
	currency: string;
	charged_at: string;
	refunded_at: string | null;
}

export const depositStatuses = [
	"REQUESTED",
	"HELD",
	"APPLIED",
	"REFUNDING",
	"REFUNDED",
	"FORFEITED",
	"WAIVED",
] as const;

export const paymentMethods = ["CARD", "BANK_TRANSFER", "CASH", "OTHER"] as const;

/** The fate of an appointment whose deposit is not paid when it is due. */
export const unpaidActions = ["KEEP", "CANCEL"] as const;

/** Times are milliseconds, so that SQL can compare them. */
export interface StoredDeposit {
	id: string;
	status: (typeof depositStatuses)[number];
	amount: number | null;
	currency: string | null;
	due_at: number;
	method: (typeof paymentMethods)[number] | null;
	held_at: number | null;
	released_at: number | null;
	note: string | null;
	requested_at: number;
	/** The terms of the event type at the booking. Without hours it is due at the start. */
	due_hours: number | null;
	unpaid: (typeof unpaidActions)[number];
	/** When the client was reminded that it is not paid. */
	reminded_at: number | null;
	/** When the schedule reminds the client or cancels the appointment; null if it does neither any more. */
	check_at: number | null;
}

/** Columns of the table as SQL, because an index uses the same expression. */
export const depositStatus = sql.raw("deposit ->> '$.status'");
export const depositCheckAt = sql.raw("deposit ->> '$.check_at'");
export const depositDueAt = sql.raw("deposit ->> '$.due_at'");
/** The client still has to pay. */
export const isDepositOpen = sql.raw("deposit ->> '$.status' = 'REQUESTED' AND status = 'SCHEDULED'");

export const appointments = sqliteTable(
	"appointments",
	{
		...key,
		artistId: text("artist_id").notNull(),
		clientId: text("client_id").notNull(),
		shopId: text("shop_id"),
		eventTypeId: text("event_type_id"),
		status: text("status", { enum: appointmentStatuses }).notNull(),
		startAt: integer("start_at").notNull(),
		endAt: integer("end_at").notNull(),
		/** Contract: Appointments 17. */
		timezone: text("timezone").notNull(),
		/** The buffers of the event type (contract: Availability 14). The triggers compare them with other appointments. */
		bufferBeforeMs: integer("buffer_before_ms").notNull().default(0),
		bufferAfterMs: integer("buffer_after_ms").notNull().default(0),
		/** The local day of the start, in the artist's zone at the time of the booking. The daily cap counts by it. */
		dayStartAt: integer("day_start_at").notNull(),
		dayEndAt: integer("day_end_at").notNull(),
		title: text("title"),
		notes: text("notes"),
		location: text("location"),
		priceAmount: integer("price_amount"),
		currency: text("currency"),
		crmAppointmentId: text("crm_appointment_id"),
		cancelledAt: integer("cancelled_at"),
		cancellationReason: text("cancellation_reason"),
		cancellationFee: json<CancellationFee>("cancellation_fee"),
		/** The place on the body. */
		placement: text("placement"),
		/** Null if the event type asked for none at the booking. */
		deposit: json<StoredDeposit>("deposit"),
		/** The SEQUENCE of the calendar file. It rises with each change of the times or the status (contract: Appointments 22). */
		calendarSequence: integer("calendar_sequence").notNull().default(0),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		index("appointments_updated").on(t.tenantId, t.updatedAt, t.id),
		index("appointments_start").on(t.tenantId, t.startAt, t.id),
		index("appointments_status").on(t.tenantId, t.status, t.id),
		index("appointments_client").on(t.tenantId, t.clientId, t.id),
		index("appointments_artist").on(t.tenantId, t.artistId, t.id),
		index("appointments_artist_start").on(t.tenantId, t.artistId, t.startAt, t.id),
		index("appointments_of_event_type").on(t.tenantId, t.eventTypeId, t.id).where(sql`${t.eventTypeId} IS NOT NULL`),
		index("appointments_shop").on(t.tenantId, t.shopId, t.id).where(sql`${t.shopId} IS NOT NULL`),
		index("appointments_crm").on(t.tenantId, t.crmAppointmentId, t.id).where(sql`${t.crmAppointmentId} IS NOT NULL`),
		index("appointments_deposit").on(t.tenantId, depositStatus, t.id).where(sql`${depositStatus} IS NOT NULL`),
		index("appointments_deposit_check").on(t.tenantId, depositCheckAt).where(sql`${depositCheckAt} IS NOT NULL`),
		index("appointments_deposit_due").on(t.tenantId, depositDueAt, t.id).where(isDepositOpen),
		/** Money is held for a live appointment alone (contract: Deposits 5). */
		check(
			"appointments_deposit_held",
			sql`deposit IS NULL OR deposit ->> '$.status' <> 'HELD' OR status = 'SCHEDULED'`,
		),
		foreignKey({
			name: "appointments_artist_fk",
			columns: [t.tenantId, t.artistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
		foreignKey({
			name: "appointments_event_type",
			columns: [t.tenantId, t.eventTypeId],
			foreignColumns: [eventTypes.tenantId, eventTypes.id],
		}),
	],
);
