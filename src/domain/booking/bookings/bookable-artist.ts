import { and, asc, eq, type SQL } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { isBeingDeleted } from "../../../platform/db/placement.ts";
import { bookingAddresses } from "../../../platform/db/tables/control/booking-addresses.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { pictures } from "../../../platform/db/tables/data/pictures.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { together } from "../../../platform/db/together.ts";
import { hasApiAccess } from "../../../platform/gate/plans.ts";
import { maxPictures } from "../../pictures/create-picture.ts";
import type { PictureRow } from "../../pictures/schema.ts";
import { type Brand, brandColumns } from "../../studio/brand/brand.ts";
import { type Details, detailsOf, type EventTypeRow } from "../../studio/event-types/schema.ts";

export interface BookableType {
	row: EventTypeRow;
	details: Details;
}

export interface FoundArtist {
	artist: typeof artists.$inferSelect;
	shop: typeof shops.$inferSelect | null;
	studio: Brand;
	/** The active types, except PRIVATE ones. */
	types: BookableType[];
	/** The artist's pictures in their order. Only the artist's own page reads them. */
	pictures: PictureRow[];
}

export async function studioAt(control: Database, artistSlug: string) {
	const [tenant] = await control
		.select({
			id: tenants.id,
			plan: tenants.plan,
			database: tenants.database,
			region: tenants.region,
			beingDeleted: isBeingDeleted,
		})
		.from(bookingAddresses)
		.innerJoin(tenants, eq(tenants.id, bookingAddresses.tenantId))
		.where(eq(bookingAddresses.slug, artistSlug));
	return tenant && !tenant.beingDeleted && hasApiAccess(tenant.plan) ? tenant : undefined;
}

/** The database holds at most this many event types for one artist. */
const maxTypes = 200;

/** Finds the active artist alone. */
export async function findArtistToBook(
	ctx: Ctx,
	artistSlug: string,
	{ withPictures }: { withPictures: boolean },
): Promise<FoundArtist | undefined> {
	const ofArtist = and(eq(artists.tenantId, ctx.tenantId), eq(artists.slug, artistSlug), eq(artists.status, "ACTIVE"));
	const [[found], types, shownPictures] = await together(
		ctx,
		(ctx) =>
			ctx.db
				.select({ artist: artists, shop: shops, studio: brandColumns })
				.from(artists)
				.innerJoin(studios, eq(studios.tenantId, artists.tenantId))
				.leftJoin(shops, and(eq(shops.tenantId, artists.tenantId), eq(shops.id, artists.shopId)))
				.where(ofArtist),
		(ctx) =>
			ctx.db
				.select({ row: eventTypes })
				.from(artists)
				.innerJoin(eventTypes, and(eq(eventTypes.tenantId, artists.tenantId), eq(eventTypes.artistId, artists.id)))
				.where(and(ofArtist, eq(eventTypes.isActive, true)))
				.orderBy(asc(eventTypes.id))
				.limit(maxTypes),
		(ctx) => (withPictures ? picturesOf(ctx, ofArtist) : []),
	);
	if (!found) return undefined;
	const bookableTypes = types
		.map(({ row }) => ({ row, details: detailsOf(row) }))
		.filter(({ row, details }) => details.visibility !== "PRIVATE" && isOfferedBy(found.artist, row))
		.sort((a, b) => a.details.position - b.details.position);
	return { ...found, types: bookableTypes, pictures: shownPictures };
}

async function picturesOf({ db }: Ctx, ofArtist: SQL | undefined): Promise<PictureRow[]> {
	const rows = await db
		.select({ picture: pictures })
		.from(artists)
		.innerJoin(pictures, and(eq(pictures.tenantId, artists.tenantId), eq(pictures.ownerId, artists.id)))
		.where(ofArtist)
		.orderBy(asc(pictures.position))
		.limit(maxPictures);
	return rows.map(({ picture }) => picture);
}

/** A shop's consultation desk takes consultations only. */
const isOfferedBy = (artist: typeof artists.$inferSelect, row: EventTypeRow): boolean =>
	!artist.isConsultationDesk || row.kind === "CONSULTATION";
