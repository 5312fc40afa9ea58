import type { FormField } from "../db/tables/data/forms.ts";
import type { Typed } from "../pages/components/fields.tsx";
import type { FormRow } from "../resources/forms/schema.ts";

/** The answers to a form, as the API takes them. What is left empty is left out. */
export function answersIn(typed: Typed, { fields }: FormRow, prefix: string): Record<string, unknown> {
	return Object.fromEntries(
		fields.flatMap((field) => {
			const answer = answerTo(field, typed[`${prefix}.${field.key}`] ?? []);
			return answer === undefined ? [] : [[field.key, answer]];
		}),
	);
}

function answerTo({ type }: FormField, values: readonly string[]): unknown {
	const [first = ""] = values;
	if (type === "checkbox") return first === "true";
	if (type === "multi_select") return values.length === 0 ? undefined : values.filter(Boolean);
	if (first.trim() === "") return undefined;
	// What is no number stays text, and the form's rules say what is wrong with it.
	if (type === "number") return Number.isFinite(Number(first)) ? Number(first) : first;
	return first;
}
