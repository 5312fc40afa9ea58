import { openWriter } from "../commit/writer.ts";
import { safeMessage } from "../db/errors.ts";
import type { Env } from "../env.ts";
import { log } from "../log.ts";
import { Problem } from "../problems.ts";
import { localSystemCaller } from "../system-caller.ts";
import type { CalendarNudge } from "./due.ts";
import { refreshCalendar } from "./refresh.ts";

export const calendarQueue = "calendars";

/** Reads the calendars of a batch. The batch ends with them, so that the queue starts no more than it may. */
export async function consumeCalendars(
	batch: MessageBatch<CalendarNudge>,
	env: Env,
	ctx: Pick<ExecutionContext, "waitUntil">,
): Promise<void> {
	await Promise.all(batch.messages.map(({ body }) => take(body, env, ctx)));
}

async function take(nudge: CalendarNudge, env: Env, ctx: Pick<ExecutionContext, "waitUntil">): Promise<void> {
	try {
		const home = nudge.database;
		const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work), { home });
		await refreshCalendar(localSystemCaller(env, databases, home), writer, nudge);
	} catch (error) {
		// The calendar was replaced meanwhile, and the new one was fetched when it was set. Or the studio is moving, and the
		// calendar is due in its new database.
		if (error instanceof Problem && (error.code === "conflict" || error.code === "service_unavailable")) return;
		log.error("fault", {
			tenant_id: nudge.tenant_id,
			message: `The calendar of ${nudge.artist_id} was not read: ${safeMessage(error)}`,
		});
	}
}
