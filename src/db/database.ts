import { drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import type { Env } from "../env.ts";
import type { Meter } from "../lib/meter.ts";
import { Client, type Statement } from "./client.ts";

/** An operation can only read. */
export type Database = Pick<SqliteRemoteDatabase, "select" | "selectDistinct">;

/** Only this function knows in which database a tenant's data is. */
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
