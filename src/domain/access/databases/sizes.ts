import { type SQL, sql } from "drizzle-orm";
import { execute } from "../../../platform/commit/execute.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { Caller } from "../../../platform/context.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { databases } from "../../../platform/db/tables/control/databases.ts";

/** Selects the databases, as `id`, whose size is to be recorded although nothing else is due in them. */
export const databasesToMeasure: SQL = sql`SELECT id FROM ${databases} WHERE away_since IS NOT NULL OR placed_since <> 0`;

/**
 * Records the measured size of a database; null if the database did not answer. A size that is known already is not
 * written again.
 */
export async function noteSize(caller: Caller, writer: Writer, id: string, size: number | null): Promise<void> {
	const { now } = caller;
	const write =
		size === null
			? sql`INSERT INTO ${databases} (id, away_since, created_at, updated_at) VALUES (${id}, ${now}, ${now}, ${now})
				ON CONFLICT (id) DO UPDATE SET away_since = excluded.away_since, updated_at = ${laterThanBefore(sql`excluded.updated_at`)}
				WHERE away_since IS NULL`
			: sql`INSERT INTO ${databases} (id, size_bytes, created_at, updated_at) VALUES (${id}, ${size}, ${now}, ${now})
				ON CONFLICT (id) DO UPDATE SET size_bytes = excluded.size_bytes, placed_since = 0, away_since = NULL,
					updated_at = ${laterThanBefore(sql`excluded.updated_at`)}
				WHERE size_bytes <> excluded.size_bytes OR placed_since <> 0 OR away_since IS NOT NULL`;
	await execute(writer, caller, () => ({ inControlDatabase: true, result: null, writes: [write] }));
}
