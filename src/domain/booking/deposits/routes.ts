import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { updateDeposit } from "./operations.ts";
import { depositOfAppointment, depositPatch } from "./schema.ts";

export const depositRoutes = [
	endpoint.change("PATCH", {
		id: "updateDeposit",
		path: "/v1/appointments/:appointment_id/deposit",
		tag: "Appointments",
		summary: "Note what became of a deposit",
		description:
			"REQUESTED becomes HELD or WAIVED, WAIVED REQUESTED, HELD APPLIED, REFUNDING, REFUNDED or FORFEITED, and REFUNDING REFUNDED. Anything else is 409, and so is HELD once the appointment is over. The service moves no money. `If-Match` names the version of the appointment.",
		scope: "write:appointments",
		params: { appointment_id: "appointment" },
		body: depositPatch,
		answer: depositOfAppointment,
		errors: ["validation_error"],
		run: (ctx, { params: { appointment_id }, body }) => updateDeposit(ctx, appointment_id, body),
	}),
];
