import * as z from "zod";
import { unpaidActions } from "../../../platform/db/tables/data/appointments.ts";
import { eventTypeKinds, type eventTypes, visibilities } from "../../../platform/db/tables/data/event-types.ts";
import { id, location, name, reference, text, time } from "../../../platform/http/fields/fields.ts";
import { metadata, metadataOut, metadataPatch } from "../../../platform/http/fields/metadata.ts";
import { amount, currency } from "../../../platform/http/fields/payload-fields.ts";
import { httpsUrl, webUrl } from "../../../platform/http/fields/web-url.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { slug } from "../../../platform/lib/text/slug.ts";
import { timestamp } from "../../../platform/lib/time.ts";

const maxDays = 3650;

const duration = z
	.int()
	.min(5)
	.max(7 * 24 * 60);
const buffer = z.int().min(0).max(1440);
const hours = z
	.int()
	.min(0)
	.max(maxDays * 24);

const rules = {
	name: name(),
	slug: slug,
	kind: z.enum(eventTypeKinds),
	duration_minutes: duration,
	buffer_before_minutes: buffer,
	buffer_after_minutes: buffer,
	minimum_notice_minutes: z
		.int()
		.min(0)
		.max(maxDays * 1440)
		.nullable(),
	booking_window_days: z.int().min(1).max(maxDays).nullable(),
	is_active: z.boolean(),
};
const required = { name: true, slug: true, kind: true, duration_minutes: true } as const;

/** The properties that only describe the event type, each with its default. */
const details = z.object({
	description: text(10_000).nullable().default(null),
	visibility: z.enum(visibilities).default("PUBLIC"),
	min_duration_minutes: duration.nullable().default(null),
	max_duration_minutes: duration.nullable().default(null),
	price_type: z.enum(["FIXED", "HOURLY", "FROM", "QUOTE", "FREE"]).default("QUOTE"),
	price_amount: amount.nullable().default(null),
	price_from: amount.nullable().default(null),
	price_to: amount.nullable().default(null),
	currency: currency.nullable().default(null),
	deposit_required: z.boolean().default(false),
	deposit_type: z.enum(["FIXED", "PERCENTAGE"]).default("FIXED"),
	deposit_amount: amount.nullable().default(null),
	deposit_due_hours: hours.nullable().default(null),
	deposit_unpaid: z.enum(unpaidActions).default("KEEP"),
	deposit_instructions: text(10_000).nullable().default(null),
	deposit_url: httpsUrl.nullable().default(null),
	cancellation_window_hours: hours.nullable().default(null),
	cancellation_fee_type: z.enum(["FIXED", "PERCENTAGE"]).default("FIXED"),
	cancellation_fee_amount: amount.nullable().default(null),
	cancellation_policy: text(10_000).nullable().default(null),
	reschedule_window_hours: hours.nullable().default(null),
	max_reschedules: z.int().min(0).max(1000).nullable().default(null),
	location_type: z.enum(["SHOP", "ONLINE", "CUSTOM"]).default("SHOP"),
	location: location.default(null),
	intake_form_id: reference("a form of the tenant").nullable().default(null),
	consent_form_id: reference("a form of the tenant").nullable().default(null),
	requires_consent: z.boolean().default(false),
	requires_approval: z.boolean().default(false),
	color: z
		.string()
		.regex(/^#[0-9a-fA-F]{6}$/, "must be a color such as #1a2b3c")
		.nullable()
		.default(null),
	image_url: webUrl.nullable().default(null),
	confirmation_message: text(10_000).nullable().default(null),
	instructions: text(10_000).nullable().default(null),
	reminder_hours: z.array(hours).max(10).default([]),
	allowed_placements: z.array(name(100)).max(100).default([]),
	tags: z.array(name(100)).max(50).default([]),
	max_participants: z.int().min(1).max(1000).default(1),
	min_age: z.int().min(0).max(150).nullable().default(null),
	position: z.int().min(0).max(1_000_000).default(0),
});

type DetailsShape = typeof details.shape;
const detailsWithoutDefaults = Object.fromEntries(
	Object.entries(details.shape).map(([key, schema]) => [key, schema.unwrap()]),
) as unknown as { [K in keyof DetailsShape]: ReturnType<DetailsShape[K]["unwrap"]> };

export type Details = z.output<typeof details>;
const defaults = details.parse({});
export const detailNames = Object.keys(detailsWithoutDefaults) as (keyof Details)[];

const settable = z.object({ ...rules, ...detailsWithoutDefaults, metadata }).partial();

export const eventTypePatch = settable.extend({ metadata: metadataPatch }).meta({ id: "EventTypePatch" });

export const newEventType = settable
	.required(required)
	.extend({ artist_id: text(100) })
	.meta({ id: "NewEventType" });

export const eventType = z
	.object({
		object: z.literal("event_type"),
		id: id("event_type"),
		artist_id: id("artist"),
		artist_slug: z.string(),
		shop_id: id("shop").nullable(),
		shop_slug: z.string().nullable(),
		booking_url: z.url(),
		...rules,
		...detailsWithoutDefaults,
		metadata: metadataOut,
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "EventType" });

export type EventType = z.output<typeof eventType>;
export type NewEventType = z.output<typeof newEventType>;
export type EventTypePatch = z.output<typeof eventTypePatch>;
export type EventTypeRow = typeof eventTypes.$inferSelect;

export interface FoundEventType {
	row: EventTypeRow;
	artistSlug: string;
	shopId: string | null;
	shopSlug: string | null;
}

export const detailsOf = (row: Pick<EventTypeRow, "details">): Details => ({
	...defaults,
	...(row.details as Partial<Details>),
});

export const toEventType = ({ row, artistSlug, shopId, shopSlug }: FoundEventType, bookingUrl: string): EventType =>
	withVersion(row.revision, {
		object: "event_type",
		id: row.id,
		artist_id: row.artistId,
		artist_slug: artistSlug,
		shop_id: shopId,
		shop_slug: shopSlug,
		booking_url: `${bookingUrl}/${artistSlug}/book/${row.slug}`,
		name: row.name,
		slug: row.slug,
		kind: row.kind,
		duration_minutes: row.durationMinutes,
		buffer_before_minutes: row.bufferBeforeMinutes,
		buffer_after_minutes: row.bufferAfterMinutes,
		minimum_notice_minutes: row.minimumNoticeMinutes,
		booking_window_days: row.bookingWindowDays,
		is_active: row.isActive,
		...detailsOf(row),
		metadata: row.metadata,
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});
