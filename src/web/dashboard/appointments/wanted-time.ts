import type { Appointment } from "../../../domain/booking/appointments/schema.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import type { FormState, FormValues } from "../../ui/components/fields.tsx";
import { FormRefusal } from "../forms/execute-form.ts";
import { instantFieldValue, instantOf, textOf, textOrNull } from "../forms/form-values.ts";
import { suggestedField } from "./refused-slot.tsx";

export const refuseField = (name: string, fault: string): FormRefusal =>
	new FormRefusal({ summary: "Check the form. Nothing has been changed yet.", fields: { [name]: fault } }, 422);

/** The times of an appointment, as a form in a zone shows them. */
export const timeValues = ({ start_at, end_at }: Appointment, timezone: string): FormValues => ({
	start_at: [instantFieldValue(start_at, timezone)],
	minutes: [String((Date.parse(end_at) - Date.parse(start_at)) / minuteMs)],
});

/** The fields after a form was refused. The time that it named as an instant stands in the field for the time. */
export function timesAgain(again: FormState, timezone: string): FormState {
	const wanted = textOf(again.values, suggestedField);
	if (!wanted || Number.isNaN(Date.parse(wanted)) || textOf(again.values, "start_at")) return again;
	return { ...again, values: { ...again.values, start_at: [instantFieldValue(wanted, timezone)] } };
}

/** The suggested time whose button was pressed, or the value of the field. */
export function startOf(values: FormValues, timezone: string): string {
	const start = textOf(values, suggestedField) || instantOf(values, "start_at", timezone);
	if (!start) throw refuseField("start_at", "Choose a date and a time.");
	return start;
}

/** Undefined if the form has no length. */
export function endOf(values: FormValues, start: string): string | undefined {
	const text = textOf(values, "minutes");
	if (!text) return undefined;
	const at = Date.parse(start);
	if (!/^\d{1,5}$/.test(text) || Number(text) < 1)
		throw refuseField("minutes", "The length must be a number of minutes.");
	return Number.isNaN(at) ? undefined : new Date(at + Number(text) * 60_000).toISOString();
}

export const placementValues = ({ placement }: Appointment): FormValues => ({ placement: [placement ?? ""] });

/** A form without the field leaves the place on the body as it is. */
export const placementIn = (values: FormValues) =>
	values.placement === undefined ? {} : { placement: textOrNull(values, "placement") };
