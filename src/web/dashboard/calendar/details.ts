import type { FormValues } from "../../ui/components/fields.tsx";
import { textOrNull } from "../forms/form-values.ts";
import { moneyField, moneyOf } from "../forms/money.ts";
import type { AppointmentRecord } from "./read-one.ts";

/** What a form says of an appointment beyond who and when, as the API takes it. */
export const detailsBody = (values: FormValues) => {
	const currency = textOrNull(values, "currency")?.toUpperCase() ?? null;
	return {
		event_type_id: textOrNull(values, "event_type_id"),
		title: textOrNull(values, "title"),
		location: textOrNull(values, "location"),
		notes: textOrNull(values, "notes"),
		price_amount: moneyOf(values, "price_amount", currency),
		currency,
	};
};

/** The other way, for a form that begins with what is. */
export const detailValues = ({ appointment }: AppointmentRecord): FormValues => ({
	event_type_id: [appointment.event_type_id ?? ""],
	title: [appointment.title ?? ""],
	location: [appointment.location ?? ""],
	notes: [appointment.notes ?? ""],
	price_amount: [moneyField(appointment.price_amount, appointment.currency)],
	currency: [appointment.currency ?? ""],
});
