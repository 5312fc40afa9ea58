import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The table never has rows. A trigger refuses an insert whose condition is false, and names the reason. */
export const commitGuard = sqliteTable("commit_guard", {
	reason: text("reason").notNull(),
	holds: integer("holds").notNull(),
});
