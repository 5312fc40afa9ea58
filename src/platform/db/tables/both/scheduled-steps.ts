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
	/** The error of the last run; null if it succeeded. */
	error: text("error"),
	/** The saved position of a scan; null if the scan finished. */
	position: json<ScanPosition>("place"),
});
