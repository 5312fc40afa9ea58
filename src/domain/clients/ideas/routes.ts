import * as z from "zod";
import { bttStatuses, ideaSources, ideaStages } from "../../../platform/db/tables/data/ideas.ts";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { createdQuery, deleted, idFilter, queryFlag, syncQuery, text } from "../../../platform/http/fields/fields.ts";
import { wordsQuery } from "../search-words.ts";
import { archiveIdea, createIdea, deleteIdea, getIdea, listIdeas, unarchiveIdea, updateIdea } from "./operations.ts";
import { idea, ideaPatch, newIdea } from "./schema.ts";

const tag = "Ideas";
const params = { idea_id: "idea" } as const;

export const ideaRoutes = [
	endpoint.list({
		id: "listIdeas",
		path: "/v1/ideas",
		tag,
		summary: "List ideas",
		description: "Without `archived` the list holds archived and other ideas. `q` searches like that of clients.",
		scope: "read:ideas",
		query: z.object({
			...createdQuery,
			...syncQuery,
			q: wordsQuery("ideas whose subject or description have").optional(),
			client_id: idFilter("a client", "client"),
			tag: text(100).optional().meta({ description: "Exactly this tag." }),
			artist_id: idFilter("an artist", "artist"),
			stage: z.enum(ideaStages).optional(),
			source_type: z.enum(ideaSources).optional(),
			btt_status: z.enum(bttStatuses).optional(),
			archived: queryFlag.optional(),
		}),
		answer: idea,
		errors: ["validation_error"],
		run: (ctx, { query, page }) => listIdeas(ctx, query, page),
	}),
	endpoint.create({
		id: "createIdea",
		path: "/v1/ideas",
		tag,
		summary: "Create an idea",
		scope: "write:ideas",
		body: newIdea,
		answer: idea,
		errors: ["validation_error"],
		location: ({ id }) => `/v1/ideas/${id}`,
		run: (ctx, { body }) => createIdea(ctx, body),
	}),
	endpoint.get({
		id: "getIdea",
		path: "/v1/ideas/:idea_id",
		tag,
		summary: "Get an idea",
		scope: "read:ideas",
		params,
		answer: idea,
		run: (ctx, { params: { idea_id } }) => getIdea(ctx, idea_id),
	}),
	endpoint.change("PATCH", {
		id: "updateIdea",
		path: "/v1/ideas/:idea_id",
		tag,
		summary: "Update, move or transfer an idea",
		description:
			"Changes the fields that are sent. Null empties a field. Any `stage` may follow any other, except that an idea that is DONE or DECLINED can only go back to IN_REVIEW (409 `conflict` otherwise). A new stage emits `idea.stage_changed`. A move from one artist to another emits `idea.transferred`; a first assignment and a removal do not. Other edits emit no event.",
		scope: "write:ideas",
		params,
		body: ideaPatch,
		answer: idea,
		errors: ["validation_error"],
		run: (ctx, { params: { idea_id }, body }) => updateIdea(ctx, idea_id, body),
	}),
	endpoint.change("DELETE", {
		id: "deleteIdea",
		path: "/v1/ideas/:idea_id",
		tag,
		summary: "Delete an idea",
		description: "Nobody can get a deleted idea back. To put an idea aside, archive it.",
		scope: "write:ideas",
		params,
		answer: deleted("idea").meta({ id: "DeletedIdea" }),
		run: (ctx, { params: { idea_id } }) => deleteIdea(ctx, idea_id),
	}),
	endpoint.change("POST", {
		id: "archiveIdea",
		path: "/v1/ideas/:idea_id/archive",
		tag,
		summary: "Archive an idea",
		description: "Does nothing if the idea is already archived.",
		scope: "write:ideas",
		params,
		answer: idea,
		run: (ctx, { params: { idea_id } }) => archiveIdea(ctx, idea_id),
	}),
	endpoint.change("POST", {
		id: "unarchiveIdea",
		path: "/v1/ideas/:idea_id/unarchive",
		tag,
		summary: "Take an idea out of the archive",
		description: "Does nothing if the idea is not archived.",
		scope: "write:ideas",
		params,
		answer: idea,
		run: (ctx, { params: { idea_id } }) => unarchiveIdea(ctx, idea_id),
	}),
];
