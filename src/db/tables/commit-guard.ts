import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Holds no rows: an insert whose condition does not hold aborts the transaction, by the reason's name. */
export const commitGuard = sqliteTable("commit_guard", {
	reason: text("reason").notNull(),
	holds: integer("holds").notNull(),
});
