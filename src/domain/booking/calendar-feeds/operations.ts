import { and, eq, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { insert, mustChangeRows, remove } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { readPlacements } from "../../../platform/db/placement.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { calendarFeeds } from "../../../platform/db/tables/data/calendars.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { together } from "../../../platform/db/together.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { recordFinder } from "../../../platform/record-finder.ts";
import {
	type CalendarFeed,
	type CalendarFeedWithUrl,
	type FeedRow,
	type NewCalendarFeed,
	toCalendarFeed,
} from "./schema.ts";
import { hashOf, newSecret } from "./secret.ts";

/** An artist or a shop. */
export interface FeedOwner {
	kind: "artist" | "shop";
	id: string;
}

const tables = { artist: artists, shop: shops };
const finders = { artist: recordFinder(artists, "artist"), shop: recordFinder(shops, "shop") };

/** Undefined if the owner has none. */
export async function findCalendarFeed({ db, tenantId }: Ctx, ownerId: string): Promise<CalendarFeed | undefined> {
	const [row] = await db.select().from(calendarFeeds).where(isFeedOf(tenantId, ownerId));
	return row && toCalendarFeed(row);
}

async function feedRow(ctx: Ctx, { kind, id }: FeedOwner): Promise<FeedRow> {
	const [, [row]] = await together(
		ctx,
		(ctx) => finders[kind](ctx, id),
		({ db, tenantId }) => db.select().from(calendarFeeds).where(isFeedOf(tenantId, id)),
	);
	if (!row) throw notFound("calendar feed");
	return row;
}

export const getCalendarFeed = async (ctx: Ctx, owner: FeedOwner): Promise<CalendarFeed> =>
	toCalendarFeed(await feedRow(ctx, owner));

/** Every call makes a new address, and an earlier one ends. */
export async function setCalendarFeed(
	ctx: Ctx,
	owner: FeedOwner,
	{ details }: NewCalendarFeed,
): Promise<Change<CalendarFeedWithUrl>> {
	const { kind, id } = owner;
	const { tenantId, now } = ctx;
	const [placements] = await together(
		ctx,
		(ctx) => readPlacements(ctx.control, [tenantId]),
		(ctx) => finders[kind](ctx, id),
	);
	const [placement] = placements;
	if (!placement) throw notFound(kind);
	const secret = newSecret(placement.database, tenantId);
	const row: FeedRow = { tenantId, ownerId: id, hash: hashOf(secret), details, lastReadAt: null, createdAt: now };
	const { tenantId: _, ownerId: __, ...set } = row;
	return {
		result: { ...toCalendarFeed(row), url: `${ctx.settings.origin ?? ""}/calendars/${secret}.ics` },
		writes: [
			{
				write: insert(calendarFeeds)
					.values(row)
					.onConflictDoUpdate({ target: [calendarFeeds.tenantId, calendarFeeds.ownerId], set }),
				condition: sql`EXISTS (SELECT 1 FROM ${tables[kind]} WHERE tenant_id = ${tenantId} AND id = ${id})`,
				reason: "stale_write",
			},
		],
		audit: { action: `${kind}.calendar_feed_set`, resourceId: id, details: { details } },
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}

export async function deleteCalendarFeed<K extends FeedOwner["kind"]>(
	ctx: Ctx,
	owner: FeedOwner & { kind: K },
): Promise<Change<{ object: "calendar_feed"; id: string; deleted: true }>> {
	const { kind, id } = owner;
	const row = await feedRow(ctx, owner);
	return {
		result: { object: "calendar_feed", id, deleted: true },
		writes: [
			mustChangeRows(remove(calendarFeeds).where(and(isFeedOf(ctx.tenantId, id), eq(calendarFeeds.hash, row.hash)))),
		],
		audit: { action: `${kind}.calendar_feed_removed`, resourceId: id },
		onRefused: ({ kind }) => (kind === "raised" ? decideAgain : undefined),
	};
}

const isFeedOf = (tenantId: string, ownerId: string) =>
	and(eq(calendarFeeds.tenantId, tenantId), eq(calendarFeeds.ownerId, ownerId));
