import { consumeNudges } from "./domain/events/attempts/consumer.ts";
import { calendarQueue, consumeCalendars } from "./domain/studio/calendars/consumer.ts";
import type { CalendarNudge } from "./domain/studio/calendars/due.ts";
import { app } from "./entry/app.ts";
import { runScheduledWork } from "./entry/schedule/control.ts";
import { consumeSchedule, scheduleQueue, type WorkDue } from "./entry/schedule/data.ts";
import { consumeJobs, jobQueue } from "./entry/schedule/jobs.ts";
import type { Env } from "./platform/env.ts";
import type { JobsMessage, MoveMessage, Nudge } from "./platform/events/nudges.ts";
import { sendAgain } from "./web/docs/sending/sent-answers.ts";

export { Publisher } from "./entry/publisher.ts";
export { Counters } from "./platform/gate/counters/counters.ts";
export { Gate } from "./platform/gate/object/gate.ts";
export { VersionRelay } from "./platform/gate/object/version-relay.ts";
export { PreviewKeeper } from "./platform/gate/previews/preview-keeper.ts";
export { RequestKeeper } from "./platform/gate/requests/request-keeper.ts";

/** An installation may begin the names of its queues with its own. */
const isQueue = (queue: string, name: string): boolean => queue === name || queue.endsWith(`-${name}`);

export default {
	fetch: (request: Request, env: Env, ctx: ExecutionContext) => sendAgain(request, env) ?? app.fetch(request, env, ctx),
	queue: (batch, env, ctx) => {
		if (isQueue(batch.queue, calendarQueue)) return consumeCalendars(batch as MessageBatch<CalendarNudge>, env, ctx);
		if (isQueue(batch.queue, scheduleQueue)) return consumeSchedule(batch as MessageBatch<WorkDue>, env, ctx);
		if (isQueue(batch.queue, jobQueue)) return consumeJobs(batch as MessageBatch<MoveMessage | JobsMessage>, env, ctx);
		return consumeNudges(batch as MessageBatch<Nudge>, env, ctx);
	},
	scheduled: (_, env, ctx) => runScheduledWork(env, ctx),
} satisfies ExportedHandler<Env, Nudge | CalendarNudge | WorkDue | MoveMessage | JobsMessage>;
