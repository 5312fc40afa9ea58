import type { Details } from "../resources/event-types/schema.ts";
import type { BookableType } from "./place.ts";

const money = (amount: number, currency: string | null | undefined): string => {
	if (!currency) return String(amount / 100);
	try {
		const format = new Intl.NumberFormat("en-GB", {
			style: "currency",
			currency,
			trailingZeroDisplay: "stripIfInteger",
		});
		const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
		return format.format(amount / 10 ** digits);
	} catch {
		return `${amount / 100} ${currency}`;
	}
};

/** What it costs, in words; undefined where the studio says nothing. */
export function priceOf({ price_type, price_amount, price_from, price_to, currency }: Details): string | undefined {
	if (price_type === "FREE") return "Free";
	const fixed = price_amount == null ? undefined : money(price_amount, currency);
	if (price_type === "FIXED") return fixed;
	if (price_type === "HOURLY") return fixed && `${fixed} an hour`;
	const from = price_from ?? price_amount;
	if (price_type === "FROM") return from == null ? undefined : `From ${money(from, currency)}`;
	if (price_from != null && price_to != null) return `${money(price_from, currency)} to ${money(price_to, currency)}`;
	return "Price on request";
}

/** What the deposit is; undefined where none is asked for. */
export function depositOf({ deposit_required, deposit_type, deposit_amount, currency, deposit_due_hours }: Details) {
	if (!deposit_required) return undefined;
	const share =
		deposit_amount == null
			? "A deposit"
			: deposit_type === "PERCENTAGE"
				? `A deposit of ${deposit_amount} %`
				: `A deposit of ${money(deposit_amount, currency)}`;
	return deposit_due_hours == null
		? `${share} is asked for.`
		: `${share} is due ${hours(deposit_due_hours)} after the booking.`;
}

/** What happens when the client cannot come. */
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

const hours = (count: number): string => {
	if (count % 24 === 0 && count >= 48) return `${count / 24} days`;
	return count === 1 ? "one hour" : `${count} hours`;
};

/** How long it lasts, such as `1 h 30 min`. */
export function lengthOf({ row: { durationMinutes: minutes } }: BookableType): string {
	const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
	return [whole > 0 && `${whole} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}
