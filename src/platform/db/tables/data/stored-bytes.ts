import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

const bytes = (name: string) => integer(name).notNull().default(0);

/** About how many bytes each tenant stores: `counted` and `added` together. */
export const storedBytes = sqliteTable("stored_bytes", {
	tenantId: text("tenant_id").primaryKey(),
	/** What the last count of the tables found. */
	counted: bytes("counted"),
	/** What was written since that count began. */
	added: bytes("added"),
	/** What the count that is under way has found so far. */
	counting: bytes("counting"),
	/** What was written since the count that is under way began. */
	addedMeanwhile: bytes("added_meanwhile"),
});

/** How far the count of the tables of this database has come. */
export const storedBytesCounts = sqliteTable("stored_bytes_counts", {
	/** There is one row. */
	name: text("name").primaryKey(),
	beganAt: integer("began_at").notNull(),
	/** The table that is counted now; null when the count is at its end. */
	step: text("step"),
	/** The last row that was counted; -1 at the end of the table. */
	afterRow: integer("after_row").notNull(),
});
