import type { Managed } from "../../../domain/booking/bookings/manage.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { findPlace } from "../bookable-artist.ts";

/** The way to the artist's page; null where it cannot be opened any more. */
export async function anotherTime(c: AppContext, { artist }: Managed) {
	if (!(await findPlace(c, artist.slug))) return null;
	return (
		<div class="actions after">
			<a class="button" href={`/${artist.slug}`}>
				Book another time
			</a>
		</div>
	);
}
