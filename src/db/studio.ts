import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type Address, changed, created, flag, json, metadata } from "./columns.ts";

const key = { id: text("id").notNull(), tenantId: text("tenant_id").notNull() };

export const artistStatuses = ["ACTIVE", "DEACTIVATED"] as const;
export const eventTypeKinds = ["CONSULTATION", "TATTOO", "TOUCH_UP", "PIERCING", "OTHER"] as const;
export const appointmentStatuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "NO_SHOW"] as const;

export const shops = sqliteTable(
	"shops",
	{
		...key,
		name: text("name").notNull(),
		slug: text("slug").notNull(),
		timezone: text("timezone").notNull(),
		email: text("email"),
		phone: text("phone"),
		websiteUrl: text("website_url"),
		description: text("description"),
		address: json<Address>("address"),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("shops_slug").on(t.tenantId, t.slug),
		index("shops_updated").on(t.tenantId, t.updatedAt),
	],
);

/** One range of a weekday, as wall times of the artist's zone; 0 is Sunday. */
export interface WorkingHours {
	weekday: number;
	start: string;
	end: string;
}

export const artists = sqliteTable(
	"artists",
	{
		...key,
		name: text("name").notNull(),
		slug: text("slug").notNull(),
		email: text("email"),
		timezone: text("timezone").notNull(),
		shopId: text("shop_id"),
		isConsultationDesk: flag("is_consultation_desk"),
		maxAppointmentsPerDay: integer("max_appointments_per_day"),
		status: text("status", { enum: artistStatuses }).notNull(),
		bio: text("bio"),
		instagramHandle: text("instagram_handle"),
		websiteUrl: text("website_url"),
		avatarUrl: text("avatar_url"),
		/** None: closed. */
		workingHours: json<WorkingHours[]>("working_hours").notNull().default([]),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		// The operator names records by their ids alone.
		uniqueIndex("artists_id").on(t.id),
		uniqueIndex("artists_slug").on(t.tenantId, t.slug),
		index("artists_updated").on(t.tenantId, t.updatedAt),
		foreignKey({ name: "artists_shop", columns: [t.tenantId, t.shopId], foreignColumns: [shops.tenantId, shops.id] }),
	],
);

const artist = { tenantId: text("tenant_id").notNull(), artistId: text("artist_id").notNull() };

export const timeBlocks = sqliteTable(
	"time_blocks",
	{
		id: text("id").primaryKey(),
		...artist,
		startAt: integer("start_at").notNull(),
		endAt: integer("end_at").notNull(),
		reason: text("reason"),
		...created,
	},
	(t) => [
		index("time_blocks_artist").on(t.tenantId, t.artistId, t.endAt),
		foreignKey({
			name: "time_blocks_artist_fk",
			columns: [t.tenantId, t.artistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);

/** An artist's other calendar: where it is fetched, and how that went. */
export const externalCalendars = sqliteTable(
	"external_calendars",
	{
		...artist,
		/** Null: its busy times were given directly. */
		icsUrl: text("ics_url"),
		etag: text("etag"),
		lastModified: text("last_modified"),
		fetchedAt: integer("fetched_at"),
		/** Why the last fetch failed; null when it did not. */
		error: text("error"),
		nextFetchAt: integer("next_fetch_at"),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.artistId] }),
		index("external_calendars_due").on(t.nextFetchAt).where(sql`${t.icsUrl} IS NOT NULL`),
		foreignKey({
			name: "external_calendars_artist_fk",
			columns: [t.tenantId, t.artistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);

/** The busy times of external calendars, none longer than a day: longer ones are cut, so that a range of starts finds all. */
export const externalBusy = sqliteTable(
	"external_busy",
	{ ...artist, startAt: integer("start_at").notNull(), endAt: integer("end_at").notNull() },
	(t) => [index("external_busy_artist").on(t.tenantId, t.artistId, t.startAt)],
);

export const eventTypes = sqliteTable(
	"event_types",
	{
		...key,
		artistId: text("artist_id").notNull(),
		name: text("name").notNull(),
		slug: text("slug").notNull(),
		kind: text("kind", { enum: eventTypeKinds }).notNull(),
		durationMinutes: integer("duration_minutes").notNull(),
		bufferBeforeMinutes: integer("buffer_before_minutes").notNull().default(0),
		bufferAfterMinutes: integer("buffer_after_minutes").notNull().default(0),
		minimumNoticeMinutes: integer("minimum_notice_minutes"),
		bookingWindowDays: integer("booking_window_days"),
		isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
		/** The properties that describe and do not decide. */
		details: json<Record<string, unknown>>("details").notNull().default({}),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("event_types_id").on(t.id),
		uniqueIndex("event_types_slug").on(t.tenantId, t.artistId, t.slug),
		index("event_types_updated").on(t.tenantId, t.updatedAt),
		foreignKey({
			name: "event_types_artist",
			columns: [t.tenantId, t.artistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);

export interface CancellationFee {
	status: "CHARGED" | "REFUNDED";
	amount: number;
	currency: string;
	charged_at: string;
	refunded_at: string | null;
}

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
		/** The artist's zone when it was made. */
		timezone: text("timezone").notNull(),
		/** Its event type's, kept beside the times so that the database can tell what they keep away. */
		bufferBeforeMs: integer("buffer_before_ms").notNull().default(0),
		bufferAfterMs: integer("buffer_after_ms").notNull().default(0),
		/** The local day of its start, in the artist's zone when it was placed: what the daily cap counts. */
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
		/** Of the calendar file: rises with each change of the times. */
		calendarSequence: integer("calendar_sequence").notNull().default(0),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("appointments_id").on(t.id),
		index("appointments_updated").on(t.tenantId, t.updatedAt),
		index("appointments_start").on(t.tenantId, t.startAt),
		index("appointments_status").on(t.tenantId, t.status, t.id),
		index("appointments_client").on(t.tenantId, t.clientId, t.id),
		index("appointments_artist").on(t.tenantId, t.artistId, t.id),
		index("appointments_live").on(t.tenantId, t.artistId, t.startAt).where(sql`${t.status} = 'SCHEDULED'`),
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
