import { confirmRequest, declineRequest, openRequest } from "../../../domain/booking/bookings/requests.ts";
import {
	archiveLead,
	convertLead,
	getLead,
	unarchiveLead,
	updateLead,
} from "../../../domain/clients/leads/operations.ts";
import { leadPatch } from "../../../domain/clients/leads/schema.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import type { Filled } from "../../ui/components/fields.tsx";
import { confirmation } from "../forms/confirm.tsx";
import { textOf } from "../forms/form-values.ts";
import { bodyOf } from "../forms/forms.ts";
import { Area } from "../frame/area.tsx";
import type { Visit } from "../frame/visit.ts";
import { nameOf } from "../parts/words.ts";
import { askedBy } from "./asked.ts";
import { AskedFacts } from "./asked-words.tsx";
import { found } from "./found.ts";
import { Leads } from "./list.tsx";
import { backOf, originOf, path } from "./paths.ts";

/** Who asked for something, and what can be done about it. The overview shows the latest ones, too. */
export const leadPages = new Area("everyone");

const kinds = { id: "lead" } as const;

leadPages.page(path, {}, async (visit) => ({
	title: "Leads",
	body: <Leads visit={visit} found={await found(visit)} />,
}));

leadPages.form(`${path}/:id/stage`, kinds, {
	kind: "change",
	decide: (_, typed, { id = "" }) => {
		const body = bodyOf(leadPatch, { stage: textOf(typed, "stage") });
		return (ctx) => updateLead(ctx, id, body);
	},
	onward: (visit) => backOf(visit, "stage").href,
});

for (const [step, act] of [
	["archive", archiveLead],
	["unarchive", unarchiveLead],
] as const)
	leadPages.form(`${path}/:id/${step}`, kinds, {
		kind: "change",
		decide:
			(_, __, { id = "" }) =>
			(ctx) =>
				act(ctx, id),
		onward: (visit) => backOf(visit, `${step}d`).href,
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
	const asked = openRequest(lead) && (await askedBy(ctx, [lead])).get(lead.id);
	if (!asked) throw notFound("request");
	return { lead, asked };
}

interface Answer {
	verb: "Confirm" | "Decline";
	tone: "danger" | "primary";
	question: (name: string) => string;
	/** What follows. */
	text: string;
}

/** The page on which the studio answers a request. */
const answering =
	({ verb, tone, question, text }: Answer) =>
	async (visit: Visit, ids: Record<string, string>, again?: Filled) => {
		const { lead, asked } = await requestOf(visit, ids);
		return confirmation({
			question: question(nameOf(lead)),
			text: (
				<>
					<AskedFacts visit={visit} asked={asked} />
					<p>{text}</p>
				</>
			),
			verb,
			tone,
			action: visit.to(`${path}/${lead.id}/${verb.toLowerCase()}`, originOf(visit)),
			back: backOf(visit),
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
		text: "The appointment is booked if the time is still free, and a mail tells the client.",
	}),
	decide:
		(_, __, { id = "" }) =>
		(ctx) =>
			confirmRequest(ctx, id),
	onward: (visit) => backOf(visit, "confirmed").href,
});

leadPages.form(`${path}/:id/decline`, kinds, {
	kind: "change",
	show: answering({
		verb: "Decline",
		tone: "danger",
		question: (name) => `Decline the request of ${name}?`,
		text: "A mail tells the client that the studio cannot take the appointment.",
	}),
	decide:
		(_, __, { id = "" }) =>
		(ctx) =>
			declineRequest(ctx, id),
	onward: (visit) => backOf(visit, "declined").href,
});
