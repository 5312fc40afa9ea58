import { book } from "../../../domain/booking/bookings/book.ts";
import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { type DoneOnce, executeOnce } from "../../ui/execute-once.ts";
import { sendMailsAfterResponse } from "../../ui/send-mails-after-response.ts";
import type { BookableArtist } from "../bookable-artist.ts";
import { sealBooked } from "../booked/booked.tsx";
import { visitorHashOf } from "../visitor.ts";
import { pathOf } from "../with-event-type.ts";
import type { CountedBooking } from "./abuse-limits.ts";
import type { ParsedBooking } from "./parse-booking.ts";

interface ParsedSubmission {
	start: number;
	values: FormValues;
	parsed: ParsedBooking;
	counted: CountedBooking;
}

/** A form that is sent twice books once. */
export async function submitBooking(
	c: AppContext,
	bookable: BookableArtist,
	type: BookableType,
	{ start, values, parsed, counted }: ParsedSubmission,
): Promise<Response> {
	const { ctx, artist } = bookable;
	const booking = {
		...parsed,
		language: bookable.words.language,
		artistId: artist.id,
		eventTypeId: type.row.id,
		start,
		visitor: visitorHashOf(c),
		requiresApproval: type.details.requires_approval === true,
	};
	const once = { by: "booking_page", values };
	const { kind, id } = await orGiveBack(counted, () => executeOnce(c, ctx, once, (ctx) => book(ctx, booking)));
	sendMailsAfterResponse(c, ctx);
	const sealed = await sealBooked(bookable, type, { start, kind, id });
	return c.redirect(`${pathOf(bookable, type)}/booked?b=${encodeURIComponent(sealed)}`, 303);
}

async function orGiveBack<T>(counted: CountedBooking, work: () => Promise<DoneOnce<T>>): Promise<T> {
	try {
		const { result, isReplay } = await work();
		if (isReplay) await counted.giveBack();
		return result;
	} catch (error) {
		// After another error the booking may have been made.
		if (error instanceof Problem && error.status < 500) await counted.giveBack();
		throw error;
	}
}
