import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { changed, json, key, metadata } from "../../columns.ts";
import { artists } from "./artists.ts";

export const eventTypeKinds = ["CONSULTATION", "TATTOO", "TOUCH_UP", "PIERCING", "OTHER"] as const;

export const visibilities = ["PUBLIC", "UNLISTED", "PRIVATE"] as const;

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
		/** The properties that decide nothing about free times (contract: Event types 6). */
		details: json<Record<string, unknown>>("details").notNull().default({}),
		metadata: metadata(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("event_types_id").on(t.id),
		uniqueIndex("event_types_slug").on(t.tenantId, t.artistId, t.slug),
		index("event_types_of_slug").on(t.tenantId, t.slug, t.id),
		index("event_types_of_artist").on(t.tenantId, t.artistId, t.id),
		index("event_types_updated").on(t.tenantId, t.updatedAt, t.id),
		foreignKey({
			name: "event_types_artist",
			columns: [t.tenantId, t.artistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);
