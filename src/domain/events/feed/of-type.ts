import type { SQL } from "drizzle-orm";
import { type CreatedFilters, createdIn } from "../../../platform/db/lists/time-range.ts";
import { and, desc, eq, sql } from "../../../platform/db/statements/expression.ts";
import { events, type PublicEventType } from "../../../platform/db/tables/data/events.ts";
import { firstIdAt } from "../../../platform/lib/ids.ts";

// The events of one type are listed by their numbers. Those of simultaneous requests can have ids in another order, so
// such a list differs from one by ids in the places of neighbours. An index of the types by ids would be one more row for
// each event that is written.

/** Events of simultaneous requests are never that many. */
const outOfOrder = 100;

interface Wanted extends CreatedFilters {
	type: PublicEventType;
	/** The id of the last event of the page before. */
	after?: string | undefined;
}

/** The events of a type, the newest first. */
export function eventsOfType(tenantId: string, { type, after, ...created }: Wanted): { where: SQL; order: SQL[] } {
	const { created_since: since, created_until: until } = created;
	const number = (which: SQL) =>
		sql`(SELECT sequence FROM ${events} WHERE tenant_id = ${tenantId} AND ${which} LIMIT 1)`;
	const wanted = and(
		eq(events.tenantId, tenantId),
		eq(events.type, type),
		since === undefined
			? undefined
			: sql`${events.sequence} >= ${number(sql`id >= ${firstIdAt("event", since)} ORDER BY id`)} - ${outOfOrder}`,
		until === undefined
			? undefined
			: sql`${events.sequence} <= ${number(sql`id < ${firstIdAt("event", until)} ORDER BY id DESC`)} + ${outOfOrder}`,
		after === undefined ? undefined : sql`${events.sequence} < ${number(sql`id = ${after}`)}`,
		createdIn(sql`+${events.id}` as never, "event", created),
	);
	return { where: wanted as SQL, order: [desc(events.sequence)] };
}
