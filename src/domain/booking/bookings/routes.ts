import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { lead } from "../../clients/leads/schema.ts";
import { confirmLead, declineRequest } from "./booking-requests.ts";
import { confirmedRequest } from "./schema.ts";

const tag = "Leads";
const params = { lead_id: "lead" } as const;

export const bookingRequestRoutes = [
	endpoint.change("POST", {
		id: "confirmLead",
		path: "/v1/leads/:lead_id/confirm",
		tag,
		summary: "Confirm the booking request of a lead",
		description:
			"Books the appointment that a visitor of the booking page asked for. The time is checked again, and the client gets a mail. The lead becomes BOOKED, and `booking_appointment_id` in its metadata names the appointment. The scope of this endpoint is enough to book it.",
		scope: "write:leads",
		params,
		body: confirmedRequest,
		bodyOptional: true,
		answer: lead,
		errors: ["validation_error", "desk_consult_only", "slot_unavailable"],
		run: (ctx, { params: { lead_id }, body }) => confirmLead(ctx, lead_id, body),
	}),
	endpoint.change("POST", {
		id: "declineLead",
		path: "/v1/leads/:lead_id/decline",
		tag,
		summary: "Decline the booking request of a lead",
		description: "The lead becomes LOST, and a mail tells the client.",
		scope: "write:leads",
		params,
		answer: lead,
		run: (ctx, { params: { lead_id } }) => declineRequest(ctx, lead_id),
	}),
];
