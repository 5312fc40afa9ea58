import { hourMs } from "../../../platform/lib/time.ts";
import type { Details } from "../../studio/event-types/schema.ts";
import { percentOf, priceOf } from "../deposits/request.ts";
import type { AppointmentRow } from "./schema.ts";

/**
 * The fee that the event type has for a cancellation at this time; null if it is early enough or the fee is not known. The studio decides whether it charges it.
 */
export function proposedFee(
	details: Details,
	appointment: AppointmentRow,
	now: number,
): { amount: number; currency: string } | null {
	const { cancellation_window_hours: window, cancellation_fee_amount: share, cancellation_fee_type } = details;
	if (share === null || now < appointment.startAt - (window ?? 0) * hourMs) return null;
	const isFixed = cancellation_fee_type === "FIXED";
	const price = isFixed ? { amount: share, currency: details.currency } : priceOf(details, appointment);
	if (!price || price.currency === null) return null;
	const amount = isFixed ? share : percentOf(price.amount, share);
	return amount === 0 ? null : { amount, currency: price.currency };
}
