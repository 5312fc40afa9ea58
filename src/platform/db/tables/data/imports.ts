import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../columns.ts";

export const rowOutcomes = ["created", "updated", "skipped", "failed", "undone", "left"] as const;

/** The outcome of each row of an import. The import itself is a row of `jobs`. */
export const importRows = sqliteTable(
	"import_rows",
	{
		tenantId: text("tenant_id").notNull(),
		importId: text("import_id").notNull(),
		/** The number of the row in the file, from 1. */
		row: integer("row").notNull(),
		outcome: text("outcome", { enum: rowOutcomes }).notNull(),
		reason: text("reason"),
		clientId: text("client_id"),
		/** The cells of a row that failed, so that it can be mended and sent again. */
		cells: json<string[]>("cells"),
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.importId, t.row] }),
		index("import_rows_outcome").on(t.tenantId, t.importId, t.outcome, t.row),
	],
);
