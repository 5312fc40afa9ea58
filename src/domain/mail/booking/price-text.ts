import type { Words } from "../../languages/words.ts";

interface Priced {
	price_type?: string | undefined;
	price_amount?: number | null | undefined;
	price_from?: number | null | undefined;
	price_to?: number | null | undefined;
	currency?: string | null | undefined;
}

/** Undefined if the studio gives no price. Beside the word for a price, `onRequest` is shorter. */
export function priceOf(
	{ price_type, price_amount, price_from, price_to, currency }: Priced,
	{ appointment, formats: { money } }: Words,
	onRequest = appointment.priceOnRequest,
): string | undefined {
	if (price_type === "FREE") return appointment.free;
	const fixed = price_amount == null ? undefined : money(price_amount, currency);
	if (price_type === "FIXED") return fixed;
	if (price_type === "HOURLY") return fixed && appointment.hourly(fixed);
	const from = price_from ?? price_amount;
	if (price_type === "FROM") return from == null ? undefined : appointment.from(money(from, currency));
	if (price_from != null && price_to != null)
		return appointment.range(money(price_from, currency), money(price_to, currency));
	return onRequest;
}
