import { type SQL, sql } from "drizzle-orm";
import { auditEntryForEach } from "../../../platform/commit/audit.ts";
import { timeOfApplication } from "../../../platform/commit/effects/effects.ts";
import type { DatabaseRefusal } from "../../../platform/commit/transaction/refusals.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { lastNumber } from "../../../platform/db/last-number.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import type { Plan } from "../../../platform/gate/plans.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { type Problem, problem } from "../../../platform/problems/problem.ts";
import type { Clocks } from "../dispatch/clocks.ts";
import { lastNumberBefore, sendMissedSinceLight, sendMissedTo } from "./missed.ts";
import { releaseDeliveries } from "./release.ts";

/**
 * The most active webhook endpoints of each plan (contract: Plans 5). Light has no cap, because nothing is delivered
 * there (contract: Plans 7). Null: no limit.
 */
const caps: Record<Plan, number | null> = { light: null, solo: 3, duo: 5, crew: 10, studio: 20, empire: null };

export const endpointCap = (plan: Plan): number | null => caps[plan];

const capped = (Object.entries(caps) as [Plan, number | null][]).filter(([, cap]) => cap !== null);

const isActive = (tenantId: string) => sql`tenant_id = ${tenantId} AND status = 'ACTIVE' AND "trigger" IS NULL`;

/** The database refuses the write if it leaves the tenant with more active endpoints than its plan allows. */
export const withinEndpointCap = (write: Write, tenantId: string): Write => ({
	write,
	reason: "plan_limit",
	condition: sql`(SELECT count(*) FROM ${webhookEndpoints} WHERE ${isActive(tenantId)})
		<= (SELECT CASE plan ${sql.join(
			capped.map(([plan, cap]) => sql`WHEN ${plan} THEN ${cap}`),
			sql` `,
		)} ELSE 1000000000 END FROM ${studios} WHERE tenant_id = ${tenantId})`,
});

/** The most automation hooks of a tenant, on every plan. Platforms make them, so the tenant does not count them. */
const maxHooks = 100;

/** The database refuses the write if it leaves the tenant with more automation hooks than it may have. */
export const withinHookCap = (write: Write, tenantId: string): Write => ({
	write,
	reason: "plan_limit",
	condition: sql`(SELECT count(*) FROM ${webhookEndpoints} WHERE tenant_id = ${tenantId} AND "trigger" IS NOT NULL) <= ${maxHooks}`,
});

export const hookCapReached = (refusal: DatabaseRefusal): Problem | undefined =>
	refusal.kind === "raised" && refusal.name === "plan_limit"
		? problem("plan_limit_reached", `A tenant has at most ${maxHooks} automation hooks.`)
		: undefined;

export const endpointCapReached =
	(plan: Plan) =>
	(refusal: DatabaseRefusal): Problem | undefined =>
		refusal.kind === "raised" && refusal.name === "plan_limit"
			? problem("plan_limit_reached", `The ${plan} plan allows ${caps[plan]} active webhook endpoints.`)
			: undefined;

/**
 * Adapts the endpoints to a change of plan, as an effect of it. The oldest ones stay active or become active again, as many as the new
 * cap allows, and the others are disabled. On Light the endpoints keep their status and their deliveries wait. The events
 * that endpoints have missed until then become deliveries, because no later change could tell them from those of Light.
 */
export function afterPlanChange(of: TenantInRequest, from: Plan, to: Plan): Write[] {
	const { tenantId, now } = of;
	if (to === "light") return [sendMissedTo(tenantId, disabledByPlan(tenantId), now)];
	const cap = caps[to];
	const freeSlots = sql`max(0, ${cap} - (SELECT count(*) FROM ${webhookEndpoints} WHERE ${isActive(tenantId)}))`;
	return [
		...(cap === null ? [] : disableBeyond(of, cap, to)),
		...enableAgain(of, cap === null ? sql`-1` : freeSlots, from),
		...(from === "light"
			? [
					releaseActiveEndpoints(tenantId, now),
					...sendMissedSinceLight(tenantId, now),
					missNothingOfLight(tenantId, now),
				]
			: []),
		...releaseDeliveries({ tenantId }, of, timeOfApplication),
	];
}

