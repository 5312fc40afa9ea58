import type { SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import type { Statement } from "./database.ts";

/** Builds statements without a database behind it: a write is described here and run by `commit` alone. */
const builder = drizzle(undefined as unknown as D1Database);
export const insert = builder.insert.bind(builder);
export const update = builder.update.bind(builder);
export const remove = builder.delete.bind(builder);

const dialect = new SQLiteSyncDialect();

/** A statement that must change exactly one row; otherwise nothing is committed. */
export interface Guarded {
	guarded: Buildable;
}
type Buildable = { toSQL(): { sql: string; params: unknown[] } } | SQL;
export type Write = Buildable | Guarded;

export const guarded = (write: Buildable): Guarded => ({ guarded: write });

const build = (write: Buildable): Statement => {
	const { sql, params } = "toSQL" in write ? write.toSQL() : dialect.sqlToQuery(write);
	return { sql, params };
};

const guard: Statement = { sql: "INSERT INTO commit_guard (changed) SELECT changes()", params: [] };

export const toStatements = (write: Write): Statement[] =>
	"guarded" in write ? [build(write.guarded), guard] : [build(write)];
