import { forwardMessage } from "../../../platform/commit/after/forward-message.ts";
import {
	type FanOutNudge,
	type Nudge,
	type ReceiverRef,
	sendNudgeAt,
} from "../../../platform/commit/after/queue-messages.ts";
import { localSystemCaller } from "../../../platform/commit/system-caller.ts";
import { openWriter, type Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import type { Env } from "../../../platform/env.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { Meter } from "../../../platform/lib/meter.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { log } from "../../../platform/log.ts";
import { sendUrgentMails } from "../../mail/outbox.ts";
import { attemptFanOut } from "../fan-outs/attempt.ts";
import { type AttemptSummary, attemptDelivery, type FollowUp } from "./attempt.ts";
import { places } from "./places.ts";
import { putOff } from "./put-off.ts";

/**
 * Starts an attempt for each nudge and returns before the attempts end. This acknowledges the batch, so that the
 * next batch does not wait for the slowest receiver of this one. The sweep finds deliveries whose attempt or nudge is lost.
 *
 * A nudge whose tenant or host has its share of this isolate's places is put off. While all places are taken, the batch
 * waits, and the queue holds back the next batches. A batch has one message: a delivery, or a fan-out.
 */
export async function consumeNudges(
	batch: MessageBatch<Nudge | FanOutNudge>,
	env: Env,
	ctx: ExecutionContext,
): Promise<void> {
	const withoutPlace: Nudge[] = [];
	const start = (nudge: Nudge, place: () => void) => ctx.waitUntil(handleNudge(nudge, env, ctx, place).finally(place));
	for (const { body } of batch.messages) {
		if ("fan_out_id" in body) {
			await startFanOut(body, env, ctx);
			continue;
		}
		const place = await placeFor(body);
		if (place === "share taken") withoutPlace.push(body);
		// If all places stay taken, the sweep nudges the delivery again.
		else if (place !== "all taken") start(body, place);
	}
	if (withoutPlace.length > 0) ctx.waitUntil(putOff(withoutPlace, start, env, ctx));
}

type Place = () => void;

/**
 * Starts the attempts of a fan-out. While some of its receivers have no place, all of them wait for a moment, outside of
 * the batch: most attempts take less, and a delivery that is attempted by itself writes as many rows as ten together.
 */
async function startFanOut(nudge: FanOutNudge, env: Env, ctx: ExecutionContext): Promise<void> {
	const taken = new Map<string, Place>();
	for (const receiver of nudge.receivers) {
		const place = await placeFor({ tenant_id: nudge.tenant_id, ...receiver });
		if (typeof place === "function") taken.set(receiver.endpoint_id, place);
		// If all places stay taken, the sweep nudges the deliveries again.
		else if (place === "all taken" && taken.size === 0) return;
	}
	if (taken.size === nudge.receivers.length) ctx.waitUntil(handleFanOut(nudge, env, ctx, taken));
	else {
		giveBack(taken);
		ctx.waitUntil(placesSoon(nudge).then((soon) => handleFanOut(nudge, env, ctx, soon)));
	}
}

/** Together they are much shorter than the time within which a nudge must arrive (`queuedMs`). */
const waitsForPlacesMs = [25, 50, 100, 200];

/** Waits until each receiver of a fan-out gets a place. After the last wait it takes those that are free. */
async function placesSoon({ tenant_id, receivers }: FanOutNudge): Promise<ReadonlyMap<string, Place>> {
	let taken = new Map<string, Place>();
	for (const [n, ms] of waitsForPlacesMs.entries()) {
		const isLast = n === waitsForPlacesMs.length - 1;
		giveBack(taken);
		await scheduler.wait(ms);
		taken = new Map();
		for (const receiver of receivers) {
			const place = places.take({ tenant_id, ...receiver }, Date.now());
			if (typeof place === "function") taken.set(receiver.endpoint_id, place);
			else if (!isLast) break;
		}
		if (taken.size === receivers.length) break;
	}
	return taken;
}

function giveBack(taken: ReadonlyMap<string, Place>): void {
	for (const place of taken.values()) place();
}

async function handleFanOut(
	nudge: FanOutNudge,
	env: Env,
	ctx: ExecutionContext,
	taken: ReadonlyMap<string, Place>,
): Promise<void> {
	const { database, tenant_id, fan_out_id } = nudge;
	// The first line of the log has the cost of what the deliveries did together.
	const meter = new Meter();
	try {
		const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work), { meter, dataDatabaseId: database });
		const caller = localSystemCaller(env, databases, database);
		const { movedTenant, followUps } = await attemptFanOut(nudge, [...taken.keys()], caller, writer);
		if (movedTenant) await forwardMessage(env.WEBHOOKS, nudge, movedTenant, writer);
		const started = new Set(followUps.map(({ endpointId }) => endpointId));
		for (const [endpointId, place] of taken) if (!started.has(endpointId)) place();
		await Promise.all(
			followUps.map(async ({ endpointId, done }) => {
				try {
					const { deliveryId, host, ...next } = await done;
					const release = taken.get(endpointId) ?? (() => {});
					const receiver = { tenant_id, endpoint_id: endpointId, host };
					await follow(deliveryId, receiver, next, { env, caller, writer, database, meter: meter.take(), release });
				} catch (error) {
					log.error("fault", { delivery_id: fan_out_id, message: safeMessage(error) });
				}
			}),
		);
	} catch (error) {
		log.error("fault", { delivery_id: fan_out_id, message: safeMessage(error) });
	} finally {
		giveBack(taken);
	}
}

const pollEveryMs = 100;
/** Longer than an attempt lasts. */
const longestWaitMs = 30 * secondMs;

/** Polls, because an invocation cannot wait for a promise of another one. */
async function placeFor(nudge: ReceiverRef & { tenant_id: string }): Promise<ReturnType<typeof places.take>> {
	const until = Date.now() + longestWaitMs;
	for (;;) {
		const place = places.take(nudge, Date.now());
		if (place !== "all taken" || Date.now() >= until) return place;
		await scheduler.wait(pollEveryMs);
	}
}

async function handleNudge(nudge: Nudge, env: Env, ctx: ExecutionContext, release: () => void): Promise<void> {
	const { database, delivery_id, tenant_id, endpoint_id, host } = nudge;
	const meter = new Meter();
	try {
		const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work), { meter, dataDatabaseId: database });
		const caller = localSystemCaller(env, databases, database);
		const next = await attemptDelivery(delivery_id, caller, writer);
		await follow(delivery_id, { tenant_id, endpoint_id, host }, next, {
			env,
			caller,
			writer,
			database,
			meter,
			release,
		});
		if (next.movedTenant) await forwardMessage(env.WEBHOOKS, nudge, next.movedTenant, writer);
	} catch (error) {
		log.error("fault", { delivery_id, message: safeMessage(error) });
	}
}

interface Follow {
	env: Env;
	caller: LocalCaller;
	writer: Writer;
	database: string;
	meter: Meter;
	release: Place;
}

/** Ends an attempt: gives its place back, logs it, and sends its next nudge and its mail. */
async function follow(
	delivery_id: string,
	receiver: ReceiverRef & { tenant_id: string },
	next: FollowUp,
	{ env, caller, writer, database, meter, release }: Follow,
): Promise<void> {
	// Sending the mails may take long, but needs little memory.
	release();
	if (next.attempt) logAttempt(delivery_id, caller.requestId, next.attempt, meter);
	if (next.nudgeAt !== null)
		await sendNudgeAt(env.WEBHOOKS, { database, delivery_id, ...receiver }, next.nudgeAt, clock.now());
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
