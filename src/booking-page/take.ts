import type { AppContext } from "../http/app-env.ts";
import type { Typed } from "../pages/components/fields.tsx";
import { executeOnce, onceField } from "../pages/once.ts";
import { book } from "../resources/bookings/book.ts";
import { pathOf } from "./about.ts";
import { sealBooked } from "./booked.tsx";
import type { BookableType, BookingPlace } from "./place.ts";
import { sendMailsSoon } from "./send-mails.ts";
import type { ReadBooking } from "./typed-booking.ts";
import { visitorOf } from "./visitor.ts";

interface Taken {
	start: number;
	typed: Typed;
	read: ReadBooking;
}

/** Books, and leads to the page that says so. A form that is sent twice books once. */
export async function take(
	c: AppContext,
	place: BookingPlace,
	type: BookableType,
	{ start, typed, read }: Taken,
): Promise<Response> {
	const { ctx, artist } = place;
	const booking = {
		...read,
		artistId: artist.id,
		eventTypeId: type.row.id,
		start,
		visitor: visitorOf(c),
		requiresApproval: type.details.requires_approval === true,
	};
	const once = { by: "booking_page", id: typed[onceField]?.[0], typed };
	const { kind } = await executeOnce(c, ctx, once, (ctx) => book(ctx, booking));
	sendMailsSoon(c, ctx);
	const sealed = await sealBooked(place, { start, kind });
	return c.redirect(`${pathOf(place, type)}/booked?b=${encodeURIComponent(sealed)}`, 303);
}
