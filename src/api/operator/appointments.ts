import { chargeFee, findFee, refundFee } from "../../domain/booking/appointments/cancellation-fee.ts";
import { feeOfAppointment, newCancellationFee } from "../../domain/booking/appointments/schema.ts";
import { inTenantOfRecord } from "../../platform/commit/tenant-of-record.ts";
import type { Caller } from "../../platform/context.ts";
import { appointments } from "../../platform/db/tables/data/appointments.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";

const operator = endpointsFor<Caller>();
const tag = "Operator";
const params = { appointment_id: "appointment" } as const;

/** The operator gives the id of the appointment alone, without the tenant. */
const inTenantOf = (caller: Caller, id: string) => inTenantOfRecord(caller, appointments, id, "appointment");

export const appointmentFeeRoutes = [
	operator.create({
		id: "adminChargeCancellationFee",
		path: "/admin/appointments/:appointment_id/cancellation_fee",
		tag,
		summary: "Charge a cancellation fee",
		scope: null,
		params,
		body: newCancellationFee,
		answer: feeOfAppointment,
		location: (_, { appointment_id }) => `/admin/appointments/${appointment_id}/cancellation_fee`,
		run: async (caller, { params: { appointment_id: id }, body }) =>
			await chargeFee(await inTenantOf(caller, id), id, body),
	}),
	operator.get({
		id: "adminGetCancellationFee",
		path: "/admin/appointments/:appointment_id/cancellation_fee",
		tag,
		summary: "Get an appointment's cancellation fee",
		scope: null,
		params,
		answer: feeOfAppointment,
		run: async (caller, { params: { appointment_id: id } }) => await findFee(await inTenantOf(caller, id), id),
	}),
	operator.change("POST", {
		id: "adminRefundCancellationFee",
		path: "/admin/appointments/:appointment_id/cancellation_fee/refund",
		tag,
		summary: "Refund a cancellation fee",
		scope: null,
		params,
		answer: feeOfAppointment,
		run: async (caller, { params: { appointment_id: id } }) => await refundFee(await inTenantOf(caller, id), id),
	}),
];
