import type { Ctx } from "../../platform/context.ts";
import { readScopes } from "../../platform/gate/scopes.ts";
import type { PageRequest, PartialPage } from "../../platform/http/endpoint/page.ts";
import { listAuditEntries } from "../access/audit-log/operations.ts";
import { listDeletions } from "../access/deletions/operations.ts";
import { listHooks } from "../automation/hooks.ts";
import { listAppointments } from "../booking/appointments/operations.ts";
import { listClients } from "../clients/clients/operations.ts";
import { listSubmissions } from "../clients/form-submissions/read.ts";
import { listIdeas } from "../clients/ideas/operations.ts";
import { listLeads } from "../clients/leads/operations.ts";
import { listAllDeliveries } from "../events/deliveries/lists.ts";
import { listWebhookEndpoints } from "../events/endpoints/operations.ts";
import { listEvents } from "../events/feed/operations.ts";
import { listImports } from "../imports/operations.ts";
import { listArtists } from "../studio/artists/operations.ts";
import { listEventTypes } from "../studio/event-types/operations.ts";
import { listForms } from "../studio/forms/operations.ts";
import { listShops } from "../studio/shops/operations.ts";
import { listAllTimeBlocks } from "../studio/time-blocks/operations.ts";

interface ListedRecord {
	id: string;
	picture_count?: number;
}

export interface Resource {
	/** The name of its file. */
	name: string;
	list(ctx: Ctx, page: PageRequest): Promise<ListedRecord[] | PartialPage<ListedRecord>>;
	/** It tells what happened, also to records that are gone, so its ids stay. */
	isHistory?: true;
}

/**
 * The lists of the API, in the order in which they are read. A resource comes before those that its records name: what a
 * record names is then still to be read, unless it is deleted meanwhile. `newerThanRecords` are the exceptions.
 */
export const resources: readonly Resource[] = [
	{ name: "deliveries", list: (ctx, page) => listAllDeliveries(ctx, {}, page) },
	{ name: "events", list: (ctx, page) => listEvents(ctx, {}, page), isHistory: true },
	{ name: "audit_log", list: (ctx, page) => listAuditEntries(ctx, {}, page), isHistory: true },
	{
		name: "deletions",
		list: (ctx, page) => listDeletions({ ...ctx, credential: { scopes: [...readScopes] } }, {}, page),
		isHistory: true,
	},
	{ name: "webhook_endpoints", list: (ctx, page) => listWebhookEndpoints(ctx, {}, page) },
	{ name: "automation_hooks", list: (ctx, page) => listHooks(ctx, {}, page) },
	{ name: "imports", list: (ctx, page) => listImports(ctx, {}, page) },
	{ name: "form_submissions", list: (ctx, page) => listSubmissions(ctx, {}, page) },
	{ name: "appointments", list: (ctx, page) => listAppointments(ctx, {}, page) },
	{ name: "ideas", list: (ctx, page) => listIdeas(ctx, {}, page) },
	{ name: "leads", list: (ctx, page) => listLeads(ctx, {}, page) },
	{ name: "clients", list: (ctx, page) => listClients(ctx, {}, page) },
	{ name: "time_blocks", list: (ctx, page) => listAllTimeBlocks(ctx, {}, page) },
	{ name: "event_types", list: (ctx, page) => listEventTypes(ctx, {}, page) },
	{ name: "forms", list: (ctx, page) => listForms(ctx, {}, page) },
	{ name: "artists", list: (ctx, page) => listArtists(ctx, {}, page) },
	{ name: "shops", list: (ctx, page) => listShops(ctx, {}, page) },
];
