import { and, desc, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../platform/db/database.ts";

/** How many rows a page looks at where its filter has no index. */
export const scanLimit = 2000;

/**
 * For a filter without an index: it looks at the newest rows of an index, and the page after it goes on where it
 * stopped, so that a page costs the same whatever the size of the table. `indexed` says which rows of an index they are.
 */
export function boundedScan(db: Database, table: SQLiteTable & { id: AnySQLiteColumn }, indexed: SQL | undefined) {
	const last = db
		.select({ id: sql<string>`${table.id}` })
		.from(table)
		.where(indexed)
		.orderBy(desc(table.id))
		.limit(1)
		.offset(scanLimit - 1);
	return {
		/** A row is among those that are looked at. */
		condition: and(indexed, sql`${table.id} >= coalesce(${last}, '')`),
		/** The id of the last of them; undefined where there is nothing beyond. */
		lastId: async (): Promise<string | undefined> => (await last)[0]?.id,
	};
}