interface TenantInRequest extends Clocks {
	tenantId: string;
	requestId: string;
}

function disableBeyond(of: TenantInRequest, cap: number, plan: Plan): Write[] {
	const { tenantId, now } = of;
	const beyond = sql`${isActive(tenantId)} AND id NOT IN (
		SELECT id FROM ${webhookEndpoints} WHERE ${isActive(tenantId)} ORDER BY id LIMIT ${cap}
	)`;
	return [
		auditEntryForEach("webhook_endpoint.disabled", of, sql`SELECT id FROM ${webhookEndpoints} WHERE ${beyond}`),
		sql`INSERT INTO ${mails} (id, tenant_id, kind, data, created_at)
			SELECT ${newId("mail", now)}, ${tenantId}, 'endpoints_over_plan',
				json_object('plan', ${plan}, 'urls', json_group_array(url), 'ids', json_group_array(id), 'cap', ${cap},
					'count', (SELECT count(*) FROM ${webhookEndpoints} WHERE ${beyond})), ${now}
			FROM (SELECT id, url FROM ${webhookEndpoints} WHERE ${beyond} ORDER BY id LIMIT ${maxUrlsInMail}) HAVING count(*) > 0`,
		sql`UPDATE ${webhookEndpoints} SET status = 'DISABLED', disabled_at = ${now}, disabled_reason = 'plan_limit',
				disabled_at_sequence = ${lastNumber(tenantId)}, updated_at = ${laterThanBefore(timeOfApplication)}, revision = revision + 1
			WHERE ${beyond}`,
	];
}

const maxUrlsInMail = 20;

const releaseActiveEndpoints = (tenantId: string, now: number): Write =>
	sql`UPDATE ${webhookEndpoints} SET released_at = ${now} WHERE tenant_id = ${tenantId} AND status = 'ACTIVE'`;

const disabledByPlan = (tenantId: string): SQL =>
	sql`SELECT id FROM ${webhookEndpoints}
		WHERE tenant_id = ${tenantId} AND status = 'DISABLED' AND disabled_reason = 'plan_limit' AND "trigger" IS NULL`;

/**
 * The endpoints that the plan's limit keeps disabled have missed the events since Light, and no earlier ones. A new
 * revision refuses a PATCH that read the earlier number.
 */
const missNothingOfLight = (tenantId: string, leftAt: number): Write =>
	sql`UPDATE ${webhookEndpoints} SET disabled_at_sequence = ${lastNumberBefore(tenantId, leftAt)}, revision = revision + 1
		WHERE tenant_id = ${tenantId} AND id IN (${disabledByPlan(tenantId)})`;

/**
 * Enables the oldest of the endpoints that the plan's limit disabled, as many as there are free slots, and sends what
 * they missed meanwhile. Events of a time on Light have no deliveries at any endpoint.
 */
function enableAgain(of: TenantInRequest, slots: SQL, from: Plan): Write[] {
	const { tenantId, now } = of;
	const oldest = sql`${disabledByPlan(tenantId)} ORDER BY id LIMIT ${slots}`;
	return [
		auditEntryForEach("webhook_endpoint.enabled", of, oldest),
		...(from === "light" ? [] : [sendMissedTo(tenantId, oldest, now)]),
		sql`UPDATE ${webhookEndpoints} SET status = 'ACTIVE', consecutive_failures = 0, disabled_at = NULL, disabled_reason = NULL,
				disabled_at_sequence = NULL, released_at = ${now}, updated_at = ${laterThanBefore(timeOfApplication)}, revision = revision + 1
			WHERE tenant_id = ${tenantId} AND id IN (${oldest})`,
	];
}
