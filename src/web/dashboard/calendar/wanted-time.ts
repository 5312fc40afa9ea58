import type { Typed } from "../../ui/components/fields.tsx";
import { instantOf, textOf } from "../forms/form-values.ts";
import { Refusal } from "../forms/forms.ts";
import { suggestedField } from "./refused-slot.tsx";

export const refuseField = (name: string, fault: string): Refusal =>
	new Refusal({ summary: "Check the form. Nothing has been changed yet.", fields: { [name]: fault } }, 422);

/** The start that a form asks for: the suggested time whose button was pressed, or what stands in the field. */
export function startOf(typed: Typed, timezone: string): string {
	const start = textOf(typed, suggestedField) || instantOf(typed, "start_at", timezone);
	if (!start) throw refuseField("start_at", "Choose a date and a time.");
	return start;
}

/** The end, where a length is given. */
export function endOf(typed: Typed, start: string): string | undefined {
	const text = textOf(typed, "minutes");
	if (!text) return undefined;
	const at = Date.parse(start);
	if (!/^\d{1,5}$/.test(text) || Number(text) < 1)
		throw refuseField("minutes", "The length must be a number of minutes.");
	return Number.isNaN(at) ? undefined : new Date(at + Number(text) * 60_000).toISOString();
}
