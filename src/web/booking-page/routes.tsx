import { Hono } from "hono";
import type { AppContext, AppEnv } from "../../platform/http/request/app-env.ts";
import { limitPageRequests } from "../ui/limit-page-requests.ts";
import { ArtistPage } from "./artist-page.tsx";
import { findBookableArtist } from "./bookable-artist.ts";
import { sendBookedFile, showBooked } from "./booked/routes.tsx";
import { artistMetadata } from "./components/page-metadata.ts";
import { showDetails, submitDetails } from "./details/details.tsx";
import { uploadPicture } from "./details/pictures/upload-picture.ts";
import { languageInAddress } from "./language.ts";
import { respond, respondToError } from "./respond.tsx";
import { chooseTime, releaseTime, showTimes } from "./times/times.tsx";
import { notFoundOrNext, titleOf, typePath, withEventType } from "./with-event-type.ts";

export const bookingPage = new Hono<AppEnv>();

const artistPath = "/:artist_slug";
for (const path of [typePath, `${typePath}/*`]) bookingPage.use(path, limitPageRequests);

bookingPage.get(artistPath, limitPageRequests, async (c, next) => {
	const bookable = await findBookableArtist(c, c.req.param("artist_slug") ?? "", { withPictures: true });
	if (!bookable) return await notFoundOrNext(c, next);
	return await respond(
		c,
		{ title: titleOf(bookable), metadata: artistMetadata(bookable, languageInAddress(c)) },
		<ArtistPage bookable={bookable} />,
	);
});

bookingPage.get(
	typePath,
	withEventType(async (c, bookable, type) => await showTimes(c, bookable, type)),
);
bookingPage.post(`${typePath}/hold`, withEventType(chooseTime));
bookingPage.post(`${typePath}/release`, withEventType(releaseTime));
bookingPage.get(`${typePath}/details`, withEventType(showDetails));
bookingPage.post(`${typePath}/details`, withEventType(submitDetails));
bookingPage.post(`${typePath}/pictures`, withEventType(uploadPicture));

bookingPage.get(`${typePath}/booked`, withEventType(showBooked));
bookingPage.get(`${typePath}/booked/calendar.ics`, withEventType(sendBookedFile));

bookingPage.onError((error, c: AppContext) => respondToError(error, c));
