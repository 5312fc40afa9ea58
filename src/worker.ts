import { app } from "./app.ts";
import { calendarQueue, consumeCalendars } from "./calendars/consumer.ts";
import type { CalendarNudge } from "./calendars/due.ts";
import type { MoveDue, Nudge } from "./commit/nudge.ts";
import type { Env } from "./env.ts";
import { consumeSchedule, scheduleQueue, type WorkDue } from "./local-work.ts";
import { runScheduledWork } from "./scheduled.ts";
import { consume } from "./webhooks/consumer.ts";

export { Gate } from "./gate/gate.ts";
export { Publisher } from "./publisher.ts";

export default {
	fetch: app.fetch,
	queue: (batch, env, ctx) =>
		batch.queue === calendarQueue
			? consumeCalendars(batch as MessageBatch<CalendarNudge>, env, ctx)
			: batch.queue === scheduleQueue
				? consumeSchedule(batch as MessageBatch<WorkDue | MoveDue>, env, ctx)
				: consume(batch as MessageBatch<Nudge>, env, ctx),
	scheduled: (_, env, ctx) => runScheduledWork(env, ctx),
} satisfies ExportedHandler<Env, Nudge | CalendarNudge | WorkDue | MoveDue>;
