import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { hours, money } from "../../../domain/mail/booking/price-text.ts";
import type { Details } from "../../../domain/studio/event-types/schema.ts";

/** In sentences. */
export function policyOf(details: Details): string[] {
	const { cancellation_window_hours: free, cancellation_fee_amount: fee, cancellation_fee_type, currency } = details;
	const words: string[] = [];
	if (free != null) words.push(`You can cancel free of charge until ${hours(free)} before the appointment.`);
	if (fee) {
		const amount = cancellation_fee_type === "PERCENTAGE" ? `${fee} % of the price` : money(fee, currency);
		words.push(`A later cancellation costs ${amount}.`);
	}
	if (details.cancellation_policy) words.push(details.cancellation_policy);
	return words;
}

/** Such as `1 h 30 min`. */
export function lengthOf({ row: { durationMinutes: minutes } }: BookableType): string {
	const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
	return [whole > 0 && `${whole} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}
