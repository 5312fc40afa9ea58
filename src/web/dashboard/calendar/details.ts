import type { AppointmentRecord } from "../../../domain/booking/appointments/shown-appointment.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { textOrNull } from "../forms/form-values.ts";
import { moneyField, moneyOf } from "../forms/money.ts";

export const detailsBody = (values: FormValues) => {
	const currency = textOrNull(values, "currency")?.toUpperCase() ?? null;
	const price_amount = moneyOf(values, "price_amount", currency);
	return {
		event_type_id: textOrNull(values, "event_type_id"),
		title: textOrNull(values, "title"),
		location: textOrNull(values, "location"),
		placement: textOrNull(values, "placement"),
		notes: textOrNull(values, "notes"),
		price_amount,
		...(price_amount !== null && currency === null ? {} : { currency }),
	};
};

export const detailValues = ({ appointment }: AppointmentRecord): FormValues => ({
	event_type_id: [appointment.event_type_id ?? ""],
	title: [appointment.title ?? ""],
	location: [appointment.location ?? ""],
	placement: [appointment.placement ?? ""],
	notes: [appointment.notes ?? ""],
	price_amount: [moneyField(appointment.price_amount, appointment.currency)],
	currency: [appointment.currency ?? ""],
});
