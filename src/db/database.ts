import { drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import type { Env } from "../env.ts";
import type { Meter } from "../lib/meter.ts";
import { Client, type Statement } from "./client.ts";

/** What an operation may do with the database: read. */
export type Database = Pick<SqliteRemoteDatabase, "select" | "selectDistinct">;

/** The one place that knows where a tenant's data lies. */
export function openDatabase(
	env: Pick<Env, "DB">,
	meter?: Meter,
): { db: Database; transaction(statements: Statement[]): Promise<D1Result[]> } {
	const client = new Client(env.DB, meter);
	return {
		db: drizzle(async (sql, params) => ({ rows: await client.read({ sql, params }) })),
		transaction: (statements) => client.transaction(statements),
	};
}
