import { and, eq, type SQL, sql } from "drizzle-orm";
import { events, type PublicEventType } from "../../../platform/db/tables/data/events.ts";

/** The events of a type that has no more are read and sorted at once. */
const fewSorted = 20;
/** The newest events, among which those of a frequent type are found. */
const firstWalked = 200;
const maxWalked = 5000;
/** The events of a type that has no more are all read and sorted. */
const maxSorted = 1000;

/**
 * The newest events of a type, with ids in a range. No index has the events of a type in the order of their ids, because
 * it would be one more row to write for each event. So the statement sorts all of a type that has few. Otherwise it walks
 * the newest events first. If they do not fill the page, it reads all of the type, by the index that has them in the order
 * of their numbers: at once if they are no more than a thousand, and otherwise after a longer walk.
 */
export function newestOfType(tenantId: string, type: PublicEventType, inRange: SQL | undefined, take: number): SQL {
	const range = and(eq(events.tenantId, tenantId), inRange);
	const ofType = sql`FROM ${events} INDEXED BY events_type_sequence WHERE ${events.tenantId} = ${tenantId} AND ${events.type} = ${type}`;
	const isAtMost = (many: number) => sql`(SELECT count(*) FROM (SELECT 1 ${ofType} LIMIT ${many + 1})) <= ${many}`;
	const walk = (columns: SQL, limit: SQL) =>
		sql`SELECT ${columns} FROM ${events} WHERE ${range} ORDER BY ${events.id} DESC LIMIT ${limit}`;
	const walked = (limit: SQL) => sql`SELECT id FROM (${walk(sql`id, type`, limit)}) WHERE type = ${type} LIMIT ${take}`;
	const isOpen = (name: string, limit: number) =>
		sql`(SELECT count(*) FROM ${sql.identifier(name)}) < ${take} AND EXISTS (${walk(sql`1`, sql`1 OFFSET ${limit}`)})`;
	return sql`${events.id} IN (
		WITH few(is_few) AS MATERIALIZED (SELECT ${isAtMost(fewSorted)}),
		first(id) AS MATERIALIZED (${walked(sql`CASE WHEN (SELECT is_few FROM few) THEN 0 ELSE ${firstWalked} END`)}),
		state(is_rare) AS MATERIALIZED (
			SELECT 1 WHERE (SELECT is_few FROM few)
			UNION ALL SELECT ${isAtMost(maxSorted)} WHERE NOT (SELECT is_few FROM few) AND ${isOpen("first", firstWalked)}
		),
		long(id) AS MATERIALIZED (${walked(sql`CASE WHEN (SELECT is_rare FROM state) = 0 THEN ${maxWalked} ELSE 0 END`)})
		SELECT id FROM first
		UNION ALL SELECT id FROM long
		UNION ALL SELECT id FROM (
			SELECT id ${ofType} AND ${inRange ?? sql`1`} ORDER BY id DESC
			LIMIT CASE WHEN (SELECT is_rare FROM state) = 1 OR ((SELECT is_rare FROM state) = 0 AND ${isOpen("long", maxWalked)}) THEN ${take} ELSE 0 END
		)
	)`;
}
