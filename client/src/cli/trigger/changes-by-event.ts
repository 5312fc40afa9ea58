import type { PublicEventType } from "../../generated/events.ts";
import { type Fixtures, newAppointment, newClient, newForm, newLead, randomTime, triggerMetadata } from "./fixtures.ts";

interface Change {
	method: "POST" | "PATCH" | "DELETE";
	path: string;
	body?: object;
}

/**
 * Prepares the change. Null if only other parts of the product publish the event, through the operator's interface, or
 * if the change needs a record that the person must name.
 */
export type PrepareChange = ((fixtures: Fixtures) => Promise<Change | null>) | null;

type Body = object | ((fixtures: Fixtures) => object | Promise<object>);
const bodyOf = async (body: Body, fixtures: Fixtures): Promise<object> =>
	typeof body === "function" ? await body(fixtures) : body;

const created =
	(path: string, body: Body): PrepareChange =>
	async (fixtures) => ({ method: "POST", path, body: await bodyOf(body, fixtures) });

/** Changes a new record, or the one that the person named. */
const changed =
	(path: string, recordBody: Body, body: Body): PrepareChange =>
	async (fixtures) => {
		const id = await fixtures.targetId(path, await bodyOf(recordBody, fixtures));
		return { method: "PATCH", path: `${path}/${id}`, body: await bodyOf(body, fixtures) };
	};

const appointmentChange =
	(body: () => object): PrepareChange =>
	async (fixtures) => ({ method: "PATCH", path: `/v1/appointments/${await fixtures.appointment()}`, body: body() });

/** Only an event type can ask for a deposit, so the person names an appointment that has one. */
const depositNote =
	(body: object): PrepareChange =>
	async ({ givenId }) =>
		givenId === undefined ? null : { method: "PATCH", path: `/v1/appointments/${givenId}/deposit`, body };

const newIdea = async (fixtures: Fixtures) => ({
	client_id: await fixtures.client(),
	subject: "A fern",
	metadata: triggerMetadata,
});

const submissionChange =
	(kind: "INTAKE" | "CONSENT", body: object): PrepareChange =>
	async (fixtures) => {
		const form = await fixtures.targetId("/v1/forms", newForm(kind));
		return {
			method: "POST",
			path: `/v1/forms/${form}/submissions`,
			body: { submission_data: { idea: "A fern" }, ...body },
		};
	};

export const changesByEvent: Record<PublicEventType, PrepareChange> = {
	"appointment.created": created("/v1/appointments", async (fixtures) =>
		newAppointment(await fixtures.artist(), await fixtures.client()),
	),
	"appointment.updated": appointmentChange(() => ({ notes: `Changed at ${new Date().toISOString()}` })),
	"appointment.rescheduled": appointmentChange(() => ({ start_at: new Date(randomTime()).toISOString() })),
	"appointment.cancelled": appointmentChange(() => ({ status: "CANCELLED", cancellation_reason: "Triggered" })),
	"appointment.no_show": appointmentChange(() => ({ status: "NO_SHOW" })),
	"appointment.completed": appointmentChange(() => ({ status: "COMPLETED" })),
	"lead.created": created("/v1/leads", newLead),
	"lead.stage_changed": changed("/v1/leads", newLead, { stage: "CONTACTED" }),
	"lead.assigned": changed("/v1/leads", newLead, async (fixtures) => ({ assigned_artist_id: await fixtures.artist() })),
	"lead.archived": async (fixtures) => ({
		method: "POST",
		path: `/v1/leads/${await fixtures.targetId("/v1/leads", newLead())}/archive`,
	}),
	"client.created": created("/v1/clients", newClient),
	"client.updated": changed("/v1/clients", newClient, () => ({ notes: `Changed at ${new Date().toISOString()}` })),
	"client.merged": async (fixtures) => ({
		method: "POST",
		path: `/v1/clients/${await fixtures.targetId("/v1/clients", newClient())}/merge`,
		body: { source_id: await fixtures.client() },
	}),
	"client.deleted": async (fixtures) => ({
		method: "DELETE",
		path: `/v1/clients/${await fixtures.targetId("/v1/clients", newClient())}`,
	}),
	"form_submission.created": submissionChange("INTAKE", {}),
	"consent_submission.signed": submissionChange("CONSENT", { signature: "Tess Trigger", signer_name: "Tess Trigger" }),
	"idea.created": created("/v1/ideas", newIdea),
	"idea.stage_changed": changed("/v1/ideas", newIdea, { stage: "IN_REVIEW" }),
	"idea.transferred": changed(
		"/v1/ideas",
		async (fixtures) => ({ ...(await newIdea(fixtures)), artist_id: await fixtures.artist() }),
		async (fixtures) => ({ artist_id: await fixtures.artist("Trigger, the other") }),
	),
	"artist.created": created("/v1/artists", { name: "Trigger, short-lived", metadata: triggerMetadata }),
	"artist.deactivated": changed(
		"/v1/artists",
		{ name: "Trigger, short-lived", metadata: triggerMetadata },
		{ status: "DEACTIVATED" },
	),
	"shop.created": created("/v1/shops", { name: "Trigger", metadata: triggerMetadata }),
	"message.created": null,
	"payment.succeeded": null,
	"payment.failed": null,
	"payment.refunded": null,
	"payout.paid": null,
	"deposit.held": depositNote({ status: "HELD", method: "CASH" }),
	"deposit.released": depositNote({ status: "APPLIED" }),
	"subscription.trial_ending": null,
	"subscription.activated": null,
	"subscription.cancelled": null,
	"subscription.past_due": null,
	"booking_link.sent": null,
};
