import { and, eq, sql } from "drizzle-orm";
import type { Change } from "../../../platform/commit/change.ts";
import {
	referrersIn,
	refusedRemoval,
	removeUnreferenced,
	stillReferenced,
} from "../../../platform/commit/referrers.ts";
import { remove, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import {
	calendarFeeds,
	externalBusy,
	externalCalendars,
	timeBlocks,
} from "../../../platform/db/tables/data/calendars.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { holds } from "../../../platform/db/tables/data/holds.ts";
import { ideas } from "../../../platform/db/tables/data/ideas.ts";
import { leads } from "../../../platform/db/tables/data/leads.ts";
import { together } from "../../../platform/db/together.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { deletedWith } from "../../pictures/deleted-with.ts";
import { releaseArtistSlug } from "../slugs.ts";
import { findArtist } from "./operations.ts";

/** A larger statement would block the database for every tenant. */
const maxTimeBlocks = 1000;

/**
 * No record may name the artist. The time blocks, the external calendar and the calendar feed go, too. The address of the booking page is
 * free again.
 */
export async function deleteArtist(
	ctx: Ctx,
	id: string,
): Promise<Change<{ object: "artist"; id: string; deleted: true }>> {
	const artist = { tenantId: ctx.tenantId, id };
	const referrers = [
		referrersIn("event_type", eventTypes, eventTypes.artistId, artist),
		referrersIn("appointment", appointments, appointments.artistId, artist),
		referrersIn("lead", leads, leads.assignedArtistId, artist),
		referrersIn("idea", ideas, ideas.artistId, artist),
		referrersIn("client", clients, clients.assignedArtistId, artist),
	];
	const [row, inUse, blocks] = await together(
		ctx,
		(ctx) => findArtist(ctx, id),
		(ctx) => stillReferenced(ctx, "artist", referrers),
		(ctx) => timeBlocksOf(ctx, id),
	);
	if (inUse) throw inUse;
	await releaseArtistSlug(ctx, row.slug);
	return {
		result: { object: "artist", id, deleted: true },
		writes: [
			removeBlocks(ctx, id, blocks),
			...[externalBusy, externalCalendars, holds].map((table) =>
				remove(table).where(and(eq(table.tenantId, ctx.tenantId), eq(table.artistId, id))),
			),
			remove(calendarFeeds).where(and(eq(calendarFeeds.tenantId, ctx.tenantId), eq(calendarFeeds.ownerId, id))),
			removeUnreferenced(artists, row, referrers),
		],
		audit: [
			...blocks.map((block) => ({ action: "time_block.deleted", resourceId: block })),
			...(await deletedWith(ctx, [row])),
			{ action: "artist.deleted", resourceId: id },
		],
		onRefused: refusedRemoval,
	};
}

async function timeBlocksOf({ db, tenantId }: Ctx, artistId: string): Promise<string[]> {
	const rows = await db
		.select({ id: timeBlocks.id })
		.from(timeBlocks)
		.where(and(eq(timeBlocks.tenantId, tenantId), eq(timeBlocks.artistId, artistId)))
		.limit(maxTimeBlocks + 1);
	if (rows.length > maxTimeBlocks)
		throw problem("conflict", `The artist has more than ${maxTimeBlocks} time blocks. Delete some of them first.`);
	return rows.map(({ id }) => id);
}

/** Fails if a block came or went since they were read, so that each has its audit entry. */
const removeBlocks = ({ tenantId }: Ctx, artistId: string, ids: string[]): Write => {
	const ofArtist = sql`tenant_id = ${tenantId} AND artist_id = ${artistId}`;
	return {
		write: sql`DELETE FROM ${timeBlocks} WHERE ${ofArtist} AND id IN ${eachOf(ids)}`,
		condition: sql`changes() = ${ids.length} AND NOT EXISTS (SELECT 1 FROM ${timeBlocks} WHERE ${ofArtist})`,
		reason: "stale_write",
	};
};
