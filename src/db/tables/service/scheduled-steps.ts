import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The steps of the scheduled work, and how each went when it was last taken. */
export const scheduledSteps = sqliteTable("scheduled_steps", {
	step: text("step").primaryKey(),
	finishedAt: integer("finished_at").notNull(),
	/** Why it failed; null when it did not. */
	error: text("error"),
});
