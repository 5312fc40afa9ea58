import type { ManagedBooking } from "../../../domain/booking/bookings/managed-booking.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { findBookableArtist } from "../bookable-artist.ts";
import { wordsFor } from "../language.ts";

/** Null if the artist's page no longer exists. */
export async function bookAgainLink(c: AppContext, { artist }: ManagedBooking) {
	if (!(await findBookableArtist(c, artist.slug))) return null;
	return (
		<div class="actions after">
			<a class="button" href={`/${artist.slug}`}>
				{wordsFor(c).manage.bookAgain}
			</a>
		</div>
	);
}
