import { Hono } from "hono";
import type { AppContext, AppEnv } from "../../platform/http/request/app-env.ts";
import { counted } from "../ui/count.ts";
import { ArtistPage } from "./artist-page.tsx";
import { findPlace } from "./bookable-artist.ts";
import { BookedPage, openBooked } from "./booked/booked.tsx";
import { sendDetails, showHeld } from "./details/details.tsx";
import { sharedArtist } from "./parts/sharing.ts";
import { failedPage, show } from "./respond.tsx";
import { chooseTime, giveUpTime, showTimes } from "./times/times.tsx";
import { about, nothingHere, pathOf, titleOf, typePath } from "./with-event-type.ts";

/** What an artist's client opens, at the address of the artist's slug (contract: Booking page 1). */
export const bookingPage = new Hono<AppEnv>();

const artistPath = "/:artist_slug";
for (const path of [typePath, `${typePath}/*`]) bookingPage.use(path, counted);

bookingPage.get(artistPath, counted, async (c, next) => {
	const place = await findPlace(c, c.req.param("artist_slug") ?? "");
	if (!place) return await nothingHere(c, next);
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
