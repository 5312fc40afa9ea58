import { fillPlaceholders } from "drizzle-orm";
import type { PreparedQueryConfig, SQLitePreparedQuery } from "drizzle-orm/sqlite-core";
import { drizzle } from "drizzle-orm/sqlite-proxy";
import type { Statement } from "./statement.ts";

/** Builds statements without a database: writes, which a commit runs, and SELECTs that a module prepares. */
export const builder = drizzle(() => {
	throw new Error("A statement of the builder runs in the database of a request.");
});

/** A SELECT that is built once, by `builder.select()…prepare()`. `Database.execute` runs it. */
export type Prepared<Row> = SQLitePreparedQuery<PreparedQueryConfig & { all: Row[] }>;

export function filled(prepared: Prepared<unknown>, values: Record<string, unknown>): Statement {
	const { sql, params } = prepared.getQuery();
	return { sql, params: fillPlaceholders(params, values) };
}
