import { and, eq, sql } from "drizzle-orm";
import { type AnyChange, type Change, noChange } from "../../../platform/commit/change.ts";
import { mustChangeRows } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { hasDeliveryId } from "../../../platform/db/delivery-ids.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import { queuedMs } from "../../../platform/events/nudges.ts";
import { dueDelivery } from "../../../platform/events/publish.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { clocksAt } from "../dispatch/clocks.ts";
import { isFree } from "../dispatch/due.ts";
import { nudgeFirstDue } from "../dispatch/nudge-first-due.ts";
import { orderAssignments } from "../dispatch/order.ts";
import { findMissedSince, sendMissedSince } from "../endpoint-work/missed-since.ts";
import {
	countDead,
	countWaiting,
	newRecovery,
	recoveredCount,
	startRecovery,
	startWaiting,
} from "../endpoint-work/recovery.ts";
import { findEndpoint } from "../endpoints/operations.ts";
import { getDelivery } from "./read.ts";
import { type Delivery, versioned } from "./schema.ts";

/**
 * The delivery gets one more attempt, whatever its count is. If the attempt fails, the delivery is DEAD. A pending
 * delivery gets its next attempt now, and a failure is followed by the wait of its number.
 */
export async function replayDelivery(ctx: Ctx, id: string): Promise<Change<Delivery>> {
	const clocks = clocksAt(ctx.now);
	// Both are read from one state, so that the lease is that of the delivery as it is shown.
	const [before, { waits, leasedUntil }] = await together(
		ctx,
		(ctx) => getDelivery(ctx, id),
		(ctx) => sendingOf(ctx, id),
	);
	const isPending = before.status === "PENDING";
	if (isPending && leasedUntil > clocks.machineNow)
		throw problem("conflict", "An attempt at the delivery is under way. Wait for its end.");
	if (isPending && waits)
		throw problem("conflict", "The endpoint is not ACTIVE. The delivery is sent as soon as it is.");
	const readAt = Date.parse(before.updated_at);
	const asRead = sql`tenant_id = ${ctx.tenantId} AND endpoint_id = ${before.endpoint_id} AND id = ${id}
		AND status = ${before.status} AND updated_at = ${readAt} AND ${isFree("deliveries", clocks)}`;
	const replaying = isPending ? sql`` : sql`status = 'PENDING', replaying = 1,`;
	return {
		result: versioned({
			...before,
			status: "PENDING",
			next_attempt_at: waits ? null : timestamp(ctx.now),
			updated_at: timestamp(Math.max(ctx.now, readAt + 1)),
		}),
		writes: [
			mustChangeRows(
				sql`UPDATE ${deliveries} SET ${orderAssignments("deliveries")}, ${replaying} next_attempt_at = ${ctx.now},
						updated_at = ${laterThanBefore(ctx.now)}, queued_until = ${ctx.now + queuedMs}
					WHERE ${asRead} RETURNING ${dueDelivery}`,
			),
		],
		audit: { action: "delivery.replayed", resourceId: id },
	};
}

interface Recovered {
	object: "recovery";
	count: number;
	dry_run: boolean;
}

/**
 * Replays dead deliveries, makes those due that wait for their next attempt, and sends the events that the endpoint
 * missed: the first ones in this change, the others step by step.
 */
export async function recoverDeliveries(
	ctx: Ctx,
	endpointId: string,
	{ since, dry_run, include_missed }: { since: number; dry_run: boolean; include_missed: boolean },
): Promise<AnyChange<Recovered>> {
	const recovery = newRecovery({ tenantId: ctx.tenantId, endpointId, since, now: ctx.now });
	const [{ status }, dead, found, missed] = await together(
		ctx,
		(ctx) => findEndpoint(ctx, endpointId),
		(ctx) => countDead(ctx.db, recovery),
		(ctx) => countWaiting(ctx.db, recovery),
		(ctx) => (include_missed ? findMissedSince(ctx.db, recovery) : null),
	);
	// Those of a disabled endpoint are due at once when it is active again.
	const waiting = status === "ACTIVE" ? found : 0;
	const waitingId = newId("work", ctx.now);
	const counted = dead + waiting + (missed ? missed.inFirstStep + missed.inLaterSteps : 0);
	const draft: Recovered = { object: "recovery", count: counted, dry_run };
	if (dry_run || counted === 0) return noChange(draft);
	return {
		resultFrom: (results) => ({ ...draft, count: results.reduce((sum, result) => sum + recoveredIn(result), 0) }),
		replayable: {
			draft,
			field: "count",
			drafted: counted,
			value: recoveredCount([recovery.id, waitingId, ...(missed ? [missed.id] : [])]),
			withValue: (value) => ({ ...draft, count: Number(value ?? counted) }),
		},
		writes: [
			...startRecovery(recovery, dead),
			...(waiting > 0 ? startWaiting(recovery, waitingId, waiting) : []),
			...(missed ? sendMissedSince(missed, ctx.now) : []),
			nudgeFirstDue({ tenantId: ctx.tenantId, endpointId }, clocksAt(ctx.now)),
		],
		audit: { action: "webhook_endpoint.recovered", resourceId: endpointId },
	};
}

const recoveredIn = ({ results }: D1Result): number =>
	((results ?? []) as { recovered?: number }[]).reduce((sum, { recovered = 0 }) => sum + recovered, 0);

/** Whether a delivery waits until its endpoint is active, which test sends never do, and until when it is leased. */
async function sendingOf({ db, tenantId }: Ctx, id: string): Promise<{ waits: boolean; leasedUntil: number }> {
	const [found] = await db
		.select({
			status: webhookEndpoints.status,
			leasedUntil: deliveries.leasedUntil,
			isTest: sql<number>`${deliveries.testBody} IS NOT NULL`,
		})
		.from(deliveries)
		.innerJoin(
			webhookEndpoints,
			and(eq(webhookEndpoints.tenantId, deliveries.tenantId), eq(webhookEndpoints.id, deliveries.endpointId)),
		)
		.where(hasDeliveryId(tenantId, id));
	return { waits: found?.status === "DISABLED" && !found.isTest, leasedUntil: found?.leasedUntil ?? 0 };
}
