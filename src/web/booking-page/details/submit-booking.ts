import { book } from "../../../domain/booking/bookings/book.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import type { Typed } from "../../ui/components/fields.tsx";
import { executeOnce, onceField } from "../../ui/once.ts";
import type { BookableType, BookingPlace } from "../bookable-artist.ts";
import { sealBooked } from "../booked/booked.tsx";
import { sendMailsSoon } from "../booked/send-mails.ts";
import { visitorOf } from "../visitor.ts";
import { pathOf } from "../with-event-type.ts";
import type { ReadBooking } from "./typed-booking.ts";

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
