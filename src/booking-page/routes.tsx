import { Hono } from "hono";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { wantsPage } from "../http/wants-page.ts";
import { counted } from "../pages/count.ts";
import { about, pathOf, titleOf, typePath } from "./about.ts";
import { ArtistPage } from "./artist-page.tsx";
import { BookedPage, openBooked } from "./booked.tsx";
import { sendDetails, showHeld } from "./details.tsx";
import { findPlace } from "./place.ts";
import { sharedArtist } from "./sharing.ts";
import { failedPage, notFoundPage, show } from "./show.tsx";
import { chooseTime, giveUpTime, showTimes } from "./times.tsx";

/** What an artist's client opens, at the address of the artist's slug (contract: Booking page 1). */
export const bookingPage = new Hono<AppEnv>();

const artistPath = "/:artist_slug";
for (const path of [typePath, `${typePath}/*`]) bookingPage.use(path, counted);

bookingPage.get(artistPath, counted, async (c, next) => {
	const place = await findPlace(c, c.req.param("artist_slug") ?? "");
	if (!place) {
		// A program that mistypes an address of the API gets the answer of an unknown route.
		if (!wantsPage(c)) return await next();
		return await notFoundPage(c);
	}
	return await show(c, { title: titleOf(place), shared: sharedArtist(place) }, <ArtistPage place={place} />);
});

bookingPage.get(
	typePath,
	about(async (c, place, type) => await showTimes(c, place, type)),
);
bookingPage.post(`${typePath}/hold`, about(chooseTime));
bookingPage.post(`${typePath}/release`, about(giveUpTime));
bookingPage.get(`${typePath}/details`, about(showHeld));
bookingPage.post(`${typePath}/details`, about(sendDetails));

bookingPage.get(
	`${typePath}/booked`,
	about(async (c, place, type) => {
		const booked = await openBooked(place, c.req.query("b") ?? "");
		if (!booked) return c.redirect(pathOf(place, type), 303);
		return await show(c, { title: `Booked · ${titleOf(place)}` }, <BookedPage {...{ place, type, booked }} />);
	}),
);

bookingPage.onError((error, c: AppContext) => failedPage(error, c));
