import { sql } from "drizzle-orm";
import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { json } from "../../columns.ts";

export interface StepOutcome {
	finishedAt: number;
	/** Absent if the step succeeded. */
	error?: string;
}

/** The scheduled work of this database, in one row: each run writes it once or twice, whatever number of steps it has. */
export const scheduledRuns = sqliteTable("scheduled_runs", {
	id: integer("id").primaryKey(),
	/** When the latest run began, by the clock of the machine. It names this run. */
	beganAt: integer("began_at").notNull().default(0),
	/** Until then no other run begins, by the clock of the machine. */
	leasedUntil: integer("leased_until").notNull().default(0),
	steps: json<Record<string, StepOutcome>>("steps").notNull().default(sql`'{}'`),
});
