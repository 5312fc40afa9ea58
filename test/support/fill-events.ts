import { database } from "./database.ts";

/** The types take turns. */
export async function fillEvents(
	{ id }: { id: string },
	count: number,
	types: readonly string[] = ["client.created"],
	createdAt = Date.now(),
): Promise<void> {
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
				INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
				SELECT 'evt_' || printf('%032x', i), ?1, i, json_extract(?3, '$[' || ((i - 1) % json_array_length(?3)) || ']'), '{}', 'system', ?4 FROM n`,
		)
		.bind(id, count, JSON.stringify(types), createdAt)
		.run();
}
