import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../columns.ts";

/**
 * The last move of a tenant away from this database: it is under way, the tenant has left, or the move was called off.
 * The row stays for a day, so that a delayed run learns how its move ended. The target database of a move that was called
 * off also has such a row.
 */
export const departures = sqliteTable(
	"departures",
	{
		tenantId: text("tenant_id").primaryKey(),
		moveId: text("move_id").notNull(),
		/** The number of the move (tenant-moves.ts). Only a later move replaces the row. */
		number: integer("number").notNull().default(0),
		to: text("to_database").notNull(),
		/** When this move closed the tenant to changes, by the clock of the machine. */
		closedAt: integer("closed_at"),
		departedAt: integer("departed_at"),
		calledOffAt: integer("called_off_at"),
	},
	(t) => [index("departures_leaving").on(t.tenantId).where(sql`${t.departedAt} IS NULL AND ${t.calledOffAt} IS NULL`)],
);

export const arrivalPhases = ["CLEARING", "COPYING", "COMPARING", "SWITCHING"] as const;

export const arrivals = sqliteTable("arrivals", {
	tenantId: text("tenant_id").primaryKey(),
	moveId: text("move_id").notNull(),
	number: integer("number").notNull().default(0),
	from: text("from_database").notNull(),
	/** Rises with each step, so that only one of two runs can take the same step. */
	steps: integer("steps").notNull().default(0),
	steppedAt: integer("stepped_at").notNull().default(0),
	phase: text("phase", { enum: arrivalPhases }).notNull(),
	/** The current table, and its last finished row. */
	table: text("table_name"),
	after: json<(string | number)[]>("after"),
	round: integer("round").notNull().default(1),
	rowsCopied: integer("rows_copied").notNull().default(0),
});
