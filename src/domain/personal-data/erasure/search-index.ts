import { sql } from "drizzle-orm";
import type { EraseSome } from "./person.ts";

/** A step writes about so many pages of 4 KB. */
const pagesAtOnce = 50;

/**
 * The index marks words as deleted and keeps them until its parts are merged. This merges all of them, in steps. The
 * index is that of the whole database.
 */
export const eraseSearchWords: EraseSome = async ({ db }, _, after) => {
	const position = after as { left: number } | null;
	if (position === null) {
		const [size] = await db.select({ pages: sql<number>`count(*)` }).from(sql`client_search_data`);
		// The merge also takes the words that are written meanwhile.
		return { writes: [merge(-pagesAtOnce)], next: { left: Math.ceil((2 * (size?.pages ?? 0)) / pagesAtOnce) + 2 } };
	}
	return { writes: [merge(pagesAtOnce)], next: position.left > 1 ? { left: position.left - 1 } : null };
};

/** A negative number begins a merge of all parts (https://sqlite.org/fts5.html#the_merge_command). */
const merge = (pages: number) => sql`INSERT INTO client_search (client_search, rank) VALUES ('merge', ${pages})`;
