import type { PublicEventType } from "../../generated/events.ts";
import { type Kitchen, mark, newAppointment, newClient, newForm, newLead, someTime } from "./kitchen.ts";

/** The change from which an event comes. */
interface Change {
	method: "POST" | "PATCH" | "DELETE";
	path: string;
	body?: object;
}

/** Prepares the change. Null: only other parts of the product publish the event, through the operator's interface. */
export type Recipe = ((kitchen: Kitchen) => Promise<Change>) | null;

type Body = object | ((kitchen: Kitchen) => object | Promise<object>);
const bodyOf = async (body: Body, kitchen: Kitchen): Promise<object> =>
	typeof body === "function" ? await body(kitchen) : body;

const created =
	(path: string, body: Body): Recipe =>
	async (kitchen) => ({ method: "POST", path, body: await bodyOf(body, kitchen) });

/** A change of a record: of a new one, unless the person names one. */
const changed =
	(path: string, first: Body, body: Body): Recipe =>
	async (kitchen) => {
		const id = await kitchen.subject(path, await bodyOf(first, kitchen));
		return { method: "PATCH", path: `${path}/${id}`, body: await bodyOf(body, kitchen) };
	};

const appointment =
	(body: () => object): Recipe =>
	async (kitchen) => ({ method: "PATCH", path: `/v1/appointments/${await kitchen.appointment()}`, body: body() });

const newIdea = async (kitchen: Kitchen) => ({ client_id: await kitchen.client(), subject: "A fern", metadata: mark });

const submission =
	(kind: "INTAKE" | "CONSENT", body: object): Recipe =>
	async (kitchen) => {
		const form = await kitchen.subject("/v1/forms", newForm(kind));
		return {
			method: "POST",
			path: `/v1/forms/${form}/submissions`,
			body: { submission_data: { idea: "A fern" }, ...body },
		};
	};

/** How each public event comes about. */
export const recipes: Record<PublicEventType, Recipe> = {
	"appointment.created": created("/v1/appointments", async (kitchen) =>
		newAppointment(await kitchen.artist(), await kitchen.client()),
	),
	"appointment.updated": appointment(() => ({ notes: `Changed at ${new Date().toISOString()}` })),
	"appointment.rescheduled": appointment(() => ({ start_at: new Date(someTime()).toISOString() })),
	"appointment.cancelled": appointment(() => ({ status: "CANCELLED", cancellation_reason: "Triggered" })),
	"appointment.no_show": appointment(() => ({ status: "NO_SHOW" })),
	"appointment.completed": appointment(() => ({ status: "COMPLETED" })),
	"lead.created": created("/v1/leads", newLead),
	"lead.stage_changed": changed("/v1/leads", newLead, { stage: "CONTACTED" }),
	"lead.assigned": changed("/v1/leads", newLead, async (kitchen) => ({ assigned_artist_id: await kitchen.artist() })),
	"lead.archived": async (kitchen) => ({
		method: "POST",
		path: `/v1/leads/${await kitchen.subject("/v1/leads", newLead())}/archive`,
	}),
	"client.created": created("/v1/clients", newClient),
	"client.updated": changed("/v1/clients", newClient, () => ({ notes: `Changed at ${new Date().toISOString()}` })),
	"client.merged": async (kitchen) => ({
		method: "POST",
		path: `/v1/clients/${await kitchen.subject("/v1/clients", newClient())}/merge`,
		body: { source_id: await kitchen.client() },
	}),
	"client.deleted": async (kitchen) => ({
		method: "DELETE",
		path: `/v1/clients/${await kitchen.subject("/v1/clients", newClient())}`,
	}),
	"form_submission.created": submission("INTAKE", {}),
	"consent_submission.signed": submission("CONSENT", { signature: "Tess Trigger", signer_name: "Tess Trigger" }),
	"idea.created": created("/v1/ideas", newIdea),
	"idea.stage_changed": changed("/v1/ideas", newIdea, { stage: "IN_REVIEW" }),
	"idea.transferred": changed(
		"/v1/ideas",
		async (kitchen) => ({ ...(await newIdea(kitchen)), artist_id: await kitchen.artist() }),
		async (kitchen) => ({ artist_id: await kitchen.artist("Trigger, the other") }),
	),
	"artist.created": created("/v1/artists", { name: "Trigger, short-lived", metadata: mark }),
	"artist.deactivated": changed(
		"/v1/artists",
		{ name: "Trigger, short-lived", metadata: mark },
		{ status: "DEACTIVATED" },
	),
	"shop.created": created("/v1/shops", { name: "Trigger", metadata: mark }),
	"message.created": null,
	"payment.succeeded": null,
	"payment.failed": null,
	"payment.refunded": null,
	"payout.paid": null,
	"deposit.held": null,
	"deposit.released": null,
	"subscription.trial_ending": null,
	"subscription.activated": null,
	"subscription.cancelled": null,
	"subscription.past_due": null,
	"booking_link.sent": null,
};
