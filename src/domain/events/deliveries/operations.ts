import { queuedMs } from "../../../platform/commit/after/queue-messages.ts";
import { type AnyChange, type Change, noChange } from "../../../platform/commit/change.ts";
import { dueDelivery } from "../../../platform/commit/transaction/event-statements.ts";
import { mustChangeRows } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { and, eq, isNull, sql } from "../../../platform/db/statements/expression.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { inOrder } from "../../../platform/lib/in-order.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { clocksAt } from "../dispatch/clocks.ts";
import { nudgeFirstDue } from "../dispatch/nudge-first-due.ts";
import { orderAssignments } from "../dispatch/order.ts";
import { findMissedSince, sendMissedSince } from "../endpoint-work/missed-since.ts";
import { countDead, newRecovery, recoveredCount, startRecovery } from "../endpoint-work/recovery.ts";
import { findEndpoint } from "../endpoints/operations.ts";
import { giveOwnRow } from "../fan-outs/own-row.ts";
import { hasEntryFor } from "../fan-outs/read.ts";
import { getDelivery } from "./read.ts";
import { type Delivery, versioned } from "./schema.ts";

/** Gives a delivery one more attempt, whatever its count is. If the attempt fails, the delivery is DEAD. */
export async function replayDelivery(ctx: Ctx, id: string): Promise<Change<Delivery>> {
	const [before, waiting] = await Promise.all([getDelivery(ctx, id), waitsForEndpoint(ctx, id)]);
	if (before.status === "PENDING") throw problem("conflict", "The delivery is still pending.");
	const readAt = Date.parse(before.updated_at);
	const updatedAt = Math.max(ctx.now, readAt + 1);
	return {
		result: versioned({
			...before,
			status: "PENDING",
			next_attempt_at: waiting ? null : timestamp(ctx.now),
			updated_at: timestamp(updatedAt),
		}),
		writes: [
			...(await giveOwnRow(ctx.tenantId, before)),
			mustChangeRows(
				sql`UPDATE ${deliveries} SET ${orderAssignments({ tenantId: ctx.tenantId, endpointId: before.endpoint_id })}, status = 'PENDING', next_attempt_at = ${ctx.now}, replaying = 1,
						updated_at = ${laterThanBefore(ctx.now)}, carried_until = ${ctx.now + queuedMs}
					WHERE tenant_id = ${ctx.tenantId} AND id = ${id} AND status = ${before.status} AND updated_at = ${readAt}
					RETURNING ${dueDelivery}`,
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
 * Replays every dead delivery since a time, and sends the events that the endpoint missed since then: the first ones in
 * this change, the others step by step.
 */
export async function recoverDeliveries(
	ctx: Ctx,
	endpointId: string,
	{ since, dry_run, include_missed }: { since: number; dry_run: boolean; include_missed: boolean },
): Promise<AnyChange<Recovered>> {
	const recovery = newRecovery({ tenantId: ctx.tenantId, endpointId, since, now: ctx.now });
	const [, dead, missed] = await inOrder(
		findEndpoint(ctx, endpointId),
		countDead(ctx.db, recovery),
		include_missed ? findMissedSince(ctx.db, recovery) : Promise.resolve(null),
	);
	const counted = dead + (missed ? missed.inFirstStep + missed.inLaterSteps : 0);
	const draft: Recovered = { object: "recovery", count: counted, dry_run };
	if (dry_run || counted === 0) return noChange(draft);
	return {
		resultFrom: (results) => ({ ...draft, count: results.reduce((sum, result) => sum + recoveredIn(result), 0) }),
		replayable: {
			draft,
			field: "count",
			drafted: counted,
			value: recoveredCount(missed ? [recovery.id, missed.id] : [recovery.id]),
			withValue: (value) => ({ ...draft, count: Number(value ?? counted) }),
		},
		writes: [
			...startRecovery(recovery, dead),
			...(missed ? sendMissedSince(missed, ctx.now) : []),
			nudgeFirstDue({ tenantId: ctx.tenantId, endpointId }, clocksAt(ctx.now)),
		],
		audit: { action: "webhook_endpoint.recovered", resourceId: endpointId },
	};
}

const recoveredIn = ({ results }: D1Result): number =>
	((results ?? []) as { recovered?: number }[]).reduce((sum, { recovered = 0 }) => sum + recovered, 0);

/** Says whether a delivery must wait until its endpoint is active. Test sends never wait. */
async function waitsForEndpoint(ctx: Ctx, id: string): Promise<boolean> {
	const isDisabled = eq(webhookEndpoints.status, "DISABLED");
	const disabled = and(
		eq(webhookEndpoints.tenantId, deliveries.tenantId),
		eq(webhookEndpoints.id, deliveries.endpointId),
		isDisabled,
	);
	const [own, inFanOut] = await Promise.all([
		ctx.db
			.select({ id: deliveries.id })
			.from(deliveries)
			.innerJoin(webhookEndpoints, disabled)
			.where(and(eq(deliveries.tenantId, ctx.tenantId), eq(deliveries.id, id), isNull(deliveries.testBody))),
		ctx.db
			.select({ id: webhookEndpoints.id })
			.from(webhookEndpoints)
			.where(and(eq(webhookEndpoints.tenantId, ctx.tenantId), isDisabled, hasEntryFor(ctx.tenantId, id))),
	]);
	return own.length + inFanOut.length > 0;
}
