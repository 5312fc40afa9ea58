import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import type { Words } from "../../../domain/languages/words.ts";
import type { Details } from "../../../domain/studio/event-types/schema.ts";

/** The rules of cancellations in sentences. The studio's own policy follows them. */
export function cancellationRules(details: Details, { appointment, formats }: Words): string[] {
	const { cancellation_window_hours: free, cancellation_fee_amount: fee, cancellation_fee_type, currency } = details;
	const amount =
		cancellation_fee_type === "PERCENTAGE"
			? appointment.shareOfPrice(formats.percent(fee ?? 0))
			: formats.money(fee ?? 0, currency);
	return [
		...(free == null ? [] : [appointment.freeCancellation(formats.hours(free))]),
		...(fee ? [appointment.lateCancellation(amount)] : []),
	];
}

/** The duration, such as `1 h 30 min`, with the symbols that all languages share. */
export function lengthOf({ row: { durationMinutes: minutes } }: BookableType): string {
	const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
	return [whole > 0 && `${whole} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}
