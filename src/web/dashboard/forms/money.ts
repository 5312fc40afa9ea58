import { type FormValues, firstValue } from "../../ui/components/fields.tsx";

function digitsOf(currency: string): number {
	try {
		return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
	} catch {
		return 2;
	}
}

export const moneyText = (amount: number | null, currency: string | null): string | null =>
	amount === null ? null : [moneyField(amount, currency), currency].filter(Boolean).join(" ");

export function moneyField(amount: number | null, currency: string | null): string {
	if (amount === null) return "";
	const digits = digitsOf(currency ?? "");
	return (amount / 10 ** digits).toFixed(digits);
}

/** In minor units. Any other text stays text, so that the API's schema refuses it. */
export function moneyOf(values: FormValues, name: string, currency: string | null): number | string | null {
	const text = firstValue({ values }, name).trim().replace(",", ".");
	if (text === "") return null;
	const digits = digitsOf(currency ?? "");
	const isAmount = new RegExp(digits === 0 ? "^\\d+$" : `^\\d+(\\.\\d{1,${digits}})?$`).test(text);
	return isAmount ? Math.round(Number(text) * 10 ** digits) : text;
}
