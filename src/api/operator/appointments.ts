import { chargeFee, findFee, refundFee } from "../../domain/booking/appointments/cancellation-fee.ts";
import { cancellationFee, newCancellationFee } from "../../domain/booking/appointments/schema.ts";
import type { Caller } from "../../platform/context.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";

const operator = endpointsFor<Caller>();
const tag = "Operator";
const params = { appointment_id: "appointment" } as const;

export const appointmentFeeRoutes = [
	operator.create({
		id: "adminChargeCancellationFee",
		path: "/admin/appointments/:appointment_id/cancellation_fee",
		tag,
		summary: "Charge a cancellation fee",
		scope: null,
		params,
		body: newCancellationFee,
		answer: cancellationFee,
		errors: ["conflict"],
		location: (_, { appointment_id }) => `/admin/appointments/${appointment_id}/cancellation_fee`,
		run: (caller, { params: { appointment_id }, body }) => chargeFee(caller, appointment_id, body),
	}),
	operator.get({
		id: "adminGetCancellationFee",
		path: "/admin/appointments/:appointment_id/cancellation_fee",
		tag,
		summary: "Get an appointment's cancellation fee",
		scope: null,
		params,
		answer: cancellationFee,
		run: (caller, { params: { appointment_id } }) => findFee(caller, appointment_id),
	}),
	operator.change("POST", {
		id: "adminRefundCancellationFee",
		path: "/admin/appointments/:appointment_id/cancellation_fee/refund",
		tag,
		summary: "Refund a cancellation fee",
		scope: null,
		params,
		answer: cancellationFee,
		errors: ["conflict"],
		run: (caller, { params: { appointment_id } }) => refundFee(caller, appointment_id),
	}),
];
