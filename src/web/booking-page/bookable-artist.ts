import { and, asc, eq } from "drizzle-orm";
import { type Details, detailsOf, type EventTypeRow } from "../../domain/studio/event-types/schema.ts";
import { type Ctx, inTenant } from "../../platform/context.ts";
import { bookingAddresses } from "../../platform/db/tables/control/booking-addresses.ts";
import { tenants } from "../../platform/db/tables/control/tenants.ts";
import { artists } from "../../platform/db/tables/data/artists.ts";
import { eventTypes } from "../../platform/db/tables/data/event-types.ts";
import { shops } from "../../platform/db/tables/data/shops.ts";
import { studios } from "../../platform/db/tables/data/studios.ts";
import { hasApiAccess, storedBytesLimits } from "../../platform/gate/plans.ts";
import { type AppContext, callerOf, note } from "../../platform/http/request/app-env.ts";
import { slug } from "../../platform/lib/slug.ts";
import { minuteMs } from "../../platform/lib/time.ts";

export interface BookableType {
	row: EventTypeRow;
	details: Details;
}

/** An artist whose page can be opened. */
export interface BookableArtist {
	ctx: Ctx;
	artist: typeof artists.$inferSelect;
	shop: typeof shops.$inferSelect | null;
	studio: { name: string };
	/** The active types, except PRIVATE ones. */
	types: BookableType[];
}

/** The database holds at most this many for one artist. */
const maxTypes = 200;

/** The artist with this slug; undefined if nothing can be booked there (contract: Booking page 2). */
export async function findBookableArtist(c: AppContext, artistSlug: string): Promise<BookableArtist | undefined> {
	if (!slug.safeParse(artistSlug).success) return undefined;
	const databases = c.get("databases");
	const [tenant] = await databases.control.db
		.select({ id: tenants.id, plan: tenants.plan, database: tenants.database, region: tenants.region })
		.from(bookingAddresses)
		.innerJoin(tenants, eq(tenants.id, bookingAddresses.tenantId))
		.where(eq(bookingAddresses.slug, artistSlug));
	if (!tenant || !hasApiAccess(tenant.plan)) return undefined;
	databases.addPlacement(tenant);
	const ctx = {
		...(await inTenant(callerOf(c, { type: "booking_page", id: null }), tenant.id)),
		// Contract: Booking page 23.
		storage: { bytes: storedBytesLimits[tenant.plan], creates: true },
	};
	const ofArtist = and(eq(artists.tenantId, tenant.id), eq(artists.slug, artistSlug), eq(artists.status, "ACTIVE"));
	const [[found], types] = await Promise.all([
		ctx.db
			.select({ artist: artists, shop: shops, studio: { name: studios.name } })
			.from(artists)
			.innerJoin(studios, eq(studios.tenantId, artists.tenantId))
			.leftJoin(shops, and(eq(shops.tenantId, artists.tenantId), eq(shops.id, artists.shopId)))
			.where(ofArtist),
		ctx.db
			.select({ row: eventTypes })
			.from(artists)
			.innerJoin(eventTypes, and(eq(eventTypes.tenantId, artists.tenantId), eq(eventTypes.artistId, artists.id)))
			.where(and(ofArtist, eq(eventTypes.isActive, true)))
			.orderBy(asc(eventTypes.id))
			.limit(maxTypes),
	]);
	if (!found) return undefined;
	note(c, { tenantId: tenant.id });
	const bookableTypes = types
		.map(({ row }) => ({ row, details: detailsOf(row) }))
		.filter(({ row, details }) => details.visibility !== "PRIVATE" && isOfferedBy(found.artist, row))
		.sort((a, b) => a.details.position - b.details.position);
	return { ctx, ...found, types: bookableTypes };
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
