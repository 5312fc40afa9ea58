import { z } from "zod";
import type { OperatorCaller } from "../../domain/access/databases/operator-caller.ts";
import { getMove, moveTenant, newTenantMove, tenantMove } from "../../domain/access/tenants/moves.ts";
import { createTenant, getTenant, listTenants, updateTenant } from "../../domain/access/tenants/operations.ts";
import { newTenant, tenant, tenantPatch } from "../../domain/access/tenants/schema.ts";
import type { Caller } from "../../platform/context.ts";
import { plans, subscriptionStatuses } from "../../platform/db/tables/control/tenants.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";
import { syncQuery, text } from "../../platform/http/fields/fields.ts";

const operator = endpointsFor<Caller>();
const tag = "Operator";
const params = { tenant_id: "tenant" } as const;

export const tenantRoutes = [
	operator.create({
		id: "adminCreateTenant",
		path: "/admin/tenants",
		tag,
		summary: "Create a tenant",
		scope: null,
		body: newTenant,
		answer: tenant,
		location: ({ id }) => `/admin/tenants/${id}`,
		run: (caller, { body }) => createTenant(caller, body),
	}),
	operator.list({
		id: "adminListTenants",
		path: "/admin/tenants",
		tag,
		summary: "List tenants",
		scope: null,
		query: z.object({
			...syncQuery,
			email: text(254).trim().optional().meta({ description: "Only tenants with this email, without regard to case." }),
			name: text(200).optional().meta({ description: "Only tenants with this whole name, without regard to case." }),
			plan: z.enum(plans).optional(),
			subscription_status: z.enum(subscriptionStatuses).optional(),
		}),
		answer: tenant,
		run: (caller, { query, page }) => listTenants(caller, query, page),
	}),
	operator.get({
		id: "adminGetTenant",
		path: "/admin/tenants/:tenant_id",
		tag,
		summary: "Get a tenant",
		scope: null,
		params,
		answer: tenant,
		run: (caller, { params: { tenant_id } }) => getTenant(caller, tenant_id),
	}),
	operator.change("PATCH", {
		id: "adminUpdateTenant",
		path: "/admin/tenants/:tenant_id",
		tag,
		summary: "Change a tenant's plan, subscription or details",
		scope: null,
		params,
		body: tenantPatch,
		answer: tenant,
		run: (caller, { params: { tenant_id }, body }) => updateTenant(caller, tenant_id, body),
	}),
	endpointsFor<OperatorCaller>().change("POST", {
		id: "adminMoveTenant",
		path: "/admin/tenants/:tenant_id/move",
		tag,
		summary: "Move a tenant's data to another database",
		description:
			"The tenant serves meanwhile. Its changes are refused for a moment, less than 5 seconds in all: 503 with `Retry-After: 1`.",
		scope: null,
		params,
		body: newTenantMove,
		answer: tenantMove,
		errors: ["conflict"],
		run: (caller, { params: { tenant_id }, body }) => moveTenant(caller, tenant_id, body),
	}),
	operator.get({
		id: "adminGetTenantMove",
		path: "/admin/tenants/:tenant_id/move",
		tag,
		summary: "Get the latest move of a tenant",
		scope: null,
		params,
		answer: tenantMove,
		run: (caller, { params: { tenant_id } }) => getMove(caller, tenant_id),
	}),
];
