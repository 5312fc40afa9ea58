import type { Words } from "../../../domain/languages/words.ts";
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
export function faultOfAnswer({ type, label, key }: FormField, message: string, { refusals }: Words): string {
	if (message !== "is required") return refusals.wrongAnswer[type](label);
	return key === "last_name" ? refusals.enterBothNames : refusals.required(label);
}
