import type { Typed } from "../../ui/components/fields.tsx";
import { textOrNull } from "../forms/form-values.ts";
import { moneyField, moneyTyped } from "../forms/money.ts";
import type { Found } from "./read-one.ts";

/** What a form says of an appointment beyond who and when, as the API takes it. */
export const detailsOf = (typed: Typed) => {
	const currency = textOrNull(typed, "currency")?.toUpperCase() ?? null;
	return {
		event_type_id: textOrNull(typed, "event_type_id"),
		title: textOrNull(typed, "title"),
		location: textOrNull(typed, "location"),
		notes: textOrNull(typed, "notes"),
		price_amount: moneyTyped(typed, "price_amount", currency),
		currency,
	};
};

/** The other way, for a form that begins with what is. */
export const typedDetails = ({ appointment }: Found): Typed => ({
	event_type_id: [appointment.event_type_id ?? ""],
	title: [appointment.title ?? ""],
	location: [appointment.location ?? ""],
	notes: [appointment.notes ?? ""],
	price_amount: [moneyField(appointment.price_amount, appointment.currency)],
	currency: [appointment.currency ?? ""],
});
