import type { FormField } from "../../../domain/studio/forms/schema.ts";

/** As the API takes the answer; undefined for an empty one. */
export function answerTyped({ type }: FormField, values: readonly string[]): unknown {
	const [first = ""] = values;
	if (type === "checkbox") return first === "true";
	if (type === "multi_select" || type === "picture") return values.length === 0 ? undefined : values.filter(Boolean);
	if (first.trim() === "") return undefined;
	// A text that is not a number stays text, so that the check of the form reports it.
	if (type === "number") return Number.isFinite(Number(first)) ? Number(first) : first;
	return first;
}

/** A sentence for a person. */
export function faultOfAnswer({ type, label, key }: FormField, message: string): string {
	if (key === "last_name" && message === "is required") return "Enter your first and last name.";
	if (message === "is required") return `“${label}” is required.`;
	return `“${label}”: ${advice[type]}`;
}

const advice: Record<FormField["type"], string> = {
	text: "enter a shorter text.",
	textarea: "enter a shorter text.",
	number: "enter a number, such as 12.",
	email: "enter an email address, such as ana@example.com.",
	phone: "enter a shorter phone number.",
	date: "enter a date, such as 2026-05-17.",
	select: "choose one of the options.",
	multi_select: "choose among the options.",
	checkbox: "please tick it.",
	file_url: "enter a link to the file, such as https://example.com/picture.jpg.",
	picture: "choose at most 6 pictures.",
	signature: "enter a shorter signature.",
};
