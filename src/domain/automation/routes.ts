import * as z from "zod";
import { deliveryStatuses } from "../../platform/db/tables/data/webhooks.ts";
import { endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { arrayQuery } from "../../platform/http/endpoint/page.ts";
import { deleted, syncQuery, text } from "../../platform/http/fields/fields.ts";
import { createClient, getClient } from "../clients/clients/operations.ts";
import { client, newClient } from "../clients/clients/schema.ts";
import { createLead, getLead } from "../clients/leads/operations.ts";
import { lead, newLead } from "../clients/leads/schema.ts";
import { type Trigger, triggerNames, triggers } from "../events/attempts/request/triggers.ts";
import { catalogue } from "../events/catalogue/catalogue.ts";
import { delivery } from "../events/deliveries/schema.ts";
import { getHook, listHookDeliveries, listHooks, rotateHookSecret, subscribe, unsubscribe } from "./hooks.ts";
import { findOrCreateClient, listTriggered, searchClients } from "./operations.ts";
import { connection, hook, hookWithSecret, newHook, pascal, snapshotSchema, subscribedHook } from "./schema.ts";

const tag = "Automation";
const read = "read:automation" as const;
const write = "write:automation" as const;
const params = { hook_id: "automation_hook" } as const;
const hooks = "/v1/automation/hooks";

/** Each trigger has a path of its own, so that the API document has a schema for each. */
const triggerEndpoint = (name: Trigger) =>
	endpoint.array({
		id: `listTriggered${pascal(name)}`,
		path: `/v1/automation/triggers/${name}`,
		tag,
		summary: `List the latest events of the trigger ${name}`,
		description: `${catalogue[triggers[name]].summary} The last 30 days, newest first. Each entry is what a hook of this trigger gets.`,
		scope: read,
		query: arrayQuery,
		answer: snapshotSchema(name),
		run: (ctx, { query: { limit } }) => listTriggered(ctx, name, limit),
	});

export const automationRoutes = [
	endpoint.get({
		id: "getAutomationMe",
		path: "/v1/automation/me",
		tag,
		summary: "Get the name of the connection",
		scope: read,
		answer: connection,
		run: async ({ credential: { name, tenant } }) => ({
			object: "me" as const,
			tenant_id: tenant.id,
			tenant_name: tenant.name,
			plan_slug: tenant.plan,
			label: `${tenant.name} (${name})`,
		}),
	}),
	endpoint.list({
		id: "listAutomationHooks",
		path: hooks,
		tag,
		summary: "List automation hooks",
		scope: read,
		query: z.object({ ...syncQuery }),
		answer: hook,
		run: (ctx, { query, page }) => listHooks(ctx, query, page),
	}),
	endpoint.ensure({
		id: "createAutomationHook",
		path: hooks,
		tag,
		summary: "Subscribe to a trigger",
		description:
			"Answers 201 with a new hook and its signing secret, or 200 with the hook that this URL and trigger already have, without it. Hooks do not count towards the webhook endpoints of the plan; a tenant has at most 100 of them. A hook gets what its trigger lists, with the headers and the retries of webhooks. An answer of 410 removes the hook. After 50 failed attempts in a row the service disables it, without a mail, until it is subscribed again.",
		scope: write,
		body: newHook,
		answer: subscribedHook,
		secretAnswer: "secret",
		errors: ["validation_error", "plan_limit_reached"],
		location: ({ id }) => `${hooks}/${id}`,
		run: (ctx, { body }) => subscribe(ctx, body),
	}),
	endpoint.get({
		id: "getAutomationHook",
		path: `${hooks}/:hook_id`,
		tag,
		summary: "Get an automation hook",
		scope: read,
		params,
		answer: hook,
		run: (ctx, { params: { hook_id } }) => getHook(ctx, hook_id),
	}),
	endpoint.list({
		id: "listAutomationHookDeliveries",
		path: `${hooks}/:hook_id/deliveries`,
		tag,
		summary: "List an automation hook's deliveries",
		description:
			"Deliveries of the last 30 days. Each has every attempt. The service keeps no response bodies of hooks.",
		scope: read,
		params,
		query: z.object({ status: z.enum(deliveryStatuses).optional(), ...syncQuery }),
		answer: delivery,
		run: (ctx, { params: { hook_id }, query, page }) => listHookDeliveries(ctx, hook_id, query, page),
	}),
	endpoint.change("DELETE", {
		id: "deleteAutomationHook",
		path: `${hooks}/:hook_id`,
		tag,
		summary: "Unsubscribe from a trigger",
		description: "The service does not send the hook's pending deliveries any more.",
		scope: write,
		params,
		answer: deleted("automation_hook").meta({ id: "DeletedAutomationHook" }),
		run: (ctx, { params: { hook_id } }) => unsubscribe(ctx, hook_id),
	}),
	endpoint.change("POST", {
		id: "rotateAutomationHookSecret",
		path: `${hooks}/:hook_id/rotate_secret`,
		tag,
		summary: "Give an automation hook a new secret",
		description:
			"The answer shows the new secret, with which a receiver verifies deliveries as at a webhook endpoint. The old one signs, too, for 48 hours.",
		scope: write,
		params,
		answer: hookWithSecret,
		secretAnswer: "secret",
		run: (ctx, { params: { hook_id } }) => rotateHookSecret(ctx, hook_id),
	}),
	...triggerNames.map(triggerEndpoint),
	endpoint.create({
		id: "automationCreateClient",
		path: "/v1/automation/actions/create_client",
		tag,
		summary: "Action: create a client",
		scope: write,
		body: newClient,
		answer: client,
		errors: ["validation_error", "duplicate_email"],
		location: ({ id }) => `/v1/automation/clients/${id}`,
		run: (ctx, { body }) => createClient(ctx, body),
	}),
	endpoint.ensure({
		id: "automationFindOrCreateClient",
		path: "/v1/automation/actions/find_or_create_client",
		tag,
		summary: "Action: find a client by email, or create one",
		description:
			"Answers 200 with the client that has this email, unchanged, or 201 with a new client. Upper and lower case make no difference.",
		scope: write,
		body: newClient,
		answer: client,
		errors: ["validation_error"],
		location: ({ id }) => `/v1/automation/clients/${id}`,
		run: (ctx, { body }) => findOrCreateClient(ctx, body),
	}),
	endpoint.create({
		id: "automationCreateLead",
		path: "/v1/automation/actions/create_lead",
		tag,
		summary: "Action: create a lead",
		scope: write,
		body: newLead,
		answer: lead,
		errors: ["validation_error"],
		location: ({ id }) => `/v1/automation/leads/${id}`,
		run: (ctx, { body }) => createLead(ctx, body),
	}),
	endpoint.get({
		id: "automationGetClient",
		path: "/v1/automation/clients/:client_id",
		tag,
		summary: "Get a client that an action made",
		scope: read,
		params: { client_id: "client" },
		answer: client,
		run: (ctx, { params: { client_id } }) => getClient(ctx, client_id),
	}),
	endpoint.get({
		id: "automationGetLead",
		path: "/v1/automation/leads/:lead_id",
		tag,
		summary: "Get a lead that an action made",
		scope: read,
		params: { lead_id: "lead" },
		answer: lead,
		run: (ctx, { params: { lead_id } }) => getLead(ctx, lead_id),
	}),
	endpoint.array({
		id: "automationSearchClient",
		path: "/v1/automation/searches/client",
		tag,
		summary: "Search: find a client by email",
		description:
			"An array with the client that has this email, or an empty array. Upper and lower case make no difference.",
		scope: read,
		query: z.object({ email: text(254).trim() }),
		answer: client,
		run: (ctx, { query: { email } }) => searchClients(ctx, email),
	}),
];
