import { type Nudge, sendNudgesAgain } from "../../../platform/commit/after/queue-messages.ts";
import { execute } from "../../../platform/commit/execute.ts";
import { localSystemCaller } from "../../../platform/commit/system-caller.ts";
import { openWriter } from "../../../platform/commit/writer.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import type { Env } from "../../../platform/env.ts";
import { log } from "../../../platform/log.ts";
import { clocksAt } from "../dispatch/clocks.ts";
import { leaveToNextEnd } from "../dispatch/dispatch-waiting.ts";

/**
 * Puts off nudges whose tenants or hosts have their share of the places. If an attempt is under way at the endpoint, its
 * end dispatches the delivery. Otherwise the queue brings the nudge again.
 */
export async function putOff(nudges: Nudge[], env: Env, ctx: ExecutionContext): Promise<void> {
	const byDatabase = Map.groupBy(nudges, ({ database }) => database);
	await Promise.all([...byDatabase].map(([database, some]) => putOffIn(database, some, env, ctx)));
}

async function putOffIn(database: string, nudges: Nudge[], env: Env, ctx: ExecutionContext): Promise<void> {
	try {
		const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work), { dataDatabaseId: database });
		const caller = localSystemCaller(env, databases, database);
		const ids = nudges.map(({ delivery_id }) => delivery_id);
		const { result: left } = await execute(writer, caller, () => leaveToNextEnd(ids, clocksAt(caller.now)));
		await sendNudgesAgain(
			env.WEBHOOKS,
			nudges.filter(({ delivery_id }) => !left.has(delivery_id)),
		);
	} catch (error) {
		log.error("fault", { message: safeMessage(error) });
	}
}
