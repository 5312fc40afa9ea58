import { sql } from "drizzle-orm";
import { execute } from "../../../platform/commit/execute.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { Caller } from "../../../platform/context.ts";
import { databases } from "../../../platform/db/tables/control/databases.ts";

/** Records the measured size of a database; null if the database did not answer. */
export async function noteSize(caller: Caller, writer: Writer, id: string, size: number | null): Promise<void> {
	const { now } = caller;
	const write =
		size === null
			? sql`INSERT INTO ${databases} (id, away_since) VALUES (${id}, ${now})
				ON CONFLICT (id) DO UPDATE SET away_since = coalesce(away_since, excluded.away_since)`
			: sql`INSERT INTO ${databases} (id, size_bytes, measured_at) VALUES (${id}, ${size}, ${now})
				ON CONFLICT (id) DO UPDATE SET size_bytes = excluded.size_bytes, measured_at = excluded.measured_at,
					placed_since = 0, away_since = NULL`;
	await execute(writer, caller, () => ({ inControlDatabase: true, result: null, writes: [write] }));
}
