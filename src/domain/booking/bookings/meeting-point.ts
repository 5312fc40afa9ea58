import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { maxLocationChars } from "../../../platform/http/fields/fields.ts";
import { detailsOf } from "../../studio/event-types/schema.ts";

/**
 * The meeting point for the client: the location of the event type, or else the address of the artist's shop. A longer
 * address is cut.
 */
export async function meetingPointOf(
	{ db, tenantId }: Ctx,
	{ artistId, eventTypeId }: { artistId: string; eventTypeId: string },
): Promise<string | null> {
	const [found] = await db
		.select({ type: eventTypes, shop: shops })
		.from(eventTypes)
		.leftJoin(artists, and(eq(artists.tenantId, tenantId), eq(artists.id, artistId)))
		.leftJoin(shops, and(eq(shops.tenantId, tenantId), eq(shops.id, artists.shopId)))
		.where(and(eq(eventTypes.tenantId, tenantId), eq(eventTypes.id, eventTypeId)));
	if (!found) return null;
	const { location, location_type } = detailsOf(found.type);
	if (location || location_type !== "SHOP" || !found.shop) return location;
	const { name, address } = found.shop;
	const { line1, line2, postal_code, city } = address ?? {};
	const town = [postal_code, city].filter(Boolean).join(" ");
	return [name, line1, line2, town].filter(Boolean).join(", ").slice(0, maxLocationChars).toWellFormed();
}
