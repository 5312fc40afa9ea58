import { forwardMessage } from "../../../platform/commit/after/forward-message.ts";
import { localSystemCaller } from "../../../platform/commit/system-caller.ts";
import { openWriter } from "../../../platform/commit/writer.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import type { Env } from "../../../platform/env.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { log } from "../../../platform/log.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import type { CalendarNudge } from "./due.ts";
import { leaseMs, refreshCalendar } from "./refresh.ts";

type WaitUntil = Pick<ExecutionContext, "waitUntil">;

export const calendarQueue = "calendars";

/** Most calendars are read in this time. A batch waits no longer for the slow ones, so that they delay no others. */
const patienceMs = 2 * secondMs;
/** With more calendars under way in this isolate, a batch does wait, and the queue holds back the next batches. */
const maxUnderWay = 24;
const pollEveryMs = 100;

/** The calendars that this isolate reads. If an invocation dies, nobody removes its entries, so that they expire. */
const underWay = new Set<{ until: number }>();

function isCrowded(): boolean {
	const now = Date.now();
	for (const entry of underWay) if (entry.until <= now) underWay.delete(entry);
	return underWay.size > maxUnderWay;
}

/** Each calendar is saved as soon as it is read. */
export async function consumeCalendars(batch: MessageBatch<CalendarNudge>, env: Env, ctx: WaitUntil): Promise<void> {
	let ended = false;
	const all = Promise.all(batch.messages.map(({ body }) => readCounted(body, env, ctx))).then(() => {
		ended = true;
	});
	ctx.waitUntil(all);
	const patient = Date.now() + patienceMs;
	// Polls, because an invocation cannot wait for a promise of another one.
	while (!ended && (Date.now() < patient || isCrowded())) await Promise.race([all, scheduler.wait(pollEveryMs)]);
}

async function readCounted(nudge: CalendarNudge, env: Env, ctx: WaitUntil): Promise<void> {
	const entry = { until: Date.now() + leaseMs };
	underWay.add(entry);
	try {
		await refreshFromMessage(nudge, env, ctx);
	} finally {
		underWay.delete(entry);
	}
}

async function refreshFromMessage(nudge: CalendarNudge, env: Env, ctx: WaitUntil): Promise<void> {
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
