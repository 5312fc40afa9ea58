import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { lastForgotten, lastNumber } from "../../../platform/db/last-number.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { unionOf } from "../../../platform/db/lists/union.ts";
import { auditEntries } from "../../../platform/db/tables/data/audit-log.ts";
import { events, type PublicEventType } from "../../../platform/db/tables/data/events.ts";
import { together } from "../../../platform/db/together.ts";
import type { FeedPage } from "../../../platform/http/feed/feed.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { type EntryFilters, idsByEntries } from "./found-by-entries.ts";
import { type Event, toEvent } from "./operations.ts";

export async function readFeed(
	ctx: Ctx,
	{
		types,
		after,
		take,
		...filters
	}: { types: readonly PublicEventType[] | null; after: number; take: number } & EntryFilters,
): Promise<FeedPage<Event>> {
	const afterSequence = after > 0 ? sql`${after}` : lastForgotten(ctx.tenantId);
	const ofTenant = and(eq(events.tenantId, ctx.tenantId), gt(events.sequence, afterSequence));
	const isByEntries = filters.about !== undefined || filters.request_id !== undefined;
	const range = isByEntries
		? { where: and(eq(events.tenantId, ctx.tenantId), byEntries(ctx, filters, { types, afterSequence, take })) }
		: types
			? { among: ofTypes(types, ofTenant) }
			: { where: ofTenant };
	// With a unary plus, SQLite sorts the events whose ids are known, and does not walk the feed.
	const order = isByEntries ? [sql`+${events.sequence}`] : [asc(events.sequence)];
	// The last number belongs to the events that were read, so both are read from one state of the database.
	const [{ rows, more }, [state = { last: 0, forgotten: 0 }]] = await together(
		ctx,
		(ctx) => pageWithLargeColumns(ctx, events, { large: ["data"], ...range, order, take }),
		(ctx) =>
			ctx.db.select({ last: lastNumber(ctx.tenantId), forgotten: lastForgotten(ctx.tenantId) }).from(sql`(SELECT 1)`),
	);
	if (after > 0 && after < state.forgotten) throw eventsExpired(state.forgotten + 1);
	const beyondLast = after > state.last ? aheadOfStudio(after, state) : undefined;
	return { rows: rows.map(toEvent), more, nextSequence: Math.max(after, state.last), beyondLast };
}

/** A change commits less than a minute after it began, so its entry is at most that much earlier than other events. */
const longestChangeMs = minuteMs;

function byEntries(
	{ tenantId }: Ctx,
	filters: EntryFilters,
	{ types, afterSequence, take }: { types: readonly PublicEventType[] | null; afterSequence: SQL; take: number },
): SQL {
	const of = and(sql`v.sequence > ${afterSequence}`, types ? sql`v.type IN ${eachOf(types)}` : undefined);
	const from = sql`${auditEntries.id} >= coalesce((
		SELECT printf('aud_%012x', max(0, l.created_at - ${longestChangeMs})) FROM ${events} l
		WHERE l.tenant_id = ${tenantId} AND l.sequence <= ${afterSequence} ORDER BY l.sequence DESC LIMIT 1
	), '')`;
	return sql`${events.id} IN (${idsByEntries(filters, { tenantId, of, from, take, rising: true })})`;
}

/** The index has the events of each type in the order of their sequences. */
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

/** The caller has made a mistake, or the data was restored to an earlier time: its next events then get numbers that the caller has seen. */
const aheadOfStudio = (after: number, { last, forgotten }: { last: number; forgotten: number }) =>
	problem(
		"events_expired",
		`There is no event ${after}. The last one is ${last}. If the service gave out the number ${after}, the studio's data was restored to an earlier time. The oldest that is kept is ${forgotten + 1}.`,
		{ oldest_sequence: forgotten + 1 },
	);
