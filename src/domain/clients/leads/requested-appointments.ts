import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { together } from "../../../platform/db/together.ts";
import { type BookingRequest, bookingRequestIn } from "./booking-request.ts";
import type { Lead } from "./schema.ts";

export interface RequestedAppointment {
	start: number;
	/** The place on the body. */
	placement: string | undefined;
	/** Undefined if the artist does not exist. */
	artist: { name: string; timezone: string } | undefined;
	/** Undefined if the event type does not exist. */
	eventType: { name: string; minutes: number } | undefined;
}

const among = (ids: string[]) => eachOf([...new Set(ids)]);

const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]));

/** Open and decided requests, by the id of the lead, with at most one call to the database. */
export async function requestedAppointments(
	{ db, tenantId }: Ctx,
	leads: readonly Lead[],
): Promise<Map<string, RequestedAppointment>> {
	const requests = leads.flatMap((lead): [string, BookingRequest][] => {
		const requested = bookingRequestIn(lead);
		return requested ? [[lead.id, requested]] : [];
	});
	if (requests.length === 0) return new Map();
	const artistIds = among(requests.map(([, { artistId }]) => artistId));
	const typeIds = among(requests.map(([, { eventTypeId }]) => eventTypeId));
	const [foundArtists, foundTypes] = await together(
		{ db },
		({ db }) =>
			db
				.select({ id: artists.id, name: artists.name, timezone: artists.timezone })
				.from(artists)
				.where(and(eq(artists.tenantId, tenantId), inArray(artists.id, artistIds))),
		({ db }) =>
			db
				.select({ id: eventTypes.id, name: eventTypes.name, minutes: eventTypes.durationMinutes })
				.from(eventTypes)
				.where(and(eq(eventTypes.tenantId, tenantId), inArray(eventTypes.id, typeIds))),
	);
	const [artistOf, typeOf] = [byId(foundArtists), byId(foundTypes)];
	return new Map(
		requests.map(([id, { artistId, eventTypeId, start, placement }]) => [
			id,
			{ start, placement, artist: artistOf.get(artistId), eventType: typeOf.get(eventTypeId) },
		]),
	);
}
