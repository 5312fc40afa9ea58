import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { created, key } from "../../columns.ts";
import { artists } from "./artists.ts";
import { eventTypes } from "./event-types.ts";

export const holds = sqliteTable(
	"holds",
	{
		...key,
		artistId: text("artist_id").notNull(),
		eventTypeId: text("event_type_id").notNull(),
		startAt: integer("start_at").notNull(),
		endAt: integer("end_at").notNull(),
		bufferBeforeMs: integer("buffer_before_ms").notNull(),
		bufferAfterMs: integer("buffer_after_ms").notNull(),
		/** A hash of the visitor's cookie. A visitor has at most one hold. */
		visitor: text("visitor").notNull(),
		/** A hash of the visitor's IPv4 address or IPv6 /48. The number of holds from there at one artist is limited. */
		network: text("network").notNull(),
		/** From then on others may book the time. The row is deleted later. */
		expiresAt: integer("expires_at").notNull(),
		...created,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		uniqueIndex("holds_visitor").on(t.tenantId, t.visitor),
		index("holds_artist").on(t.tenantId, t.artistId, t.startAt),
		index("holds_expiry").on(t.expiresAt),
		foreignKey({
			name: "holds_artist_fk",
			columns: [t.tenantId, t.artistId],
			foreignColumns: [artists.tenantId, artists.id],
		}),
		foreignKey({
			name: "holds_event_type",
			columns: [t.tenantId, t.eventTypeId],
			foreignColumns: [eventTypes.tenantId, eventTypes.id],
		}),
	],
);
