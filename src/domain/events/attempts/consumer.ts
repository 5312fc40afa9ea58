import { forwardMessage } from "../../../platform/commit/after/forward-message.ts";
import { localSystemCaller } from "../../../platform/commit/system-caller.ts";
import { openWriter, type Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import type { Env } from "../../../platform/env.ts";
import { type Nudge, type NudgedDelivery, sendNudgeAt } from "../../../platform/events/nudges.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { Meter } from "../../../platform/lib/meter.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { log } from "../../../platform/log.ts";
import { sendUrgentMails } from "../../mail/outbox/outbox.ts";
import { attemptDeliveries } from "./attempt.ts";
import type { AttemptSummary, FollowUp } from "./finish-attempts.ts";
import { type Permit, permits } from "./permits.ts";
import { putOff, takePermits } from "./put-off.ts";

/**
 * Starts the attempts of each nudge and returns before they end. This acknowledges the batch, so that the next batch
 * does not wait for the slowest receiver of this one. The sweep finds deliveries whose attempt or nudge is lost.
 *
 * A delivery whose tenant or host has its share of this isolate's permits is put off. While all permits are taken, the
 * batch waits, and the queue holds back the next batches. A batch has one message.
 */
export async function consumeNudges(batch: MessageBatch<Nudge>, env: Env, ctx: ExecutionContext): Promise<void> {
	const start = (nudge: Nudge, taken: ReadonlyMap<string, Permit>) =>
		ctx.waitUntil(handleNudge(withPermits(nudge, taken), env, ctx, taken));
	for (const { body } of batch.messages) {
		await untilPermitIsFree();
		const { taken, without } = takePermits(body);
		if (taken.size > 0) start(body, taken);
		if (without.length > 0) ctx.waitUntil(putOff({ ...body, deliveries: without }, start, env, ctx));
	}
}

const withPermits = (nudge: Nudge, taken: ReadonlyMap<string, Permit>): Nudge => ({
	...nudge,
	deliveries: nudge.deliveries.filter(({ delivery_id }) => taken.has(delivery_id)),
});

const pollEveryMs = 100;
/** Longer than an attempt lasts. */
const longestWaitMs = 30 * secondMs;

/** Polls, because an invocation cannot wait for a promise of another one. */
async function untilPermitIsFree(): Promise<void> {
	const until = Date.now() + longestWaitMs;
	while (permits.areAllTaken(Date.now()) && Date.now() < until) await scheduler.wait(pollEveryMs);
}

async function handleNudge(
	nudge: Nudge,
	env: Env,
	ctx: ExecutionContext,
	taken: ReadonlyMap<string, Permit>,
): Promise<void> {
	const { database } = nudge;
	// The first line of the log has the cost of what the deliveries did together.
	const meter = new Meter();
	try {
		const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work), { meter, dataDatabaseId: database });
		const caller = localSystemCaller(env, databases, database);
		const { movedTenant, followUps } = await attemptDeliveries(nudge, caller, writer);
		if (movedTenant) await forwardMessage(env.WEBHOOKS, nudge, movedTenant, writer);
		for (const [id, permit] of taken) if (!followUps.has(id)) permit();
		await Promise.all(
			nudge.deliveries.map(async (delivery) => {
				try {
					const next = await followUps.get(delivery.delivery_id);
					taken.get(delivery.delivery_id)?.();
					if (next) await follow({ ...nudge, deliveries: [delivery] }, delivery, next, { env, caller, writer, meter });
				} catch (error) {
					log.error("fault", { delivery_id: delivery.delivery_id, message: safeMessage(error) });
				}
			}),
		);
	} catch (error) {
		for (const { delivery_id } of nudge.deliveries) log.error("fault", { delivery_id, message: safeMessage(error) });
	} finally {
		for (const permit of taken.values()) permit();
	}
}

interface Follow {
	env: Env;
	caller: LocalCaller;
	writer: Writer;
	meter: Meter;
}

/** Sending the mails may take long. */
async function follow(
	{ database, tenant_id, deliveries }: Nudge,
	{ delivery_id }: NudgedDelivery,
	next: FollowUp,
	{ env, caller, writer, meter }: Follow,
): Promise<void> {
	if (next.attempt) logAttempt(delivery_id, caller.requestId, next.attempt, meter.take());
	if (next.nudgeAt !== null)
		await sendNudgeAt(env.WEBHOOKS, { database, tenant_id, deliveries }, next.nudgeAt, clock.now());
	if (next.wroteMail && next.attempt) await sendUrgentMails(env, caller, writer, next.attempt.tenantId);
}

/** Each attempt has exactly one log line, this one. */
function logAttempt(deliveryId: string, requestId: string, made: AttemptSummary, db: Meter): void {
	log.info("attempt", {
		request_id: requestId,
		tenant_id: made.tenantId,
		delivery_id: deliveryId,
		event_type: made.eventType,
		attempt: made.attempt,
		status: made.status,
		outcome: made.outcome,
		duration_ms: made.durationMs,
		db_ms: Math.round(db.ms),
		db_trips: db.trips,
		rows_read: db.rowsRead,
		rows_written: db.rowsWritten,
	});
}
