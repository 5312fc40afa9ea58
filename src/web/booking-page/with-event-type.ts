import type { Next } from "hono";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { wantsPage } from "../../platform/http/request/wants-page.ts";
import { type BookableType, type BookingPlace, findPlace, typeWith } from "./bookable-artist.ts";
import { placeName } from "./parts/place-name.ts";
import { notFoundPage } from "./respond.tsx";

/** The address of an event type's pages. */
export const typePath = "/:artist_slug/book/:type_slug";

export const pathOf = ({ artist }: BookingPlace, { row }: BookableType): string => `/${artist.slug}/book/${row.slug}`;

export const titleOf = (place: BookingPlace): string => `${place.artist.name}, ${placeName(place)}`;

type Act = (c: AppContext, place: BookingPlace, type: BookableType) => Promise<Response>;

/** A program that mistypes an address of the API gets the answer of an unknown route (contract: Booking page 2). */
export async function nothingHere(c: AppContext, next: Next) {
	return wantsPage(c) ? await notFoundPage(c) : await next();
}

/** A page or a form about one event type. */
export const about = (act: Act) => async (c: AppContext, next: Next) => {
	const { artist_slug = "", type_slug = "" } = c.req.param() as Record<string, string>;
	const place = await findPlace(c, artist_slug);
	const type = place && typeWith(place, type_slug);
	return place && type ? await act(c, place, type) : await nothingHere(c, next);
};
