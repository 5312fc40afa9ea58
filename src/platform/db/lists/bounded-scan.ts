import type { SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../database.ts";
import { and, desc, sql } from "../statements/expression.ts";

/** A page reads at most this many rows if its filter has no index. */
const scanLimit = 2000;

/**
 * For a filter without an index. A page reads only the newest rows of another index, and the next page continues after
 * them. So the cost of a page does not grow with the table. `indexed` is the condition that uses the index.
 */
export function boundedScan(db: Database, table: SQLiteTable & { id: AnySQLiteColumn }, indexed: SQL | undefined) {
	const lastIn = (db: Database) =>
		db
			.select({ id: sql<string>`${table.id}` })
			.from(table)
			.where(indexed)
			.orderBy(desc(table.id))
			.limit(1)
			.offset(scanLimit - 1);
	return {
		/** True for the rows that the page reads. */
		condition: and(indexed, sql`${table.id} >= coalesce(${lastIn(db)}, '')`),
		/** The id of the last of these rows; undefined if no rows follow. Read it together with the rows. */
		lastId: async (db: Database): Promise<string | undefined> => (await lastIn(db))[0]?.id,
	};
}
