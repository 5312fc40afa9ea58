import { getClient } from "../../../../domain/clients/clients/operations.ts";
import { ideaFields } from "../../../../domain/clients/ideas/fields.ts";
import {
	archiveIdea,
	createIdea,
	deleteIdea,
	getIdea,
	unarchiveIdea,
	updateIdea,
} from "../../../../domain/clients/ideas/operations.ts";
import { type Idea, ideaPatch, newIdea } from "../../../../domain/clients/ideas/schema.ts";
import { listPictures } from "../../../../domain/pictures/operations.ts";
import { listArtistNames } from "../../../../domain/studio/names.ts";
import { together } from "../../../../platform/db/together.ts";
import { notFound } from "../../../../platform/problems/problem.ts";
import { bodyOf, valuesOf } from "../../fields/values.ts";
import { confirmationPage } from "../../forms/confirm.tsx";
import { parseBody } from "../../forms/execute-form.ts";
import { Area } from "../../frame/area.ts";
import type { Ids } from "../../frame/declarations.ts";
import type { Visit } from "../../frame/visit.ts";
import { PicturesPanel } from "../../pictures/panel.tsx";
import type { PictureRecord } from "../../pictures/record.ts";
import { addPicturePages } from "../../pictures/routes.tsx";
import { ideaPath, path, pathOf } from "../paths.ts";
import { IdeaForm, newIdeaFormState } from "./form.tsx";
import { IdeaPage } from "./page.tsx";

export const ideaPages = new Area("everyone");

const ofClient = { id: "client" } as const;
const kinds = { ...ofClient, idea_id: "idea" } as const;
const at = `${path}/:id/ideas`;

/** An idea is not found under the address of another client. */
async function getIdeaOfClient({ ctx }: Pick<Visit, "ctx">, { id, idea_id }: Ids<typeof kinds>): Promise<Idea> {
	const idea = await getIdea(ctx, idea_id);
	if (idea.client_id !== id) throw notFound("idea");
	return idea;
}

const pictureRecordOf = ({ id, client_id, subject }: Idea): PictureRecord => ({
	owner: { type: "idea", id },
	name: subject,
	path: ideaPath(client_id, id),
});

addPicturePages(ideaPages, {
	path: `${at}/:idea_id`,
	kinds,
	ownerIn: ({ idea_id }) => ({ type: "idea", id: idea_id }),
	find: async (ctx, ids) => pictureRecordOf(await getIdeaOfClient({ ctx }, ids)),
});

const readIdeaPage = (visit: Visit, ids: Ids<typeof kinds>) =>
	together(
		visit,
		({ ctx }) => getClient(ctx, ids.id),
		(visit) => getIdeaOfClient(visit, ids),
		({ ctx }) => listArtistNames(ctx),
	);

ideaPages.form(`${at}/new`, ofClient, {
	kind: "create",
	show: async (visit, { id }, again) => {
		const [client, artists] = await together(
			visit.ctx,
			(ctx) => getClient(ctx, id),
			(ctx) => listArtistNames(ctx),
		);
		return {
			title: "New idea",
			body: <IdeaForm visit={visit} client={client} artists={artists} of={again ?? newIdeaFormState} />,
		};
	},
	operation: (_, values, { id }) => {
		const body = parseBody(newIdea, { ...bodyOf(ideaFields, values), client_id: id, source_type: "MANUAL" });
		return async (ctx) => {
			await getClient(ctx, body.client_id);
			return createIdea(ctx, body);
		};
	},
	afterSubmit: (visit, idea) => visit.to(ideaPath(idea.client_id, idea.id), { done: "created" }),
});

ideaPages.page(`${at}/:idea_id`, kinds, async (visit, ids) => {
	const [[client, idea, artists], pictures] = await together(
		visit,
		(visit) => readIdeaPage(visit, ids),
		({ ctx }) => listPictures(ctx, { type: "idea", id: ids.idea_id }),
	);
	return {
		title: idea.subject,
		body: (
			<IdeaPage visit={visit} client={client} idea={idea} artists={artists}>
				<PicturesPanel visit={visit} record={pictureRecordOf(idea)} pictures={pictures} />
			</IdeaPage>
		),
	};
});

ideaPages.form(`${at}/:idea_id/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const [client, idea, artists] = await readIdeaPage(visit, ids);
		return {
			title: `Edit ${idea.subject}`,
			body: (
				<IdeaForm
					visit={visit}
					client={client}
					artists={artists}
					of={again ?? { values: valuesOf(ideaFields, idea) }}
					idea={idea}
				/>
			),
		};
	},
	operation: (_, values, ids) => {
		const body = parseBody(ideaPatch, bodyOf(ideaFields, values));
		return async (ctx) => updateIdea(ctx, (await getIdeaOfClient({ ctx }, ids)).id, body);
	},
	afterSubmit: (visit, idea) => visit.to(ideaPath(idea.client_id, idea.id), { done: "changed" }),
});

for (const [step, act] of [
	["archive", archiveIdea],
	["unarchive", unarchiveIdea],
] as const)
	ideaPages.form(`${at}/:idea_id/${step}`, kinds, {
		kind: "change",
		operation: (_, __, ids) => async (ctx) => act(ctx, (await getIdeaOfClient({ ctx }, ids)).id),
		afterSubmit: (visit, idea) => visit.to(ideaPath(idea.client_id, idea.id), { done: `${step}d` }),
	});

ideaPages.form(`${at}/:idea_id/delete`, kinds, {
	kind: "delete",
	show: async (visit, ids, again) => {
		const { id, client_id, subject } = await getIdeaOfClient(visit, ids);
		return confirmationPage({
			question: `Delete ${subject}?`,
			text: <p>A deleted idea cannot be restored. You can archive it instead.</p>,
			verb: "Delete",
			action: visit.to(`${ideaPath(client_id, id)}/delete`),
			back: { href: visit.to(ideaPath(client_id, id)), text: subject },
			again,
		});
	},
	operation: (_, __, ids) => async (ctx) => deleteIdea(ctx, (await getIdeaOfClient({ ctx }, ids)).id),
	afterSubmit: (visit, _, { id }) => visit.to(pathOf(id), { done: "idea_deleted" }),
});
