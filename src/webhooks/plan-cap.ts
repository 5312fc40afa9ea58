import { sql } from "drizzle-orm";
import type { DatabaseRefusal } from "../commit/refusals.ts";
import type { Write } from "../commit/write.ts";
import { laterThanBefore } from "../db/record.ts";
import { tenants } from "../db/tables/service/tenants.ts";
import { webhookEndpoints } from "../db/tables/tenant/webhooks.ts";
import type { Plan } from "../gate/plans.ts";
import { type Problem, problem } from "../problems.ts";
import { lastSequence } from "./endpoint-health.ts";
import { holdPending, releasePending } from "./pending.ts";

/** Active webhook endpoints for each plan (contract: Plans 5). Light has no cap, because nothing is delivered there (contract: Plans 7). */
const caps: Record<Plan, number | null> = { light: null, solo: 3, duo: 5, crew: 10, studio: 20, empire: null };

const capped = (Object.entries(caps) as [Plan, number | null][]).filter(([, cap]) => cap !== null);

const isActive = (tenantId: string) => sql`tenant_id = ${tenantId} AND status = 'ACTIVE' AND "trigger" IS NULL`;

/** The database refuses the write if it leaves the tenant with more active endpoints than its plan allows. */
export const withinCap = (write: Write, tenantId: string): Write => ({
	write,
	reason: "plan_limit",
	holds: sql`(SELECT count(*) FROM ${webhookEndpoints} WHERE ${isActive(tenantId)})
		<= (SELECT CASE plan ${sql.join(
			capped.map(([plan, cap]) => sql`WHEN ${plan} THEN ${cap}`),
			sql` `,
		)} ELSE 1000000000 END FROM ${tenants} WHERE id = ${tenantId})`,
});

export const capReached =
	(plan: Plan) =>
	(refusal: DatabaseRefusal): Problem | undefined =>
		refusal.kind === "raised" && refusal.name === "plan_limit"
			? problem("plan_limit_reached", `The ${plan} plan allows ${caps[plan]} active webhook endpoints.`)
			: undefined;

/**
 * What a change of plan does to the endpoints. The oldest ones stay active, as many as the new cap allows, and the
 * others are disabled. On Light the endpoints keep their status and their deliveries wait.
 */
export function afterPlanChange(tenantId: string, plan: Plan, now: number): Write[] {
	const cap = caps[plan];
	const whose = { tenantId };
	if (cap === null) return [holdPending(whose, now), releasePending(whose, now)];
	return [
		sql`UPDATE ${webhookEndpoints} SET status = 'DISABLED', disabled_at = ${now}, disabled_reason = 'plan_limit',
				disabled_at_sequence = ${lastSequence(tenantId)}, updated_at = ${laterThanBefore(now)}, revision = revision + 1
			WHERE ${isActive(tenantId)} AND id NOT IN (
				SELECT id FROM ${webhookEndpoints} WHERE ${isActive(tenantId)} ORDER BY id LIMIT ${cap}
			)`,
		holdPending(whose, now),
		releasePending(whose, now),
	];
}
