import {
	type BookableType,
	type FoundArtist,
	findArtistToBook,
	studioAt,
} from "../../domain/booking/bookings/bookable-artist.ts";
import type { Words } from "../../domain/languages/words.ts";
import { type Ctx, inTenant } from "../../platform/context.ts";
import { storedBytesLimits } from "../../platform/gate/plans.ts";
import { type AppContext, callerOf, note } from "../../platform/http/request/app-env.ts";
import type { Language } from "../../platform/lib/languages.ts";
import { slug } from "../../platform/lib/text/slug.ts";
import { minuteMs } from "../../platform/lib/time.ts";
import type { OwnText } from "../ui/own-text.ts";
import { rememberStudio } from "./components/studio.ts";
import { chooseLanguage, ownText, wordsFor } from "./language.ts";

export interface BookableArtist extends FoundArtist {
	ctx: Ctx;
	/** In the language of the visitor. */
	words: Words;
	own: OwnText;
}

/** Undefined if nothing can be booked there (contract: Booking page 2). */
export async function findBookableArtist(
	c: AppContext,
	artistSlug: string,
	{ withPictures = false } = {},
): Promise<BookableArtist | undefined> {
	if (!slug.safeParse(artistSlug).success) return undefined;
	const databases = c.get("databases");
	const tenant = await studioAt(databases.control.db, artistSlug);
	if (!tenant) return undefined;
	databases.addPlacement(tenant);
	const ctx = {
		...(await inTenant(callerOf(c, { type: "booking_page", id: null }), tenant.id)),
		// Contract: Booking page 23.
		storage: { bytes: storedBytesLimits[tenant.plan], creates: true },
	};
	const found = await findArtistToBook(ctx, artistSlug, { withPictures });
	if (!found) return undefined;
	note(c, { tenantId: tenant.id });
	rememberStudio(c, found);
	const words = wordsFor(c);
	return { ctx, words, own: ownText(c, words), ...found };
}

export const typeWithSlug = ({ types }: BookableArtist, typeSlug: string): BookableType | undefined =>
	types.find(({ row }) => row.slug === typeSlug);

export const periodOf = ({ artist: { timezone } }: BookableArtist, { row }: BookableType, startAt: number) => ({
	startAt,
	endAt: startAt + row.durationMinutes * minuteMs,
	timezone,
});

/** The same in a language that the visitor has just chosen. */
export function inLanguage(c: AppContext, bookable: BookableArtist, language: Language): BookableArtist {
	chooseLanguage(c, language);
	const words = wordsFor(c);
	return { ...bookable, words, own: ownText(c, words) };
}
