import { type Nudge, sendNudgesAgain } from "../../../platform/commit/after/queue-messages.ts";
import { execute } from "../../../platform/commit/execute.ts";
import { localSystemCaller } from "../../../platform/commit/system-caller.ts";
import { openWriter } from "../../../platform/commit/writer.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import type { Env } from "../../../platform/env.ts";
import { log } from "../../../platform/log.ts";
import { clocksAt } from "../dispatch/clocks.ts";
import { leaveToNextEnd } from "../dispatch/dispatch-waiting.ts";
import { places } from "./places.ts";

type Start = (nudge: Nudge, place: () => void) => void;

/**
 * Puts off nudges whose tenants or hosts have their share of the places. If an attempt is under way at the endpoint, its
 * end dispatches the delivery. Otherwise the nudge waits here for a moment, and then the queue brings it again.
 */
export async function putOff(nudges: Nudge[], start: Start, env: Env, ctx: ExecutionContext): Promise<void> {
	const byDatabase = Map.groupBy(nudges, ({ database }) => database);
	await Promise.all(
		[...byDatabase].map(async ([database, some]) => {
			try {
				await sendNudgesAgain(env.WEBHOOKS, await startSoon(await withoutEnd(database, some, env, ctx), start));
			} catch (error) {
				log.error("fault", { message: safeMessage(error) });
			}
		}),
	);
}

/** Leaves the nudges to the ends of attempts, and returns those at whose endpoints no attempt is under way. */
async function withoutEnd(database: string, nudges: Nudge[], env: Env, ctx: ExecutionContext): Promise<Nudge[]> {
	const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work), { dataDatabaseId: database });
	const caller = localSystemCaller(env, databases, database);
	const ids = nudges.map(({ delivery_id }) => delivery_id);
	const { result: left } = await execute(writer, caller, () => leaveToNextEnd(ids, clocksAt(caller.now)));
	return nudges.filter(({ delivery_id }) => !left.has(delivery_id));
}

/** In a burst of nudges a place is free again as soon as the database has refused those without room. */
const waitsMs = [100, 200, 400];

/** Starts the nudges for which a place is free soon, and returns the others. */
async function startSoon(nudges: Nudge[], start: Start): Promise<Nudge[]> {
	let left = nudges;
	for (const ms of waitsMs) {
		if (left.length === 0) break;
		await scheduler.wait(ms);
		left = left.filter((nudge) => {
			const place = places.take(nudge, Date.now());
			if (typeof place === "function") start(nudge, place);
			return typeof place !== "function";
		});
	}
	return left;
}
