import { and, asc, eq, type SQL } from "drizzle-orm";
import { maxPictures } from "../../domain/clients/pictures/create-picture.ts";
import type { PictureRow } from "../../domain/clients/pictures/schema.ts";
import { type Brand, brandColumns } from "../../domain/studio/brand/brand.ts";
import { type Details, detailsOf, type EventTypeRow } from "../../domain/studio/event-types/schema.ts";
import { type Ctx, inTenant } from "../../platform/context.ts";
import { isBeingDeleted } from "../../platform/db/placement.ts";
import { bookingAddresses } from "../../platform/db/tables/control/booking-addresses.ts";
import { tenants } from "../../platform/db/tables/control/tenants.ts";
import { artists } from "../../platform/db/tables/data/artists.ts";
import { eventTypes } from "../../platform/db/tables/data/event-types.ts";
import { pictures } from "../../platform/db/tables/data/pictures.ts";
import { shops } from "../../platform/db/tables/data/shops.ts";
import { studios } from "../../platform/db/tables/data/studios.ts";
import { together } from "../../platform/db/together.ts";
import { hasApiAccess, storedBytesLimits } from "../../platform/gate/plans.ts";
import { type AppContext, callerOf, note } from "../../platform/http/request/app-env.ts";
import { slug } from "../../platform/lib/slug.ts";
import { minuteMs } from "../../platform/lib/time.ts";
import { rememberBrand } from "./parts/brand.tsx";

export interface BookableType {
	row: EventTypeRow;
	details: Details;
}

/** An artist whose page can be opened. */
export interface BookableArtist {
	ctx: Ctx;
	artist: typeof artists.$inferSelect;
	shop: typeof shops.$inferSelect | null;
	studio: Brand;
	/** The active types, except PRIVATE ones. */
	types: BookableType[];
	/** The artist's pictures in their order. Only the artist's own page reads them. */
	pictures: PictureRow[];
}

/** The database holds at most this many for one artist. */
const maxTypes = 200;

/** The artist with this slug; undefined if nothing can be booked there (contract: Booking page 2). */
export async function findBookableArtist(
	c: AppContext,
	artistSlug: string,
	{ withPictures = false } = {},
): Promise<BookableArtist | undefined> {
	if (!slug.safeParse(artistSlug).success) return undefined;
	const databases = c.get("databases");
	const [tenant] = await databases.control.db
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
	if (!tenant || tenant.beingDeleted || !hasApiAccess(tenant.plan)) return undefined;
	databases.addPlacement(tenant);
	const ctx = {
		...(await inTenant(callerOf(c, { type: "booking_page", id: null }), tenant.id)),
		// Contract: Booking page 23.
		storage: { bytes: storedBytesLimits[tenant.plan], creates: true },
	};
	const ofArtist = and(eq(artists.tenantId, tenant.id), eq(artists.slug, artistSlug), eq(artists.status, "ACTIVE"));
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
	note(c, { tenantId: tenant.id });
	rememberBrand(c, found.studio);
	const bookableTypes = types
		.map(({ row }) => ({ row, details: detailsOf(row) }))
		.filter(({ row, details }) => details.visibility !== "PRIVATE" && isOfferedBy(found.artist, row))
		.sort((a, b) => a.details.position - b.details.position);
	return { ctx, ...found, types: bookableTypes, pictures: shownPictures };
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

export const typeWithSlug = ({ types }: BookableArtist, typeSlug: string): BookableType | undefined =>
	types.find(({ row }) => row.slug === typeSlug);

/** The times of an appointment that begins at `startAt`. */
export const periodOf = ({ artist: { timezone } }: BookableArtist, { row }: BookableType, startAt: number) => ({
	startAt,
	endAt: startAt + row.durationMinutes * minuteMs,
	timezone,
});
