import * as z from "zod";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { createdQuery, deleted, idFilter, queryFlag, syncQuery, text } from "../../../platform/http/fields/fields.ts";
import { mergeClient } from "./merge.ts";
import { createClient, deleteClient, getClient, listClients, updateClient } from "./operations.ts";
import { client, clientPatch, mergeClients, newClient, searchQuery } from "./schema.ts";

const tag = "Clients";
const params = { client_id: "client" } as const;

export const clientRoutes = [
	endpoint.list({
		id: "listClients",
		path: "/v1/clients",
		tag,
		summary: "List clients",
		description:
			"With `q` the list is a search, the newest first. Case and accents make no difference. It combines with the filters, and not with `sort`. A page may be short, or empty, and still have more.",
		scope: "read:clients",
		query: z.object({
			...createdQuery,
			...syncQuery,
			email: text(254).trim().optional().meta({ description: "Case makes no difference." }),
			tag: text(100).optional().meta({ description: "Exactly this tag." }),
			assigned_artist_id: idFilter("an artist", "artist"),
			source: text(100).optional().meta({ description: "Exactly this source." }),
			is_blocked: queryFlag.optional(),
			q: searchQuery.optional(),
		}),
		answer: client,
		errors: ["validation_error"],
		run: (ctx, { query, page }) => listClients(ctx, query, page),
	}),
	endpoint.create({
		id: "createClient",
		path: "/v1/clients",
		tag,
		summary: "Create a client",
		scope: "write:clients",
		body: newClient,
		answer: client,
		errors: ["validation_error", "duplicate_email"],
		location: ({ id }) => `/v1/clients/${id}`,
		run: (ctx, { body }) => createClient(ctx, body),
	}),
	endpoint.get({
		id: "getClient",
		path: "/v1/clients/:client_id",
		tag,
		summary: "Get a client",
		scope: "read:clients",
		params,
		answer: client,
		run: (ctx, { params: { client_id } }) => getClient(ctx, client_id),
	}),
	endpoint.change("PATCH", {
		id: "updateClient",
		path: "/v1/clients/:client_id",
		tag,
		summary: "Update a client",
		description:
			"Changes the fields that are sent. Null empties a field. A request that changes nothing emits no event.",
		scope: "write:clients",
		params,
		body: clientPatch,
		answer: client,
		errors: ["validation_error", "duplicate_email"],
		run: (ctx, { params: { client_id }, body }) => updateClient(ctx, client_id, body),
	}),
	endpoint.change("DELETE", {
		id: "deleteClient",
		path: "/v1/clients/:client_id",
		tag,
		summary: "Delete a client",
		description:
			'Cancels the live appointments that the client has ahead. Each has an event and `cancellation_reason: "client_deleted"`, and no mail. Deletes the ideas of the client. Past appointments and signed consents stay and keep the id. Another client can have the email at once.',
		scope: "write:clients",
		params,
		answer: deleted("client").meta({ id: "DeletedClient" }),
		run: (ctx, { params: { client_id } }) => deleteClient(ctx, client_id),
	}),
	endpoint.change("POST", {
		id: "mergeClient",
		path: "/v1/clients/:client_id/merge",
		tag,
		summary: "Merge another client into this one",
		description:
			"Moves everything that the other client owns to this one and removes the other client. The fields of this client stay as they are.",
		scope: "write:clients",
		params,
		body: mergeClients,
		answer: client,
		errors: ["validation_error"],
		run: (ctx, { params: { client_id }, body }) => mergeClient(ctx, client_id, body.source_id),
	}),
];
