import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { calendarResponse } from "../appointment/calendar.tsx";
import type { BookableArtist } from "../bookable-artist.ts";
import { respond } from "../respond.tsx";
import { pathOf, titleOf } from "../with-event-type.ts";
import { BookedPage, findBooked, openBooked, RequestedPage } from "./booked.tsx";

/** The page after a booking or a request. */
export async function showBooked(c: AppContext, bookable: BookableArtist, type: BookableType): Promise<Response> {
	const sealed = c.req.query("b") ?? "";
	const path = pathOf(bookable, type);
	const booked = await openBooked(bookable, type, sealed);
	const show = (page: Parameters<typeof respond>[2]) =>
		respond(c, { title: `${bookable.words.form.bookedTitle} · ${titleOf(bookable)}` }, page);
	if (booked?.kind === "lead")
		return await show(<RequestedPage bookable={bookable} type={type} start={booked.start} />);
	const appointment = booked && (await findBooked(bookable, booked));
	if (!appointment) return c.redirect(path, 303);
	const file = `${path}/booked/calendar.ics?b=${encodeURIComponent(sealed)}`;
	return await show(<BookedPage bookable={bookable} type={type} appointment={appointment} file={file} />);
}

export async function sendBookedFile(c: AppContext, bookable: BookableArtist, type: BookableType): Promise<Response> {
	const { ctx, studio, words } = bookable;
	const { row, details } = type;
	const booked = await openBooked(bookable, type, c.req.query("b") ?? "");
	const appointment = booked?.kind === "appointment" ? await findBooked(bookable, booked) : undefined;
	if (!appointment) return c.redirect(pathOf(bookable, type), 303);
	return calendarResponse({ ctx, appointment, type: row, details, studio, words });
}
