import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The last run of each step of the scheduled work. */
export const scheduledSteps = sqliteTable("scheduled_steps", {
	step: text("step").primaryKey(),
	finishedAt: integer("finished_at").notNull(),
	/** Why the step failed; null when it did not. */
	error: text("error"),
});
