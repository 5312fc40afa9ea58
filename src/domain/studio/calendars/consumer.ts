import { forwardMessage } from "../../../platform/commit/after/forward-message.ts";
import { localSystemCaller } from "../../../platform/commit/system-caller.ts";
import { openWriter } from "../../../platform/commit/writer.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import type { Env } from "../../../platform/env.ts";
import { log } from "../../../platform/log.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import type { CalendarNudge } from "./due.ts";
import { refreshCalendar } from "./refresh.ts";

export const calendarQueue = "calendars";

/** Reads the calendars of a batch. The batch ends with the last one, so that the queue limits how many run at once. */
export async function consumeCalendars(
	batch: MessageBatch<CalendarNudge>,
	env: Env,
	ctx: Pick<ExecutionContext, "waitUntil">,
): Promise<void> {
	await Promise.all(batch.messages.map(({ body }) => refreshFromMessage(body, env, ctx)));
}

async function refreshFromMessage(
	nudge: CalendarNudge,
	env: Env,
	ctx: Pick<ExecutionContext, "waitUntil">,
): Promise<void> {
	const { database, tenant_id, artist_id } = nudge;
	try {
		const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work), { dataDatabaseId: database });
		try {
			await refreshCalendar(localSystemCaller(env, databases, database), writer, nudge);
		} catch (error) {
			// The calendar was replaced meanwhile, and the new one was fetched when it was set.
			if (error instanceof Problem && error.code === "conflict") return;
			if (!(error instanceof Problem && error.code === "service_unavailable")) throw error;
			await forwardMessage(env.CALENDARS, nudge, tenant_id, writer);
		}
	} catch (error) {
		log.error("fault", { tenant_id, message: `The calendar of ${artist_id} was not read: ${safeMessage(error)}` });
	}
}
