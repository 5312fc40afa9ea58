import { consumeNudges } from "./domain/events/attempts/consumer.ts";
import { calendarQueue, consumeCalendars } from "./domain/studio/calendars/consumer.ts";
import type { CalendarNudge } from "./domain/studio/calendars/due.ts";
import { app } from "./entry/app.ts";
import { runScheduledWork } from "./entry/schedule/control.ts";
import { consumeSchedule, scheduleQueue, type WorkDue } from "./entry/schedule/data.ts";
import type { MoveMessage, Nudge } from "./platform/commit/after/queue-messages.ts";
import type { Env } from "./platform/env.ts";

export { Publisher } from "./entry/publisher.ts";
export { Gate } from "./platform/gate/object/gate.ts";

export default {
	fetch: app.fetch,
	queue: (batch, env, ctx) =>
		batch.queue === calendarQueue
			? consumeCalendars(batch as MessageBatch<CalendarNudge>, env, ctx)
			: batch.queue === scheduleQueue
				? consumeSchedule(batch as MessageBatch<WorkDue | MoveMessage>, env, ctx)
				: consumeNudges(batch as MessageBatch<Nudge>, env, ctx),
	scheduled: (_, env, ctx) => runScheduledWork(env, ctx),
} satisfies ExportedHandler<Env, Nudge | CalendarNudge | WorkDue | MoveMessage>;
