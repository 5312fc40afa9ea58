import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What is known of each data database. */
export const databases = sqliteTable("databases", {
	/** The name of its binding. */
	id: text("id").primaryKey(),
	/** Its size as the platform tells it; 0 until it has told. */
	sizeBytes: integer("size_bytes").notNull().default(0),
	measuredAt: integer("measured_at").notNull().default(0),
	/** Tenants that were placed there since its size was measured. */
	placedSince: integer("placed_since").notNull().default(0),
	/** When its scheduled work last failed to reach it; null when it answers. */
	awaySince: integer("away_since"),
});
