import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { chargeFee, findFee, refundFee } from "./cancellation-fee.ts";
import { feeOfAppointment, newCancellationFee } from "./schema.ts";

const tag = "Appointments";
const path = "/v1/appointments/:appointment_id/cancellation_fee";
const params = { appointment_id: "appointment" } as const;

export const cancellationFeeRoutes = [
	endpoint.create({
		id: "chargeCancellationFee",
		path,
		tag,
		summary: "Charge a cancellation fee",
		description:
			"Notes the fee of an appointment that is CANCELLED or NO_SHOW. The service moves no money. The status of the appointment cannot change before the fee is refunded.",
		scope: "write:appointments",
		params,
		body: newCancellationFee,
		answer: feeOfAppointment,
		location: (_, { appointment_id }) => `/v1/appointments/${appointment_id}/cancellation_fee`,
		run: (ctx, { params: { appointment_id }, body }) => chargeFee(ctx, appointment_id, body),
	}),
	endpoint.get({
		id: "getCancellationFee",
		path,
		tag,
		summary: "Get an appointment's cancellation fee",
		scope: "read:appointments",
		params,
		answer: feeOfAppointment,
		run: (ctx, { params: { appointment_id } }) => findFee(ctx, appointment_id),
	}),
	endpoint.change("POST", {
		id: "refundCancellationFee",
		path: `${path}/refund`,
		tag,
		summary: "Refund a cancellation fee",
		scope: "write:appointments",
		params,
		answer: feeOfAppointment,
		run: (ctx, { params: { appointment_id } }) => refundFee(ctx, appointment_id),
	}),
];
