export interface Priced {
	price_type?: string | undefined;
	price_amount?: number | null | undefined;
	price_from?: number | null | undefined;
	price_to?: number | null | undefined;
	currency?: string | null | undefined;
	deposit_required?: boolean | undefined;
	deposit_type?: string | undefined;
	deposit_amount?: number | null | undefined;
	deposit_due_hours?: number | null | undefined;
}

export const money = (amount: number, currency: string | null | undefined): string => {
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

/** Undefined if the studio gives no price. */
export function priceOf({ price_type, price_amount, price_from, price_to, currency }: Priced): string | undefined {
	if (price_type === "FREE") return "Free";
	const fixed = price_amount == null ? undefined : money(price_amount, currency);
	if (price_type === "FIXED") return fixed;
	if (price_type === "HOURLY") return fixed && `${fixed} an hour`;
	const from = price_from ?? price_amount;
	if (price_type === "FROM") return from == null ? undefined : `From ${money(from, currency)}`;
	if (price_from != null && price_to != null) return `${money(price_from, currency)} to ${money(price_to, currency)}`;
	return "Price on request";
}

/** Undefined if the studio asks for no deposit. */
export function depositOf({ deposit_required, deposit_type, deposit_amount, currency, deposit_due_hours }: Priced) {
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

export const hours = (count: number): string => {
	if (count % 24 === 0 && count >= 48) return `${count / 24} days`;
	return count === 1 ? "one hour" : `${count} hours`;
};
