import type { Child } from "hono/jsx";
import type { Filled } from "../../pages/components/fields.tsx";
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

interface Answer {
	verb: "Confirm" | "Decline";
	tone: "danger" | "primary";
	question: (name: string) => string;
	/** What follows, by the time that was asked for. */
	text: (time: Child) => Child;
}

/** The page on which the studio answers a request. */
const answering =
	({ verb, tone, question, text }: Answer) =>
	async (visit: Visit, ids: Record<string, string>, again?: Filled) => {
		const { lead, asked } = await requestOf(visit, ids);
		return confirmation({
			question: question(nameOf(lead)),
			text: <p>{text(<When at={asked.start} zone={visit.studio.timezone} />)}</p>,
			verb,
			tone,
			action: visit.to(`${path}/${lead.id}/${verb.toLowerCase()}`),
			back: { href: visit.to("/dashboard"), text: "Overview" },
			keep: "Decide later",
			again,
		});
	};

leadPages.form(`${path}/:id/confirm`, kinds, {
	kind: "create",
	show: answering({
		verb: "Confirm",
		tone: "primary",
		question: (name) => `Confirm the appointment of ${name}?`,
		text: (time) => <>{time}. It is booked if the time is still free, and a mail tells the client.</>,
	}),
	decide:
		(_, __, { id = "" }) =>
		(ctx) =>
			confirmRequest(ctx, id),
	onward: (visit) => visit.to("/dashboard", { done: "confirmed" }),
});

leadPages.form(`${path}/:id/decline`, kinds, {
	kind: "change",
	show: answering({
		verb: "Decline",
		tone: "danger",
		question: (name) => `Decline the request of ${name}?`,
		text: (time) => <>They asked for {time}. A mail tells them that the studio cannot take the appointment.</>,
	}),
	decide:
		(_, __, { id = "" }) =>
		(ctx) =>
			declineRequest(ctx, id),
	onward: (visit) => visit.to("/dashboard", { done: "declined" }),
});
