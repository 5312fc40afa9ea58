import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { afterCursor, type PageRequest } from "../../../platform/db/lists/page-order.ts";
import type { TimeRange } from "../../../platform/db/lists/time-range.ts";
import { deliveries, settlesWithinMs } from "../../../platform/db/tables/data/webhooks.ts";
import { firstIdAt, idPrefix } from "../../../platform/lib/ids.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import type { Walk } from "./walk.ts";

// The deliveries of an endpoint in the order of their changes. Those that changed later than a minute after their creation
// are in an index of changes. The others changed soon after the time in their ids, so a range of ids has them.

/** An id may be ahead of the time of its record by this: within an isolate ids rise, also when its clock does not. */
const idAheadMs = 10 * secondMs;

/** A page looks at this many deliveries that were created after the ones it surely shows. */
const lookedAt = 500;

/** The deliveries after the cursor, as far as a range of ids of bounded length shows all of them. */
export async function changesAt(
	{ db, tenantId }: Ctx,
	endpointId: string,
	page: PageRequest,
	updated: TimeRange,
): Promise<Walk> {
	const mine = and(eq(deliveries.tenantId, tenantId), eq(deliveries.endpointId, endpointId));
	const since = Math.max(page.byChange?.at ?? 0, updated.since ?? 0);
	const fromId = gte(deliveries.id, firstIdAt("delivery", since - settlesWithinMs));
	const firstCreated = sql`coalesce((SELECT created_at FROM ${deliveries} WHERE ${and(mine, fromId)} ORDER BY id LIMIT 1), 0)`;
	const later = sql`max(${since}, ${firstCreated}) + ${settlesWithinMs + 2 * idAheadMs}`;
	const [edge] = await db
		.select({ id: deliveries.id, createdAt: deliveries.createdAt })
		.from(deliveries)
		.where(and(mine, sql`${deliveries.id} >= ${idPrefix("delivery")} || printf('%012x', ${later})`))
		.orderBy(asc(deliveries.id))
		.limit(1)
		.offset(lookedAt);
	/** All changes before this time are among the deliveries before the edge. */
	const until = edge && edge.createdAt - idAheadMs;
	const begin = and(
		afterCursor(deliveries, page, updated),
		until === undefined ? undefined : lt(deliveries.updatedAt, until),
	);
	const changedLate = sql`${deliveries.updatedAt} > ${deliveries.createdAt} + ${sql.raw(String(settlesWithinMs))}`;
	const columns = sql`SELECT ${deliveries.endpointId} AS endpoint_id, ${deliveries.id} AS id, ${deliveries.updatedAt} AS changed`;
	const walked = (count: SQL) => sql`(
		SELECT * FROM (${columns} FROM ${deliveries} INDEXED BY deliveries_changed
			WHERE ${and(mine, changedLate, begin)} ORDER BY ${deliveries.updatedAt}, ${deliveries.id} LIMIT ${count})
		UNION ALL
		${columns} FROM ${deliveries} WHERE ${and(mine, fromId, edge && lt(deliveries.id, edge.id), sql`NOT (${changedLate})`, begin)}
	) ORDER BY changed, id`;
	const atEdge = until === undefined ? sql`NULL` : sql`${`${until - 1}/~`}`;
	return {
		isCutOff: until !== undefined,
		first: (count) => sql`SELECT endpoint_id, id FROM ${walked(count)} LIMIT ${count}`,
		endAfter: (count) =>
			sql`coalesce((SELECT changed || '/' || id FROM ${walked(count)} LIMIT 1 OFFSET ${count} - 1), ${atEdge})`,
	};
}
