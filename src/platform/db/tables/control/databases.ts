import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const databases = sqliteTable("databases", {
	id: text("id").primaryKey(),
	/** Its size as the platform last reported it; 0 before the first report. */
	sizeBytes: integer("size_bytes").notNull().default(0),
	/** The number of tenants placed there since the size was measured. */
	placedSince: integer("placed_since").notNull().default(0),
	/** The time at which the scheduled work last failed to reach it; null if it answers. */
	awaySince: integer("away_since"),
	createdAt: integer("created_at").notNull().default(0),
	updatedAt: integer("updated_at").notNull().default(0),
});
