import type { AppContext } from "../../http/app-env.ts";
import type { Managed } from "../../resources/bookings/manage.ts";
import { findPlace } from "../place.ts";

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
