import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../columns.ts";

/**
 * The last move of a tenant away from this database: it is under way, it has ended in the tenant's departure, or it was
 * called off. The row stays for a day, so that a run that was held up learns what became of its move. A database that a
 * called-off move had copied rows to has such a row, too.
 */
export const departures = sqliteTable(
	"departures",
	{
		tenantId: text("tenant_id").primaryKey(),
		moveId: text("move_id").notNull(),
		/** The number of the move (tenant-moves.ts). A row gives way only to a later move. */
		number: integer("number").notNull().default(0),
		to: text("to_database").notNull(),
		/** How often the tenant's changes were refused for the sake of this move, and since when the last time. */
		closings: integer("closings").notNull().default(0),
		closedAt: integer("closed_at"),
		/** When the tenant left; null before. */
		departedAt: integer("departed_at"),
		/** When the move was given up; null when it was not. */
		calledOffAt: integer("called_off_at"),
	},
	(t) => [index("departures_leaving").on(t.tenantId).where(sql`${t.departedAt} IS NULL AND ${t.calledOffAt} IS NULL`)],
);

/** The rows of leaving tenants that changed since their copying began. Triggers of each table write it. */
export const moveJournal = sqliteTable(
	"move_journal",
	{
		number: integer("number").primaryKey({ autoIncrement: true }),
		tenantId: text("tenant_id").notNull(),
		table: text("table_name").notNull(),
		/** The primary key of the row, in the order of its columns. */
		key: json<(string | number)[]>("key").notNull(),
	},
	(t) => [index("move_journal_tenant").on(t.tenantId, t.number)],
);

export const arrivalPhases = ["CLEARING", "COPYING", "COMPARING", "SWITCHING"] as const;

/** How far the copying of an arriving tenant has come. */
export const arrivals = sqliteTable("arrivals", {
	tenantId: text("tenant_id").primaryKey(),
	moveId: text("move_id").notNull(),
	number: integer("number").notNull().default(0),
	from: text("from_database").notNull(),
	/** Rises with each step, so that of two runs that take the same step one is refused. */
	steps: integer("steps").notNull().default(0),
	steppedAt: integer("stepped_at").notNull().default(0),
	phase: text("phase", { enum: arrivalPhases }).notNull(),
	/** The table that is worked on, and the last row of it that is done. */
	table: text("table_name"),
	after: json<(string | number)[]>("after"),
	rowsCopied: integer("rows_copied").notNull().default(0),
});
