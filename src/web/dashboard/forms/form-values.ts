import { Temporal } from "temporal-polyfill";
import type { FormValues } from "../../ui/components/fields.tsx";

// The typed texts of a form as values of the API. An empty field is null if the property may be null.

export const textOf = (values: FormValues, name: string): string | undefined => values[name]?.[0]?.trim();

export const textOrNull = (values: FormValues, name: string): string | null => textOf(values, name) || null;

/** Text that is not a number stays text, so that the API's schema refuses it. */
export function numberOrNull(values: FormValues, name: string): number | string | null {
	const text = textOrNull(values, name);
	return text === null || !/^-?\d+(\.\d+)?$/.test(text) ? text : Number(text);
}

export const isTicked = (values: FormValues, name: string): boolean => values[name]?.[0] === "true";

/** Without empty lines. */
export const linesOf = (values: FormValues, name: string): string[] =>
	(values[name]?.[0] ?? "")
		.split(/[\r\n]+/)
		.map((line) => line.trim())
		.filter(Boolean);

/** Text that is not an instant stays text, so that the API's schema refuses it with all other faults. */
export function instantOf(values: FormValues, name: string, zone: string): string | null {
	const text = textOrNull(values, name);
	return text === null ? null : (instantIn(text, zone) ?? text);
}

/** A field for a date and time has no time zone. It means that of the studio or the artist. */
export function instantIn(text: string, zone: string): string | undefined {
	try {
		return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant().toString();
	} catch {
		return undefined;
	}
}

export const instantFieldValue = (instant: string | null, zone: string): string =>
	instant === null
		? ""
		: Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: "minute" });
