import * as z from "zod";
import { leadStages } from "../../../platform/db/tables/data/leads.ts";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { createdQuery, deleted, idFilter, queryFlag, syncQuery, text } from "../../../platform/http/fields/fields.ts";
import { wordsQuery } from "../search-words.ts";
import {
	archiveLead,
	convertLead,
	createLead,
	deleteLead,
	getLead,
	listLeads,
	unarchiveLead,
	updateLead,
} from "./operations.ts";
import { lead, leadPatch, newLead } from "./schema.ts";

const tag = "Leads";
const params = { lead_id: "lead" } as const;

export const leadRoutes = [
	endpoint.list({
		id: "listLeads",
		path: "/v1/leads",
		tag,
		summary: "List leads",
		description: "Without `archived` the list holds archived and other leads. `q` searches like that of clients.",
		scope: "read:leads",
		query: z.object({
			...createdQuery,
			...syncQuery,
			q: wordsQuery("leads whose names, email, phone or message have").optional(),
			stage: z.enum(leadStages).optional(),
			email: text(254).trim().optional().meta({ description: "Case makes no difference." }),
			client_id: idFilter("the client that the leads became", "client"),
			assigned_artist_id: idFilter("an artist", "artist"),
			source: text(100).optional().meta({ description: "Exactly this source." }),
			archived: queryFlag.optional(),
		}),
		answer: lead,
		errors: ["validation_error"],
		run: (ctx, { query, page }) => listLeads(ctx, query, page),
	}),
	endpoint.create({
		id: "createLead",
		path: "/v1/leads",
		tag,
		summary: "Create a lead",
		scope: "write:leads",
		body: newLead,
		answer: lead,
		errors: ["validation_error"],
		location: ({ id }) => `/v1/leads/${id}`,
		run: (ctx, { body }) => createLead(ctx, body),
	}),
	endpoint.get({
		id: "getLead",
		path: "/v1/leads/:lead_id",
		tag,
		summary: "Get a lead",
		scope: "read:leads",
		params,
		answer: lead,
		run: (ctx, { params: { lead_id } }) => getLead(ctx, lead_id),
	}),
	endpoint.change("PATCH", {
		id: "updateLead",
		path: "/v1/leads/:lead_id",
		tag,
		summary: "Update, move or assign a lead",
		description:
			"Changes the fields that are sent. Null empties a field. A new stage emits `lead.stage_changed`. A new artist emits `lead.assigned`. Other edits emit no event.",
		scope: "write:leads",
		params,
		body: leadPatch,
		answer: lead,
		errors: ["validation_error"],
		run: (ctx, { params: { lead_id }, body }) => updateLead(ctx, lead_id, body),
	}),
	endpoint.change("DELETE", {
		id: "deleteLead",
		path: "/v1/leads/:lead_id",
		tag,
		summary: "Delete a lead",
		description: "Nobody can get a deleted lead back. To put a lead aside, archive it.",
		scope: "write:leads",
		params,
		answer: deleted("lead").meta({ id: "DeletedLead" }),
		run: (ctx, { params: { lead_id } }) => deleteLead(ctx, lead_id),
	}),
	endpoint.change("POST", {
		id: "archiveLead",
		path: "/v1/leads/:lead_id/archive",
		tag,
		summary: "Archive a lead",
		description: "Emits `lead.archived`. Does nothing if the lead is already archived.",
		scope: "write:leads",
		params,
		answer: lead,
		run: (ctx, { params: { lead_id } }) => archiveLead(ctx, lead_id),
	}),
	endpoint.change("POST", {
		id: "unarchiveLead",
		path: "/v1/leads/:lead_id/unarchive",
		tag,
		summary: "Take a lead out of the archive",
		description: "Does nothing if the lead is not archived.",
		scope: "write:leads",
		params,
		answer: lead,
		run: (ctx, { params: { lead_id } }) => unarchiveLead(ctx, lead_id),
	}),
	endpoint.change("POST", {
		id: "convertLead",
		path: "/v1/leads/:lead_id/convert",
		tag,
		summary: "Make a client of a lead",
		description:
			"Gives the lead the client whom it names already, or the one who has its email, or a new client. Upper and lower case make no difference. The lead becomes BOOKED and names the client. Does nothing if the lead was converted before. An open booking request is 409: confirm or decline it. The scope of this endpoint is enough to create the client.",
		scope: "write:leads",
		params,
		answer: lead,
		errors: ["validation_error"],
		run: (ctx, { params: { lead_id } }) => convertLead(ctx, lead_id),
	}),
];
