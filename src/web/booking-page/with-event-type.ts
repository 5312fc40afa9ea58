import type { Next } from "hono";
import type { BookableType } from "../../domain/booking/bookings/bookable-artist.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { type BookableArtist, findBookableArtist, typeWithSlug } from "./bookable-artist.ts";
import { workplaceName } from "./components/workplace-name.ts";
import { notFoundPage } from "./respond.tsx";
import { wantsPage } from "./wants-page.ts";

export const typePath = "/:artist_slug/book/:type_slug";

export const pathOf = ({ artist }: BookableArtist, { row }: BookableType): string => `/${artist.slug}/book/${row.slug}`;

export const titleOf = (bookable: BookableArtist): string => `${bookable.artist.name}, ${workplaceName(bookable)}`;

type EventTypeHandler = (c: AppContext, bookable: BookableArtist, type: BookableType) => Promise<Response>;

/** A program that mistypes an address of the API gets the answer of an unknown route (contract: Booking page 2). */
export async function notFoundOrNext(c: AppContext, next: Next) {
	return wantsPage(c) ? await notFoundPage(c) : await next();
}

export const withEventType = (handler: EventTypeHandler) => async (c: AppContext, next: Next) => {
	const { artist_slug = "", type_slug = "" } = c.req.param() as Record<string, string>;
	const bookable = await findBookableArtist(c, artist_slug);
	const type = bookable && typeWithSlug(bookable, type_slug);
	return bookable && type ? await handler(c, bookable, type) : await notFoundOrNext(c, next);
};
