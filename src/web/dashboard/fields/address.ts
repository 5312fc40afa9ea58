import type { PostalAddress } from "../../../platform/db/columns.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { textOrNull } from "../forms/form-values.ts";

export const addressLines = ["line1", "line2", "city", "state", "postal_code", "country"] as const;
export type AddressLine = (typeof addressLines)[number];

export const addressField = (name: string, part: AddressLine): string => `${name}_${part}`;

/** Null if all of the address is empty. */
export function addressOf(values: FormValues, name: string): Record<string, string | null> | null {
	const parts = addressLines.map((part) => [part, textOrNull(values, addressField(name, part))] as const);
	return parts.every(([, text]) => text === null) ? null : Object.fromEntries(parts);
}

export const addressValues = (name: string, address: PostalAddress | null): FormValues =>
	Object.fromEntries(addressLines.map((part) => [addressField(name, part), [address?.[part] ?? ""]]));

/** As on an envelope. */
export const addressText = (address: PostalAddress): string =>
	[
		address.line1,
		address.line2,
		[address.postal_code, address.city].filter(Boolean).join(" "),
		address.state,
		address.country,
	]
		.filter(Boolean)
		.join("\n");
