import { type SQL, sql } from "drizzle-orm";
import { firstIdAt, type IdKind } from "../../lib/ids.ts";

/** A UUIDv7 for each row of an INSERT … SELECT. The database gives the random part. */
export const idOfEachRow = (kind: IdKind, now: number): SQL =>
	sql`${firstIdAt(kind, now)} || '7' || substr(lower(hex(randomblob(2))), 2)
		|| substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(8))), 2)`;
