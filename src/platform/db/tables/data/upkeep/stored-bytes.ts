import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../../columns.ts";

const bytes = (name: string) => integer(name).notNull().default(0);

/** About how many bytes each tenant stores: `counted` and `added` together. */
export const storedBytes = sqliteTable("stored_bytes", {
	tenantId: text("tenant_id").primaryKey(),
	/** The bytes that the last count of the tables found. */
	counted: bytes("counted"),
	/** The bytes written since that count began. */
	added: bytes("added"),
	/** The bytes that the present count has found so far. */
	counting: bytes("counting"),
	/** The bytes written since the present count began. */
	addedMeanwhile: bytes("added_meanwhile"),
});

export const storedBytesCounts = sqliteTable("stored_bytes_counts", {
	/** The table has one row. */
	name: text("name").primaryKey(),
	beganAt: integer("began_at").notNull(),
	/** The step of the count, such as the name of a table; null if the count has finished. */
	step: text("step"),
	/** -1 at the end of the table. */
	afterRow: integer("after_row").notNull(),
	/** The primary key of the last row that was counted; null at the beginning of the table. */
	afterKey: json<(string | number)[]>("after_key"),
});
