import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { changed, created } from "../../columns.ts";
import { artists } from "./artists.ts";

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
		index("time_blocks_of_tenant").on(t.tenantId, t.id),
		index("time_blocks_listed").on(t.tenantId, t.artistId, t.id),
		foreignKey({
			name: "time_blocks_artist_fk",
			columns: [t.tenantId, t.artistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);

export const externalCalendars = sqliteTable(
	"external_calendars",
	{
		...artist,
		/** Encrypted. Null if the operator gave the busy times directly. */
		icsUrl: text("ics_url"),
		etag: text("etag"),
		lastModified: text("last_modified"),
		fetchedAt: integer("fetched_at"),
		error: text("error"),
		nextFetchAt: integer("next_fetch_at"),
		/** Until this time a queue message about the calendar is probably on its way. */
		queuedUntil: integer("queued_until").notNull().default(0),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.artistId] }),
		index("external_calendars_due").on(t.nextFetchAt).where(sql`${t.icsUrl} IS NOT NULL`),
		index("external_calendars_tenant_due").on(t.tenantId, t.nextFetchAt).where(sql`${t.icsUrl} IS NOT NULL`),
		foreignKey({
			name: "external_calendars_artist_fk",
			columns: [t.tenantId, t.artistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
	],
);

/** The busy times of external calendars. None is longer than a day, so that a range of starts finds all of them. */
export const externalBusy = sqliteTable(
	"external_busy",
	{ ...artist, startAt: integer("start_at").notNull(), endAt: integer("end_at").notNull() },
	(t) => [primaryKey({ columns: [t.tenantId, t.artistId, t.startAt] })],
);

export const feedDetails = ["full", "initials", "busy"] as const;

/** The address at which calendar programs read the appointments of an artist or a shop. */
export const calendarFeeds = sqliteTable(
	"calendar_feeds",
	{
		tenantId: text("tenant_id").notNull(),
		/** The id of the artist or of the shop. */
		ownerId: text("owner_id").notNull(),
		hash: text("hash").notNull(),
		details: text("details", { enum: feedDetails }).notNull(),
		/** Not every reading is noted: see note-reading.ts. */
		lastReadAt: integer("last_read_at"),
		...created,
	},
	(t) => [primaryKey({ columns: [t.tenantId, t.ownerId] }), uniqueIndex("calendar_feeds_hash").on(t.tenantId, t.hash)],
);
