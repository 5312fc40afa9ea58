import { and, asc, eq, gt } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { externalCalendars } from "../../../platform/db/tables/data/calendars.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { type ExternalCalendar, toExternalCalendar } from "../calendars/schema.ts";
import { type Artist, type ArtistRow, toArtist } from "./schema.ts";

export interface ArtistWithShop {
	artist: Artist;
	shop: string | null;
}

interface ArtistFilter {
	shopId?: string | undefined;
	status?: ArtistRow["status"] | undefined;
	after?: string | undefined;
	take: number;
}

const select = ({ db }: Ctx) =>
	db
		.select({ row: artists, shop: shops.name })
		.from(artists)
		.leftJoin(shops, and(eq(shops.tenantId, artists.tenantId), eq(shops.id, artists.shopId)));

export async function listWithShops(
	ctx: Ctx,
	{ shopId, status, after, take }: ArtistFilter,
): Promise<ArtistWithShop[]> {
	const rows = await select(ctx)
		.where(
			and(
				eq(artists.tenantId, ctx.tenantId),
				shopId === undefined ? undefined : eq(artists.shopId, shopId),
				status === undefined ? undefined : eq(artists.status, status),
				after === undefined ? undefined : gt(artists.id, after),
			),
		)
		.orderBy(asc(artists.id))
		.limit(take);
	return rows.map(({ row, shop }) => ({ artist: toArtist(row), shop }));
}

export async function findWithShop(ctx: Ctx, id: string): Promise<ArtistWithShop> {
	const [found] = await select(ctx).where(and(eq(artists.tenantId, ctx.tenantId), eq(artists.id, id)));
	if (!found) throw notFound("artist");
	return { artist: toArtist(found.row), shop: found.shop };
}

/** The external calendar. The number of busy times is 0: the page does not show it, and counting costs a query. */
export async function findExternalCalendar(
	{ db, tenantId, vault }: Ctx,
	artistId: string,
): Promise<ExternalCalendar | undefined> {
	const [row] = await db
		.select()
		.from(externalCalendars)
		.where(and(eq(externalCalendars.tenantId, tenantId), eq(externalCalendars.artistId, artistId)));
	return row && (await toExternalCalendar(vault, { row, count: 0, version: 0 }));
}
