import { not, type SQL } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import type { Database } from "../../../platform/db/database.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { and, asc, eq, gt, isNull, or, sql } from "../../../platform/db/statements/expression.ts";
import { endpointWork } from "../../../platform/db/tables/data/endpoint-work.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { newId } from "../../../platform/lib/ids.ts";
import type { Clocks } from "../dispatch/clocks.ts";
import { activeEndpointsIn, type EndpointScope, nudgeFirstDue } from "../dispatch/nudge-first-due.ts";
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
		...[isDueLater(now), hasNoDueTime].map(
			(when) =>
				sql`UPDATE ${deliveries} SET ${dueAssignments(now, updatedAt)} WHERE rowid IN (
				SELECT d.rowid FROM ${releasedEndpoints(whose, now)}
				CROSS JOIN ${deliveries} d INDEXED BY deliveries_endpoint_due
					ON d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.status = 'PENDING' AND ${when}
				LIMIT ${perStep})`,
		),
		sql`INSERT INTO ${endpointWork} (id, tenant_id, endpoint_id, kind, place, until, stepped_at)
		SELECT ${newId("work", now)} || e.id, e.tenant_id, e.id, 'release', ${now}, ${now}, ${now} FROM ${releasedEndpoints(whose, now)}
		WHERE ${sql.join(
			[isDueLater(now), hasNoDueTime].map(
				(when) =>
					sql`EXISTS (SELECT 1 FROM ${deliveries} d INDEXED BY deliveries_endpoint_due
						WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.status = 'PENDING' AND ${when})`,
			),
			sql` OR `,
		)}`,
		nudgeFirstDue(whose, clocks),
	];
};

const releasedEndpoints = (whose: EndpointScope, now: number): SQL =>
	sql`${activeEndpointsIn(whose)} AND e.released_at = ${now}`;

const isDueLater = (now: number): SQL => sql`d.next_attempt_at > ${now}`;

/**
 * Rows of earlier versions of the service, which took the due time away while the endpoint was disabled. At an ordered
 * endpoint a missing due time means that the delivery is parked (order.ts).
 */
const hasNoDueTime = sql`d.next_attempt_at IS NULL AND NOT e.ordered`;

export const dueAssignments = (dueAt: number, updatedAt: number | SQL): SQL =>
	sql`next_attempt_at = ${dueAt}, updated_at = ${laterThanBefore(updatedAt)}, carried_until = 0`;

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
				or(gt(deliveries.nextAttemptAt, position), and(isNull(deliveries.nextAttemptAt), not(isOrdered(work)))),
			),
		)
		.orderBy(asc(deliveries.nextAttemptAt))
		.limit(perStep);
	const unreleased = found.filter(
		({ at, createdAt, updatedAt }) => createdAt >= Number(since) && (at === null || updatedAt < releasedAt),
	);
	const last = found.at(-1)?.at ?? position;
	// Further deliveries may share the last due time. Even a step that changes nothing must move on.
	const next = { position: Math.max(position + (unreleased.length > 0 ? 0 : 1), last - 1) };
	return {
		writes: unreleased.length > 0 ? [bringForward(work, unreleased, now)] : [],
		next: found.length < perStep ? null : next,
	};
}

const isOrdered = ({ tenantId, endpointId }: EndpointWork): SQL =>
	sql`(SELECT e.ordered FROM ${webhookEndpoints} e WHERE e.tenant_id = ${tenantId} AND e.id = ${endpointId})`;

const bringForward = ({ tenantId, until }: EndpointWork, unreleased: { id: string }[], now: number): Write =>
	sql`UPDATE ${deliveries} SET ${dueAssignments(until, now)}
		WHERE tenant_id = ${tenantId} AND id IN (SELECT value FROM json_each(${JSON.stringify(unreleased.map(({ id }) => id))}))
			AND status = 'PENDING' AND (next_attempt_at IS NULL OR updated_at < ${until})`;
