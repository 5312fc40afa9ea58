import { notFound } from "../../problems.ts";
import { confirmRequest, declineRequest, openRequest } from "../../resources/bookings/requests.ts";
import { archiveLead, convertLead, getLead, updateLead } from "../../resources/leads/operations.ts";
import { leadPatch } from "../../resources/leads/schema.ts";
import { Area } from "../area.tsx";
import { confirmation } from "../confirm.tsx";
import { bodyOf } from "../forms.ts";
import { textOf } from "../typed.ts";
import type { Visit } from "../visit.ts";
import { When } from "../when.tsx";
import { nameOf } from "../words.ts";
import { path } from "./new-leads.tsx";

/** What can be done with a lead. The overview shows them. */
export const leadPages = new Area("everyone");

const kinds = { id: "lead" } as const;

leadPages.form(`${path}/:id/stage`, kinds, {
	kind: "change",
	decide: (_, typed, { id = "" }) => {
		const body = bodyOf(leadPatch, { stage: textOf(typed, "stage") });
		return (ctx) => updateLead(ctx, id, body);
	},
	onward: (visit, { stage }) => visit.to("/dashboard", { done: stage === "NEW" ? undefined : "stage" }),
});

leadPages.form(`${path}/:id/archive`, kinds, {
	kind: "change",
	decide:
		(_, __, { id = "" }) =>
		(ctx) =>
			archiveLead(ctx, id),
	onward: (visit) => visit.to("/dashboard", { done: "archived" }),
});

leadPages.form(`${path}/:id/convert`, kinds, {
	kind: "create",
	decide:
		(_, __, { id = "" }) =>
		(ctx) =>
			convertLead(ctx, id),
	onward: (visit, { client_id }) => visit.to(`/dashboard/clients/${client_id}`, { done: "converted" }),
});

/** What somebody asked for at the booking page, for an event type that the studio confirms. */
async function requestOf({ ctx }: Visit, { id = "" }: Record<string, string>) {
	const lead = await getLead(ctx, id);
	const asked = openRequest(lead);
	if (!asked) throw notFound("request");
	return { lead, asked };
}

const back = (visit: Visit) => ({ href: visit.to("/dashboard"), text: "Overview" });

leadPages.form(`${path}/:id/confirm`, kinds, {
	kind: "create",
	show: async (visit, ids, again) => {
		const { lead, asked } = await requestOf(visit, ids);
		return confirmation({
			question: `Confirm the appointment of ${nameOf(lead)}?`,
			text: (
				<p>
					<When at={asked.start} zone={visit.studio.timezone} />. It is booked if the time is still free, and a mail
					tells the client.
				</p>
			),
			verb: "Confirm",
			action: visit.to(`${path}/${lead.id}/confirm`),
			back: back(visit),
			keep: "Decide later",
			again,
		});
	},
	decide:
		(_, __, { id = "" }) =>
		(ctx) =>
			confirmRequest(ctx, id),
	onward: (visit) => visit.to("/dashboard", { done: "confirmed" }),
});

leadPages.form(`${path}/:id/decline`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const { lead, asked } = await requestOf(visit, ids);
		return confirmation({
			question: `Decline the request of ${nameOf(lead)}?`,
			text: (
				<p>
					They asked for <When at={asked.start} zone={visit.studio.timezone} />. A mail tells them that the studio
					cannot take the appointment.
				</p>
			),
			verb: "Decline",
			action: visit.to(`${path}/${lead.id}/decline`),
			back: back(visit),
			keep: "Decide later",
			again,
		});
	},
	decide:
		(_, __, { id = "" }) =>
		(ctx) =>
			declineRequest(ctx, id),
	onward: (visit) => visit.to("/dashboard", { done: "declined" }),
});
