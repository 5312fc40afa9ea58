import { blob, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The search index of clients: the prefixes of their words, and the beginnings of each two words. Triggers of `clients`
 * write it. The ids are bytes, because there are many rows, and the table is its own index (WITHOUT ROWID).
 */
export const clientWords = sqliteTable(
	"client_words",
	{
		tenant: blob("tenant", { mode: "buffer" }).notNull(),
		word: text("word").notNull(),
		client: blob("client", { mode: "buffer" }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.tenant, t.word, t.client] })],
);
