import * as z from "zod";
import { appointmentStatuses } from "../../../platform/booking-rules/transitions.ts";
import { depositStatuses } from "../../../platform/db/tables/data/appointments.ts";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { deleted, idFilter, queryInstant, severalOf, syncQuery, text } from "../../../platform/http/fields/fields.ts";
import { deleteAppointment } from "./delete-appointment.ts";
import { createAppointment, getAppointment, listAppointments } from "./operations.ts";
import { appointment, appointmentPatch, newAppointment, patchedAppointment } from "./schema.ts";
import { updateAppointment } from "./update.ts";

const tag = "Appointments";
const params = { appointment_id: "appointment" } as const;
const path = "/v1/appointments/:appointment_id";

export const appointmentRoutes = [
	endpoint.list({
		id: "listAppointments",
		path: "/v1/appointments",
		tag,
		summary: "List appointments",
		scope: "read:appointments",
		query: z.object({
			artist_id: idFilter("an artist", "artist"),
			client_id: idFilter("a client", "client"),
			shop_id: idFilter("a shop", "shop"),
			event_type_id: idFilter("an event type", "event_type"),
			crm_appointment_id: text(200).optional().meta({ description: "The id of another system." }),
			status: severalOf(appointmentStatuses)
				.optional()
				.meta({ description: "One status, or several, separated by commas." }),
			deposit_status: z.enum(depositStatuses).optional().meta({ description: "The status of the deposit." }),
			start_from: queryInstant.optional().meta({ description: "Only appointments that start at or after this time." }),
			start_to: queryInstant.optional().meta({ description: "Only appointments that start before this time." }),
			...syncQuery,
			sort: z.enum(["updated_at", "start_at", "-start_at"]).optional().meta({
				description:
					"`updated_at`: by time of change, to sync. `start_at`: the earliest start first; `-start_at`: the latest. Without it the newest record comes first.",
			}),
		}),
		answer: appointment,
		run: (ctx, { query, page }) => listAppointments(ctx, query, page),
	}),
	endpoint.create({
		id: "createAppointment",
		path: "/v1/appointments",
		tag,
		summary: "Book an appointment",
		description:
			"The service checks the time like the booking page. A refusal lists every reason and the nearest free times. Without `event_type_id` it refuses only a time that another appointment or a hold has. A blocked client is not booked for an event type unless `allow_blocked` is true.",
		scope: "write:appointments",
		capPerMinute: 30,
		body: newAppointment,
		answer: appointment,
		errors: ["validation_error", "desk_consult_only", "slot_unavailable"],
		location: ({ id }) => `/v1/appointments/${id}`,
		run: (ctx, { body }) => createAppointment(ctx, body),
	}),
	endpoint.get({
		id: "getAppointment",
		path,
		tag,
		summary: "Get an appointment",
		scope: "read:appointments",
		params,
		answer: appointment,
		run: (ctx, { params: { appointment_id } }) => getAppointment(ctx, appointment_id),
	}),
	endpoint.change("PATCH", {
		id: "updateAppointment",
		path,
		tag,
		summary: "Move, hand over, cancel, complete or edit an appointment",
		description:
			"The service checks new times or another artist of a live appointment, and it mails the client one notice with an updated calendar file. It checks unchanged times only with another event type, or when the appointment becomes SCHEDULED again. With `artist_id` send an event type of the new artist, or `event_type_id: null`. A consultation desk keeps the event type of an appointment.",
		scope: "write:appointments",
		params,
		body: appointmentPatch,
		answer: patchedAppointment,
		errors: ["validation_error", "desk_consult_only", "slot_unavailable", "consent_missing"],
		run: (ctx, { params: { appointment_id }, body }) => updateAppointment(ctx, appointment_id, body),
	}),
	endpoint.change("DELETE", {
		id: "deleteAppointment",
		path,
		tag,
		summary: "Delete an appointment that is not live",
		description:
			"A SCHEDULED appointment is 409. Cancel or complete it first, so that everybody who listens learns of it. So is one with a charged cancellation fee. The manage link of the client goes along.",
		scope: "write:appointments",
		params,
		answer: deleted("appointment").meta({ id: "DeletedAppointment" }),
		run: (ctx, { params: { appointment_id } }) => deleteAppointment(ctx, appointment_id),
	}),
];
