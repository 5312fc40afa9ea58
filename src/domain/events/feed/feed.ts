import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { lastForgotten, lastNumber } from "../../../platform/db/last-number.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { unionOf } from "../../../platform/db/lists/union.ts";
import { events, type PublicEventType } from "../../../platform/db/tables/data/events.ts";
import type { FeedPage } from "../../../platform/http/feed/feed.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { type Event, toEvent } from "./operations.ts";

/** Reads the events after a sequence, in rising order, and whether some are gone: both at the same moment. */
export async function readFeed(
	ctx: Ctx,
	{ types, after, take }: { types: readonly PublicEventType[] | null; after: number; take: number },
): Promise<FeedPage<Event>> {
	const afterSequence = after > 0 ? sql`${after}` : lastForgotten(ctx.tenantId);
	const ofTenant = and(eq(events.tenantId, ctx.tenantId), gt(events.sequence, afterSequence));
	const range = types ? { among: ofTypes(types, ofTenant) } : { where: ofTenant };
	const order = [asc(events.sequence)];
	const [{ rows, more }, [state = { last: 0, forgotten: 0 }]] = await Promise.all([
		pageWithLargeColumns(ctx, events, { large: ["data"], ...range, order, take }),
		ctx.db.select({ last: lastNumber(ctx.tenantId), forgotten: lastForgotten(ctx.tenantId) }).from(sql`(SELECT 1)`),
	]);
	if (after > 0 && after < state.forgotten) throw eventsExpired(state.forgotten + 1);
	const beyondLast = after > state.last ? aheadOfStudio(after, state) : undefined;
	return { rows: rows.map(toEvent), more, nextSequence: Math.max(after, state.last), beyondLast };
}

/** The events of these types. The index has those of each type in the order of their sequences. */
const ofTypes = (types: readonly PublicEventType[], ofTenant: SQL | undefined): SQL =>
	unionOf(
		types.map(
			// A value for each type would be too many values for D1.
			(type) => sql`SELECT * FROM ${events} INDEXED BY events_type_sequence
				WHERE ${ofTenant} AND ${events.type} = ${sql.raw(`'${type}'`)}`,
		),
		events,
	);

const eventsExpired = (oldest: number) =>
	problem("events_expired", `Events after this number are not kept any more. The oldest that is kept is ${oldest}.`, {
		oldest_sequence: oldest,
	});

/** After the data was restored to an earlier time, its next events get numbers that the caller has seen already. */
const aheadOfStudio = (after: number, { last, forgotten }: { last: number; forgotten: number }) =>
	problem(
		"events_expired",
		`There is no event ${after}. The last one is ${last}, because the studio's data was restored to an earlier time. The oldest that is kept is ${forgotten + 1}.`,
		{ oldest_sequence: forgotten + 1 },
	);
