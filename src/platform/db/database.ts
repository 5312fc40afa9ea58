import { drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import type { Meter } from "../lib/meter.ts";
import { DatabaseClient, type LongestCalls, type ReadTarget } from "./database-client.ts";
import { filled, type Prepared } from "./statements/builder.ts";
import type { Statement } from "./statements/statement.ts";

/** The part of a database that an operation may use: reads. Each is a call of its own, except within `together`. */
export interface Database extends Pick<SqliteRemoteDatabase, "select" | "selectDistinct" | "values"> {
	execute<Row>(prepared: Prepared<Row>, values: Record<string, unknown>): Promise<Row[]>;
	target: ReadTarget;
}

/** One database, as one request opens it. */
export interface Store {
	/** The name of its binding. */
	id: string;
	db: Database;
	transaction(statements: Statement[]): Promise<D1Result[]>;
	/** The state that includes the last transaction of this request; null if it wrote nothing or without replicas. */
	bookmark(): string | null;
}

/** How a database with read replicas is opened. */
export interface Replicated {
	/** Reads see at least the state of this bookmark. Null if the last write is unknown: then the primary is read. */
	since: string | null;
}

export interface StoreOptions {
	meter?: Meter | undefined;
	longest?: LongestCalls | undefined;
}

export function openStore(id: string, d1: D1Database, options: StoreOptions = {}, replicated?: Replicated): Store {
	if (!replicated) return storeOf(id, new DatabaseClient(d1, options));
	const primary = d1.withSession("first-primary");
	const replica = replicated.since === null ? primary : d1.withSession(replicated.since);
	// After a transaction, a replica may lack what it wrote, or the faster change for which the database refused it.
	let wrote = false;
	const client = new DatabaseClient(d1, { ...options, readsFrom: () => (wrote ? primary : replica) });
	let bookmark: string | null = null;
	return {
		...storeOf(id, client),
		transaction: async (statements) => {
			wrote = true;
			const results = await client.transaction(statements, primary);
			bookmark = primary.getBookmark();
			return results;
		},
		bookmark: () => bookmark,
	};
}

const storeOf = (id: string, client: DatabaseClient): Store => ({
	id,
	db: databaseOver(client),
	transaction: (statements) => client.transaction(statements),
	bookmark: () => null,
});

export function databaseOver(target: ReadTarget): Database {
	const read = (statement: Statement) =>
		new Promise<unknown[][]>((resolve, reject) => target.send([{ statement, resolve, reject }]));
	const drizzled = drizzle(async (sql, params) => ({ rows: await read({ sql, params }) }));
	return Object.assign(drizzled, {
		target,
		execute: async <Row>(prepared: Prepared<Row>, values: Record<string, unknown>) =>
			prepared.mapAllResult(await read(filled(prepared, values))) as Row[],
	});
}
