import { execute } from "../../../platform/commit/execute.ts";
import { localSystemCaller } from "../../../platform/commit/system-caller.ts";
import { openWriter } from "../../../platform/commit/writer.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import type { Env } from "../../../platform/env.ts";
import { type Nudge, type NudgedDelivery, sendNudgeAgain } from "../../../platform/events/nudges.ts";
import { log } from "../../../platform/log.ts";
import { clocksAt } from "../dispatch/clocks.ts";
import { leaveToNextEnd } from "../dispatch/dispatch-waiting.ts";
import { type Permit, permits } from "./permits.ts";

/** Starts the attempts of a nudge, each of which has a permit. */
export type Start = (nudge: Nudge, taken: ReadonlyMap<string, Permit>) => void;

/**
 * Deliveries without a permit wait here for a moment, because most attempts take less. If an attempt is then under way
 * at the endpoint of a delivery, its end dispatches the delivery. The queue brings the others again.
 */
export async function putOff(nudge: Nudge, start: Start, env: Env, ctx: ExecutionContext): Promise<void> {
	try {
		const waiting = await startSoon(nudge, start);
		const deliveries = waiting.length > 0 ? await withoutEnd({ ...nudge, deliveries: waiting }, env, ctx) : [];
		if (deliveries.length > 0) await sendNudgeAgain(env.WEBHOOKS, { ...nudge, deliveries });
	} catch (error) {
		log.error("fault", { message: safeMessage(error) });
	}
}

/** Together they are much shorter than the time within which a nudge must arrive (`queuedMs`). */
const waitsMs = [25, 50, 100, 200, 400];

async function startSoon(nudge: Nudge, start: Start): Promise<NudgedDelivery[]> {
	let left = nudge.deliveries;
	for (const ms of waitsMs) {
		if (left.length === 0) break;
		await scheduler.wait(ms);
		const { taken, without } = takePermits({ ...nudge, deliveries: left });
		if (taken.size > 0) start(nudge, taken);
		left = without;
	}
	return left;
}

/** Takes a permit for each delivery of a nudge that gets one. */
export function takePermits({ tenant_id, deliveries }: Nudge): {
	taken: Map<string, Permit>;
	without: NudgedDelivery[];
} {
	const taken = new Map<string, Permit>();
	const without: NudgedDelivery[] = [];
	for (const delivery of deliveries) {
		const permit = permits.take({ tenant_id, ...delivery }, Date.now());
		if (permit) taken.set(delivery.delivery_id, permit);
		else without.push(delivery);
	}
	return { taken, without };
}

/** Returns the deliveries at whose endpoints no attempt is under way. The ends of attempts dispatch the others. */
async function withoutEnd(
	{ database, tenant_id, deliveries }: Nudge,
	env: Env,
	ctx: ExecutionContext,
): Promise<NudgedDelivery[]> {
	const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work), { dataDatabaseId: database });
	const caller = localSystemCaller(env, databases, database);
	const { result: left } = await execute(writer, caller, () =>
		leaveToNextEnd(tenant_id, deliveries, clocksAt(caller.now)),
	);
	return deliveries.filter(({ delivery_id }) => !left.has(delivery_id));
}
