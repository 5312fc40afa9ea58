import { appointmentsOf } from "../../../domain/booking/appointments/named-appointments.ts";
import { eventsOf, formsOf, leadsOf } from "../../../domain/clients/clients/belongings.ts";
import { clientFields } from "../../../domain/clients/clients/fields.ts";
import { mergeClient } from "../../../domain/clients/clients/merge.ts";
import { createClient, deleteClient, getClient, updateClient } from "../../../domain/clients/clients/operations.ts";
import { clientPatch, mergeClients, newClient } from "../../../domain/clients/clients/schema.ts";
import { listSubmissions } from "../../../domain/clients/form-submissions/read.ts";
import { listIdeas } from "../../../domain/clients/ideas/operations.ts";
import { picturesOfClient } from "../../../domain/clients/leads/found-pictures.ts";
import { listArtistNames } from "../../../domain/studio/names.ts";
import { together } from "../../../platform/db/together.ts";
import { hasDrawing } from "../components/submission-facts.tsx";
import { nameOf } from "../components/words.ts";
import { bodyOf, valuesOf } from "../fields/values.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { textOf } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import { ClientForm } from "./form.tsx";
import { Clients } from "./list.tsx";
import { ChooseSource, confirmMerge } from "./merge.tsx";
import { ClientPage } from "./page.tsx";
import { erasePath, isClientId, path, pathOf } from "./paths.ts";
import { readClientList } from "./read-client-list.ts";

export const clientPages = new Area("everyone");

const kinds = { id: "client" } as const;
const perPage = 50;
/** The page of a client shows at most this many records of each kind. */
const recordLimits = { appointments: 100, ideas: 50, leads: 20, submissions: 20, events: 50 };

clientPages.page(path, {}, async (visit) => ({
	title: "Clients",
	body: <Clients visit={visit} list={await readClientList(visit, perPage)} />,
}));

clientPages.form(
	`${path}/new`,
	{},
	{
		kind: "create",
		show: async (visit, _, again) => ({
			title: "New client",
			body: <ClientForm visit={visit} artists={await listArtistNames(visit.ctx)} of={again ?? { values: {} }} />,
		}),
		operation: (_, values) => {
			const body = parseBody(newClient, bodyOf(clientFields, values));
			return (ctx) => createClient(ctx, body);
		},
		afterSubmit: (visit, { id }) => visit.to(pathOf(id), { done: "created" }),
	},
);

clientPages.page(`${path}/:id`, kinds, async (visit, { id }) => {
	const { ctx } = visit;
	const newest = (take: number) => ({ after: undefined, take });
	const [client, artists, appointments, ideas, leads, submissions, forms, events, pictures] = await together(
		ctx,
		(ctx) => getClient(ctx, id),
		(ctx) => listArtistNames(ctx),
		(ctx) => appointmentsOf(ctx, id, recordLimits.appointments + 1),
		(ctx) => listIdeas(ctx, { client_id: id }, newest(recordLimits.ideas)),
		(ctx) => leadsOf(ctx, id, recordLimits.leads),
		(ctx) => listSubmissions(ctx, { client_id: id }, newest(recordLimits.submissions)),
		(ctx) => formsOf(ctx, id, recordLimits.submissions),
		(ctx) => eventsOf(ctx, id, recordLimits.events),
		(ctx) => picturesOfClient(ctx, id),
	);
	const more = appointments.length > recordLimits.appointments;
	const shown = {
		client,
		artists,
		appointments: { rows: appointments.slice(0, recordLimits.appointments), more },
		ideas: ideas.rows,
		leads,
		submissions: { ...submissions, forms },
		events,
		pictures,
	};
	return {
		title: nameOf(client),
		body: <ClientPage visit={visit} {...shown} />,
		images: hasDrawing(submissions.rows) ? ["data:"] : [],
	};
});

clientPages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, { id }, again) => {
		const [client, artists] = await together(
			visit.ctx,
			(ctx) => getClient(ctx, id),
			(ctx) => listArtistNames(ctx),
		);
		const of = again ?? { values: valuesOf(clientFields, client) };
		return {
			title: `Edit ${nameOf(client)}`,
			body: <ClientForm visit={visit} artists={artists} of={of} client={client} />,
		};
	},
	operation: (_, values, { id }) => {
		const body = parseBody(clientPatch, bodyOf(clientFields, values));
		return (ctx) => updateClient(ctx, id, body);
	},
	afterSubmit: (visit, { id }) => visit.to(pathOf(id), { done: "changed" }),
});

for (const [step, is_blocked] of [
	["block", true],
	["unblock", false],
] as const)
	clientPages.form(`${path}/:id/${step}`, kinds, {
		kind: "change",
		operation:
			(_, __, { id }) =>
			(ctx) =>
				updateClient(ctx, id, { is_blocked }),
		afterSubmit: (visit, { id }) => visit.to(pathOf(id), { done: `${step}ed` }),
	});

clientPages.form(`${path}/:id/delete`, kinds, {
	kind: "delete",
	show: async (visit, { id }, again) => {
		const client = await getClient(visit.ctx, id);
		return confirmationPage({
			question: `Delete ${nameOf(client)}?`,
			text: (
				<>
					<p>
						Their future appointments are cancelled without a mail. Their ideas are deleted. Past appointments,
						submissions and signed consents stay under the id of the client.
					</p>
					<p>This cannot be undone. If the client exists twice, merge the two instead.</p>
					{visit.studio.role === "OWNER" && (
						<p>
							If the person wants to be forgotten everywhere, <a href={visit.to(erasePath(id))}>erase the client</a>{" "}
							instead.
						</p>
					)}
				</>
			),
			verb: "Delete",
			action: visit.to(`${pathOf(id)}/delete`),
			back: { href: visit.to(pathOf(id)), text: nameOf(client) },
			again,
		});
	},
	operation:
		(_, __, { id }) =>
		(ctx) =>
			deleteClient(ctx, id),
	afterSubmit: (visit) => visit.to(path, { done: "deleted" }),
});

clientPages.form(`${path}/:id/merge`, kinds, {
	kind: "change",
	show: async (visit, { id }, again) => {
		const asked = again ? textOf(again.values, "source_id") : visit.c.req.query("source");
		const [client, source] = await together(
			visit.ctx,
			(ctx) => getClient(ctx, id),
			(ctx) => (isClientId(asked) && asked !== id && !again ? getClient(ctx, asked) : undefined),
		);
		if (source) return confirmMerge(visit, client, source);
		return {
			title: `Merge into ${nameOf(client)}`,
			body: <ChooseSource visit={visit} client={client} list={await readClientList(visit, perPage)} again={again} />,
		};
	},
	operation: (_, values, { id }) => {
		const body = parseBody(mergeClients, { source_id: textOf(values, "source_id") });
		return (ctx) => mergeClient(ctx, id, body.source_id);
	},
	afterSubmit: (visit, { id }) => visit.to(pathOf(id), { done: "merged" }),
});
