import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The size of each database, and the availability of each data database. */
export const databases = sqliteTable("databases", {
	/** The name of its binding. */
	id: text("id").primaryKey(),
	/** Its size as the platform last reported it; 0 before the first report. */
	sizeBytes: integer("size_bytes").notNull().default(0),
	/** The number of tenants placed there since the size was measured. */
	placedSince: integer("placed_since").notNull().default(0),
	/** The time at which the scheduled work last failed to reach it; null if it answers. */
	awaySince: integer("away_since"),
	/** The time at which the service first knew it. */
	createdAt: integer("created_at").notNull().default(0),
	/** The time at which its size, its tenants or whether it answers last changed. */
	updatedAt: integer("updated_at").notNull().default(0),
});
