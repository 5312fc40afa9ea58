import * as z from "zod";
import type { OperatorCaller } from "../../domain/access/databases/operator-caller.ts";
import { deleteTenant, restoreTenant } from "../../domain/access/tenants/deletion.ts";
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
		errors: ["validation_error"],
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
	operator.begin("DELETE", {
		id: "adminDeleteTenant",
		path: "/admin/tenants/:tenant_id",
		tag,
		summary: "Delete a tenant in 30 days",
		description:
			"From now on every credential of the tenant is refused, and nothing is sent. Until `delete_at` the tenant can be restored as it was. A repetition answers the same `delete_at`.",
		scope: null,
		params,
		answer: tenant,
		run: (caller, { params: { tenant_id } }) => deleteTenant(caller, tenant_id),
	}),
	operator.change("POST", {
		id: "adminRestoreTenant",
		path: "/admin/tenants/:tenant_id/restore",
		tag,
		summary: "Restore a tenant that is being deleted",
		description: "Does nothing if the tenant is not being deleted.",
		scope: null,
		params,
		answer: tenant,
		run: (caller, { params: { tenant_id } }) => restoreTenant(caller, tenant_id),
	}),
	endpointsFor<OperatorCaller>().change("POST", {
		id: "adminMoveTenant",
		path: "/admin/tenants/:tenant_id/move",
		tag,
		summary: "Move a tenant's data to another database",
		description:
			"Until the move ends, changes of the tenant are refused: 503 with `Retry-After`. Everything else goes on.",
		scope: null,
		params,
		body: newTenantMove,
		answer: tenantMove,
		errors: ["validation_error"],
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
