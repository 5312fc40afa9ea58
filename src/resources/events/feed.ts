import { and, asc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { bytesOf, cutToBytes, lastWithinBytes } from "../../db/lists/byte-page.ts";
import { eventSequences, events, type PublicEventType } from "../../db/tables/data/events.ts";
import type { FeedPage } from "../../http/feed.ts";
import { problem } from "../../problems.ts";
import { type Event, toEvent } from "./operations.ts";

/** The events after a number, in rising order. All of one moment: what was looked at, and whether some are gone. */
export async function readFeed(
	ctx: Ctx,
	{ types, after, take }: { types: readonly PublicEventType[] | null; after: number; take: number },
): Promise<FeedPage<Event>> {
	const mine = eq(events.tenantId, ctx.tenantId);
	const size = bytesOf(events.data);
	const begin = after > 0 ? sql`${after}` : oldestKept(ctx.tenantId);
	const wanted = types
		? and(mine, sql`${events.sequence} IN (${firstOf(types, { tenantId: ctx.tenantId, begin, take })})`)
		: and(mine, gt(events.sequence, begin));
	const [found, [state = { last: 0, forgotten: 0 }]] = await Promise.all([
		ctx.db
			.select({ row: events, size })
			.from(events)
			.where(and(wanted, lte(events.sequence, lastWithinBytes(events, events.sequence, size, wanted, take))))
			.orderBy(asc(events.sequence))
			.limit(take),
		ctx.db
			.select({ last: eventSequences.last, forgotten: eventSequences.forgotten })
			.from(eventSequences)
			.where(eq(eventSequences.tenantId, ctx.tenantId)),
	]);
	if (after > 0 && after < state.forgotten) throw expired(state.forgotten + 1);
	const { rows, more } = cutToBytes(found);
	return { rows: rows.map(toEvent), more, next: Math.max(after, state.last) };
}

/** One before the first. An earlier event can be left that a delivery needs, but events after it are gone. */
const oldestKept = (tenantId: string): SQL =>
	sql`coalesce((SELECT forgotten FROM ${eventSequences} WHERE ${eventSequences.tenantId} = ${tenantId}), 0)`;

interface Range {
	tenantId: string;
	begin: SQL;
	take: number;
}

/** The first numbers of these types. One type is a range of its index. Several are ranges that have to be merged. */
function firstOf(types: readonly PublicEventType[], { tenantId, begin, take }: Range): SQL {
	const range = (
		column: SQL,
		type: SQL,
		after: SQL,
	) => sql`SELECT ${column} FROM ${events} INDEXED BY events_type_sequence
		WHERE tenant_id = ${tenantId} AND type = ${type} AND sequence > ${after} ORDER BY sequence`;
	if (types.length === 1) return sql`${range(sql`sequence`, sql`${types[0]}`, begin)} LIMIT ${take}`;
	// The queue of this query holds the next event of each type. Each step takes the first of them and replaces it by the
	// one after it of its type.
	const next = (type: SQL, after: SQL) => sql`${events} e ON e.rowid = (${range(sql`rowid`, type, after)} LIMIT 1)`;
	return sql`WITH RECURSIVE merged(sequence, type) AS (
			SELECT e.sequence, e.type FROM json_each(${JSON.stringify(types)}) t JOIN ${next(sql`t.value`, begin)}
			UNION ALL
			SELECT e.sequence, e.type FROM merged m JOIN ${next(sql`m.type`, sql`m.sequence`)}
			ORDER BY 1 LIMIT ${take}
		) SELECT sequence FROM merged`;
}

const expired = (oldest: number) =>
	problem("events_expired", `Events after this number are not kept any more. The oldest that is kept is ${oldest}.`, {
		oldest_sequence: oldest,
	});
