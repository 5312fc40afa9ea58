import type { Child } from "hono/jsx";
import { confirmRequest, declineRequest } from "../../../domain/booking/bookings/booking-requests.ts";
import { openBookingRequest } from "../../../domain/clients/leads/booking-request.ts";
import { picturesOfLeads } from "../../../domain/clients/leads/found-pictures.ts";
import {
	archiveLead,
	convertLead,
	getLead,
	unarchiveLead,
	updateLead,
} from "../../../domain/clients/leads/operations.ts";
import { requestedAppointments } from "../../../domain/clients/leads/requested-appointments.ts";
import { leadPatch } from "../../../domain/clients/leads/schema.ts";
import { listPictures } from "../../../domain/pictures/operations.ts";
import { together } from "../../../platform/db/together.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import type { FormState } from "../../ui/components/fields.tsx";
import { sendMailsAfterResponse } from "../../ui/send-mails-after-response.ts";
import { AllowBlocked, allowBlockedOf } from "../appointments/refused-slot.tsx";
import { nameOf } from "../components/words.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { textOf } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { PictureStrip } from "../pictures/found.tsx";
import { addPicturePages } from "../pictures/routes.tsx";
import { LeadPage, pictureRecordOf } from "./lead-page.tsx";
import { Leads } from "./list.tsx";
import { backOf, originOf, path } from "./paths.ts";
import { readLeadList } from "./read-lead-list.ts";
import { RequestedFacts } from "./requested-time.tsx";
import { shownWith } from "./shown-with.ts";

/** The list of leads and their forms. The overview shows the latest leads, too. */
export const leadPages = new Area("everyone");

const kinds = { id: "lead" } as const;

leadPages.page(path, {}, async (visit) => ({
	title: "Leads",
	body: <Leads visit={visit} list={await readLeadList(visit)} />,
}));

leadPages.page(`${path}/:id`, kinds, async (visit, { id }) => {
	const { ctx } = visit;
	const [lead, found, pictures] = await together(
		ctx,
		(ctx) => getLead(ctx, id),
		(ctx) => picturesOfLeads(ctx, [id]),
		(ctx) => listPictures(ctx, { type: "lead", id }),
	);
	const requested = (await requestedAppointments(ctx, [lead])).get(id);
	return {
		title: nameOf(lead),
		body: <LeadPage visit={visit} lead={lead} requested={requested} found={found} pictures={pictures} />,
	};
});

addPicturePages(leadPages, {
	path: `${path}/:id`,
	kinds,
	ownerIn: ({ id }) => ({ type: "lead", id }),
	find: async (ctx, { id }) => pictureRecordOf(await getLead(ctx, id)),
});

leadPages.form(`${path}/:id/stage`, kinds, {
	kind: "change",
	operation: (_, values, { id }) => {
		const body = parseBody(leadPatch, { stage: textOf(values, "stage") });
		return (ctx) => updateLead(ctx, id, body);
	},
	afterSubmit: (visit) => backOf(visit, "stage").href,
});

for (const [step, act] of [
	["archive", archiveLead],
	["unarchive", unarchiveLead],
] as const)
	leadPages.form(`${path}/:id/${step}`, kinds, {
		kind: "change",
		operation:
			(_, __, { id }) =>
			(ctx) =>
				act(ctx, id),
		afterSubmit: (visit) => backOf(visit, `${step}d`).href,
	});

leadPages.form(`${path}/:id/convert`, kinds, {
	kind: "create",
	operation:
		(_, __, { id }) =>
		(ctx) =>
			convertLead(ctx, id),
	afterSubmit: (visit, { client_id }) => visit.to(`/dashboard/clients/${client_id}`, { done: "converted" }),
});

/** The request is still open. */
async function requestOf({ ctx }: Visit, { id }: { id: string }) {
	const lead = await getLead(ctx, id);
	if (!openBookingRequest(lead)) throw notFound("request");
	const { requestedByLead, pictures } = await shownWith(ctx, [lead]);
	const requested = requestedByLead.get(lead.id);
	if (!requested) throw notFound("request");
	return { lead, requested, pictures };
}

interface Answer {
	verb: "Confirm" | "Decline";
	tone: "danger" | "primary";
	question: (name: string) => string;
	fields?: (again: FormState | undefined) => Child;
	text: string;
}

const answerPage =
	({ verb, tone, question, text, fields }: Answer) =>
	async (visit: Visit, ids: { id: string }, again?: FormState) => {
		const { lead, requested, pictures } = await requestOf(visit, ids);
		return confirmationPage({
			question: question(nameOf(lead)),
			text: (
				<>
					<RequestedFacts visit={visit} requested={requested} />
					<PictureStrip visit={visit} found={pictures} label={`Pictures of ${nameOf(lead)}`} />
					<p>{text}</p>
				</>
			),
			verb,
			tone,
			action: visit.to(`${path}/${lead.id}/${verb.toLowerCase()}`, originOf(visit)),
			back: backOf(visit),
			keep: "Decide later",
			again,
			fields: fields?.(again),
		});
	};

function afterAnswer(visit: Visit, done: "confirmed" | "declined"): string {
	sendMailsAfterResponse(visit.c, visit.ctx);
	return backOf(visit, done).href;
}

leadPages.form(`${path}/:id/confirm`, kinds, {
	kind: "create",
	show: answerPage({
		verb: "Confirm",
		tone: "primary",
		question: (name) => `Confirm the appointment of ${name}?`,
		text: "The appointment is booked if the time is still free. The client gets a mail.",
		fields: (again) => again && <AllowBlocked of={again} />,
	}),
	operation:
		(_, values, { id }) =>
		(ctx) =>
			confirmRequest(ctx, id, allowBlockedOf(values)),
	afterSubmit: (visit) => afterAnswer(visit, "confirmed"),
});

leadPages.form(`${path}/:id/decline`, kinds, {
	kind: "change",
	show: answerPage({
		verb: "Decline",
		tone: "danger",
		question: (name) => `Decline the request of ${name}?`,
		text: "The client gets a mail that the studio cannot take the appointment.",
	}),
	operation:
		(_, __, { id }) =>
		(ctx) =>
			declineRequest(ctx, id),
	afterSubmit: (visit) => afterAnswer(visit, "declined"),
});
