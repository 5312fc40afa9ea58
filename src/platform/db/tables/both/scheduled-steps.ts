import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../columns.ts";

export interface ScanPosition {
	tenantId: string;
	endpointId: string;
}

/** The last run of each step of the scheduled work. */
export const scheduledSteps = sqliteTable("scheduled_steps", {
	step: text("step").primaryKey(),
	finishedAt: integer("finished_at").notNull(),
	/** Why the step failed; null when it did not. */
	error: text("error"),
	/** Where a step that goes from record to record was cut off; null when it came to the end. */
	position: json<ScanPosition>("place"),
});
