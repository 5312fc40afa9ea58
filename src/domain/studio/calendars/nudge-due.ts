import { execute } from "../../../platform/commit/execute.ts";
import { resumableScan } from "../../../platform/commit/in-bulk/resumable-scan.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import { log } from "../../../platform/log.ts";
import { type CalendarNudge, clearQueued, findDueCalendars } from "./due.ts";

/** Cloudflare Queues takes at most 100 messages in one call. */
const perCall = 100;

/** The consumer of the queue reads the calendars. */
export const nudgeDueCalendars = (queue: Queue, caller: LocalCaller, writer: Writer, database: string): Promise<void> =>
	resumableScan(caller, writer, {
		step: "calendars",
		scanChunk: (after) => findDueCalendars(caller.now, after),
		afterChunk: async ({ due }) => {
			for (let at = 0; at < due.length; at += perCall) {
				const nudges = due.slice(at, at + perCall).map((calendar) => ({ database, ...calendar }));
				await send(queue, caller, writer, nudges);
			}
		},
	});

async function send(queue: Queue, caller: LocalCaller, writer: Writer, nudges: CalendarNudge[]): Promise<void> {
	try {
		await queue.sendBatch(nudges.map((body) => ({ body })));
	} catch (error) {
		log.warning("fault", { message: `The queue did not take calendars that are due: ${safeMessage(error)}` });
		await execute(writer, caller, () => ({ result: null, writes: [clearQueued(nudges)] }));
	}
}
