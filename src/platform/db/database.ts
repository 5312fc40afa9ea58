import { drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import type { Meter } from "../lib/meter.ts";
import { DatabaseClient, type Statement } from "./database-client.ts";

/** An operation can only read. */
export type Database = Pick<SqliteRemoteDatabase, "select" | "selectDistinct">;

/** One database, as one request opens it. */
export interface Store {
	/** The name of its binding. */
	id: string;
	db: Database;
	/** All of the statements, or none of them. */
	transaction(statements: Statement[]): Promise<D1Result[]>;
	/** Where a replica must be to have what the last transaction wrote; null without replicas. */
	bookmark(): string | null;
}

/** How a database with read replicas is opened. */
export interface Replicated {
	/** Reads see at least what was written there. Null: nobody knows what was written last, so the primary is asked. */
	since: string | null;
}

export function openStore(id: string, d1: D1Database, meter?: Meter, replicated?: Replicated): Store {
	if (!replicated) return storeOf(id, new DatabaseClient(d1, meter));
	const primary = d1.withSession("first-primary");
	const reads = replicated.since === null ? primary : d1.withSession(replicated.since);
	const client = new DatabaseClient(d1, meter, reads);
	let written: string | null = null;
	return {
		...storeOf(id, client),
		transaction: async (statements) => {
			const results = await client.transaction(statements, primary);
			written = primary.getBookmark();
			return results;
		},
		bookmark: () => written,
	};
}

const storeOf = (id: string, client: DatabaseClient): Store => ({
	id,
	db: drizzle(async (sql, params) => ({ rows: await client.read({ sql, params }) })),
	transaction: (statements) => client.transaction(statements),
	bookmark: () => null,
});
