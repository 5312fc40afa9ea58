import * as z from "zod";
import {
	auditEntry,
	auditTimes,
	listAllAuditEntries,
	listAuditEntries,
} from "../../domain/access/audit-log/operations.ts";
import type { OperatorCaller } from "../../domain/access/databases/operator-caller.ts";
import { findTenantIfAny, hasTenants } from "../../domain/access/tenants/operations.ts";
import { noChange } from "../../platform/commit/change.ts";
import { type Caller, inTenant } from "../../platform/context.ts";
import { type Endpoint, endpointsFor } from "../../platform/http/endpoint/endpoint.ts";
import { idFilter } from "../../platform/http/fields/fields.ts";
import { clock } from "../../platform/lib/clock.ts";
import { timestamp } from "../../platform/lib/time.ts";
import { problem } from "../../platform/problems/problem.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { appointmentFeeRoutes } from "./appointments.ts";
import { artistRoutes } from "./artists.ts";
import { databaseRoutes } from "./databases.ts";
import { eventTypeRoutes } from "./event-types.ts";
import { publishRoutes } from "./events.ts";
import { externalCalendarRoutes } from "./external-calendars.ts";
import { healthRoutes } from "./health.ts";
import { oauthAppRoutes } from "./oauth-apps.ts";
import { tenantRoutes } from "./tenants.ts";
import { userRoutes } from "./users.ts";
import { webhookKeyRoutes } from "./webhook-keys.ts";

const operator = endpointsFor<Caller>();

const auditLogRoutes = [
	operator.list({
		id: "adminListAuditLog",
		path: "/admin/audit_log",
		tag: "Operator",
		summary: "List audit entries of one tenant or all",
		scope: null,
		query: auditTimes.extend({ tenant_id: idFilter("a tenant", "tenant") }),
		answer: auditEntry,
		run: async (caller, { query, page }) => {
			const { tenant_id } = query;
			if (tenant_id === undefined) return await listAllAuditEntries(caller, query, page);
			const tenant = await findTenantIfAny(caller, tenant_id);
			return tenant
				? await listAuditEntries(await inTenant(caller, tenant_id), query, page)
				: await listAllAuditEntries(caller, query, page);
		},
	}),
];

export const operatorEndpoints: readonly Endpoint<OperatorCaller>[] = [
	...healthRoutes,
	...databaseRoutes,
	...tenantRoutes,
	...userRoutes,
	...apiKeyRoutes,
	...oauthAppRoutes,
	...webhookKeyRoutes,
	...appointmentFeeRoutes,
	...eventTypeRoutes,
	...artistRoutes,
	...externalCalendarRoutes,
	...publishRoutes,
	...auditLogRoutes,
];

/** A year is enough for a drill. In the far future, ids and timestamps would lose their order or form. */
const maxAdvanceSeconds = 366 * 86_400;

/** Endpoints that do not exist in production. */
export const developmentEndpoints: readonly Endpoint<OperatorCaller>[] = [
	endpointsFor<OperatorCaller>().change("POST", {
		id: "adminAdvanceClock",
		path: "/admin/dev/advance",
		tag: "Operator",
		summary: "Move the service's clock",
		description:
			"The service sends at once what is due at the new time. Before there is a tenant, negative seconds move the clock back, so that a studio can be given a past.",
		scope: null,
		body: z.object({ seconds: z.number().min(-maxAdvanceSeconds).max(maxAdvanceSeconds) }),
		answer: z.object({ object: z.literal("clock"), now: z.string() }),
		errors: ["conflict"],
		run: async (caller, { body }) => {
			if (body.seconds < 0 && (await hasTenants(caller)))
				throw problem("conflict", "There are tenants, so the clock moves forward only.");
			clock.advance(body.seconds);
			await caller.sendDue();
			return noChange({ object: "clock" as const, now: timestamp(clock.now()) });
		},
	}),
];
