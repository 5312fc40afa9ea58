import { Temporal } from "temporal-polyfill";
import type { FormValues } from "../../ui/components/fields.tsx";

// What people type, as the values of the API. An empty field is null where it can be emptied.

/** A text; undefined when the form has no such field. */
export const textOf = (values: FormValues, name: string): string | undefined => values[name]?.[0]?.trim();

export const textOrNull = (values: FormValues, name: string): string | null => textOf(values, name) || null;

/** A number. What is none stays text, so that the API's schema says what is wrong with it. */
export function numberOrNull(values: FormValues, name: string): number | string | null {
	const text = textOrNull(values, name);
	return text === null || !/^-?\d+(\.\d+)?$/.test(text) ? text : Number(text);
}

export const isTicked = (values: FormValues, name: string): boolean => values[name]?.[0] === "true";

/** One entry a line. */
export const linesOf = (values: FormValues, name: string): string[] =>
	(values[name]?.[0] ?? "")
		.split(/[\r\n]+/)
		.map((line) => line.trim())
		.filter(Boolean);

/** A time in a field. What is none stays text, so that the API's schema refuses it together with all else. */
export function instantOf(values: FormValues, name: string, zone: string): string | null {
	const text = textOrNull(values, name);
	return text === null ? null : (instantIn(text, zone) ?? text);
}

/** A field for a date and time has no zone: it is that of the studio, or of the artist. */
export function instantIn(text: string, zone: string): string | undefined {
	try {
		return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant().toString();
	} catch {
		return undefined;
	}
}

/** The other way, for a field that begins with a value. */
export const instantFieldValue = (instant: string | null, zone: string): string =>
	instant === null
		? ""
		: Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: "minute" });
