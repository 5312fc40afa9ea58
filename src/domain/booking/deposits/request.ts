import type { StoredDeposit } from "../../../platform/db/tables/data/appointments.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { hourMs } from "../../../platform/lib/time.ts";
import type { Details } from "../../studio/event-types/schema.ts";
import type { AppointmentRow } from "../appointments/schema.ts";

type Priced = Pick<AppointmentRow, "priceAmount" | "currency" | "startAt" | "endAt">;

/** The deposit that an event type asks for at a booking; null if it asks for none (contract: Deposits 1, Deposits 2, Deposits 3). */
export function requestedDeposit(details: Details, appointment: Priced, now: number): StoredDeposit | null {
	if (!details.deposit_required) return null;
	const { deposit_due_hours: due_hours, deposit_unpaid: unpaid } = details;
	const terms = { requested_at: now, due_hours };
	const due_at = dueAt(terms, appointment.startAt);
	return {
		id: newId("deposit", now),
		status: "REQUESTED",
		...amountOf(details, appointment),
		due_at,
		method: null,
		held_at: null,
		released_at: null,
		...terms,
		unpaid,
		reminded_at: null,
		check_at: null,
	};
}

export const dueAt = ({ requested_at, due_hours }: Pick<StoredDeposit, "requested_at" | "due_hours">, start: number) =>
	due_hours === null ? start : Math.min(requested_at + due_hours * hourMs, start);

type Amount = Pick<StoredDeposit, "amount" | "currency" | "note">;

function amountOf(details: Details, appointment: Priced): Amount {
	const { deposit_amount: share, deposit_type, currency } = details;
	const unknown = (note: string): Amount => ({ amount: null, currency: appointment.currency ?? currency, note });
	if (share === null) return unknown("The event type names no amount.");
	if (deposit_type === "FIXED")
		return currency === null ? unknown("The event type names no currency.") : { amount: share, currency, note: null };
	const price = priceOf(details, appointment);
	if (price === null) return unknown(`The deposit is ${share} % of the price, and there is no price yet.`);
	if (price.currency === null) return unknown(`The deposit is ${share} % of the price, which has no currency.`);
	return { amount: percentOf(price.amount, share), currency: price.currency, note: null };
}

/** Half up to the minor unit. */
export const percentOf = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);

const hoursOf = ({ startAt, endAt }: Priced): number => (endAt - startAt) / hourMs;

/** The price of the appointment, or else that of the event type. */
export function priceOf(
	{ price_type, price_amount, currency }: Details,
	appointment: Priced,
): { amount: number; currency: string | null } | null {
	if (appointment.priceAmount !== null)
		return { amount: appointment.priceAmount, currency: appointment.currency ?? currency };
	if (price_amount === null) return null;
	return { amount: price_type === "HOURLY" ? Math.round(price_amount * hoursOf(appointment)) : price_amount, currency };
}
