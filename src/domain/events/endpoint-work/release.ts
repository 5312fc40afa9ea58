import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import type { Database } from "../../../platform/db/database.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { endpointWork } from "../../../platform/db/tables/data/upkeep/endpoint-work.ts";
import { deliveries } from "../../../platform/db/tables/data/webhooks.ts";
import { newId } from "../../../platform/lib/ids.ts";
import type { Clocks } from "../dispatch/clocks.ts";
import { activeEndpointsIn, type EndpointScope, nudgeFirstDue } from "../dispatch/nudge-first-due.ts";
import { orderAssignments } from "../dispatch/order.ts";
import { type EndpointWork, perStep, type Step } from "./step.ts";

// While an endpoint is disabled, or its tenant is on Light, its pending deliveries wait: the claim and the sweep skip
// them, and their rows stay as they are. When it gets deliveries again, those that are due need nothing but a
// nudge. Those whose retry would come later become due now (contract: Webhooks 8), and their rows change step by step.

/**
 * Releases the pending deliveries of the endpoints whose `released_at` this change has set to `now`: a small number of
 * them at once, and the others as work. `updatedAt` is the time at which the statements run.
 */
export const releaseDeliveries = (
	whose: EndpointScope,
	clocks: Clocks,
	updatedAt: number | SQL = clocks.now,
): Write[] => {
	const { now } = clocks;
	return [
		sql`UPDATE ${deliveries} SET ${dueAssignments(now, updatedAt)} WHERE tenant_id = ${whose.tenantId} AND (endpoint_id, id) IN (
			SELECT d.endpoint_id, d.id FROM ${releasedEndpoints(whose, now)}
			CROSS JOIN ${deliveries} d INDEXED BY deliveries_due
				ON d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.status = 'PENDING' AND d.next_attempt_at > ${now}
			LIMIT ${perStep})`,
		sql`INSERT INTO ${endpointWork} (id, tenant_id, endpoint_id, kind, position, until, stepped_at)
			SELECT ${newId("work", now)} || e.id, e.tenant_id, e.id, 'release', ${now}, ${now}, ${now} FROM ${releasedEndpoints(whose, now)}
			WHERE EXISTS (SELECT 1 FROM ${deliveries} d INDEXED BY deliveries_due
				WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.status = 'PENDING' AND d.next_attempt_at > ${now})`,
		nudgeFirstDue(whose, clocks),
	];
};

const releasedEndpoints = (whose: EndpointScope, now: number): SQL =>
	sql`${activeEndpointsIn(whose)} AND e.released_at = ${now}`;

export const dueAssignments = (dueAt: number, updatedAt: number | SQL): SQL =>
	sql`${orderAssignments("deliveries")}, next_attempt_at = ${dueAt}, updated_at = ${laterThanBefore(updatedAt)}, queued_until = 0`;

/**
 * Goes through the deliveries by due time. A delivery that was attempted since the release keeps its due time, and so
 * does one from before the time of a recovery, which is in `positionId`.
 */
export async function stepRelease(db: Database, work: EndpointWork, now: number): Promise<Step> {
	const { tenantId, endpointId, position, positionId: since, until: releasedAt } = work;
	const found = await db
		.select({
			id: deliveries.id,
			at: deliveries.nextAttemptAt,
			createdAt: deliveries.createdAt,
			updatedAt: deliveries.updatedAt,
		})
		.from(deliveries)
		.where(
			and(
				sql`${deliveries.status} = 'PENDING'`,
				eq(deliveries.tenantId, tenantId),
				eq(deliveries.endpointId, endpointId),
				gt(deliveries.nextAttemptAt, position),
			),
		)
		.orderBy(asc(deliveries.nextAttemptAt))
		.limit(perStep);
	const unreleased = found.filter(({ createdAt, updatedAt }) => createdAt >= Number(since) && updatedAt < releasedAt);
	const last = found.at(-1)?.at ?? position;
	// Further deliveries may share the last due time. Even a step that changes nothing must move on.
	const next = { position: Math.max(position + (unreleased.length > 0 ? 0 : 1), last - 1) };
	return {
		writes: unreleased.length > 0 ? [bringForward(work, unreleased, now)] : [],
		next: found.length < perStep ? null : next,
	};
}

const bringForward = (
	{ tenantId, endpointId, until }: EndpointWork,
	unreleased: { id: string }[],
	now: number,
): Write =>
	sql`UPDATE ${deliveries} SET ${dueAssignments(until, now)}
		WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId}
			AND id IN (SELECT value FROM json_each(${JSON.stringify(unreleased.map(({ id }) => id))}))
			AND status = 'PENDING' AND updated_at < ${until}`;
