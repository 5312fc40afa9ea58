import { fillPlaceholders, type SQL } from "drizzle-orm";
import { type PreparedQueryConfig, type SQLitePreparedQuery, SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
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

const dialect = new SQLiteSyncDialect();

export const render = (expression: SQL): Statement => dialect.sqlToQuery(expression);

/** A statement, or what Drizzle makes one of. */
export type Buildable = { toSQL(): Statement } | SQL;

export function preparedWrite(write: SQL): (values: Record<string, unknown>) => { toSQL(): Statement } {
	const { sql, params } = render(write);
	return (values) => ({ toSQL: () => ({ sql, params: fillPlaceholders(params, values) }) });
}
