import { nudgeDueCalendars } from "./calendars/nudge-due.ts";
import { forgetOldEntries } from "./commit/audit.ts";
import { countStoredBytes } from "./commit/count-stored-bytes.ts";
import { forgetLapsedAnswers } from "./commit/idempotency.ts";
import { inSteps } from "./commit/in-steps.ts";
import type { MoveDue } from "./commit/nudge.ts";
import { openWriter } from "./commit/writer.ts";
import type { Env } from "./env.ts";
import { clock } from "./lib/clock.ts";
import { minuteMs, secondMs } from "./lib/time.ts";
import { sendDueMails } from "./mail/outbox.ts";
import { finishSwitch } from "./moves/finish.ts";
import { removeDeparted } from "./moves/removal.ts";
import { workOnMove } from "./moves/work.ts";
import { noteSize } from "./operator/databases/sizes.ts";
import { remindDue } from "./resources/bookings/reminders.ts";
import { forgetLapsedHolds } from "./resources/holds/operations.ts";
import { runSteps, safely } from "./scheduled-steps.ts";
import { localSystemCaller } from "./system-caller.ts";
import { purgeDeleted } from "./webhooks/deletion.ts";
import { continueWork } from "./webhooks/endpoint-work.ts";
import { forgetOldDeliveries, forgetOldEvents } from "./webhooks/retention.ts";
import { sweepAll } from "./webhooks/sweep-all.ts";

export const scheduleQueue = "scheduled-work";

/** A message for each data database. One that is slow or away holds up no other. */
export interface WorkDue {
	database: string;
	sent_at: number;
}

type Waiting = Pick<ExecutionContext, "waitUntil">;

/** A message that waited longer was overtaken by the next ones. */
const staleMs = minuteMs;

/** Takes each message by itself. There is one in a batch. */
export async function consumeSchedule(batch: MessageBatch<WorkDue | MoveDue>, env: Env, ctx: Waiting): Promise<void> {
	for (const { body } of batch.messages) {
		if ("move" in body) await safely("move", () => runMove(env, ctx, body.move));
		else if (clock.now() - body.sent_at < staleMs) await runLocalWork(env, ctx, body.database);
	}
}

/** The next message goes on with it. */
const moveMs = 20 * secondMs;

/** Goes on with a tenant's move. One that has departed and was left between two databases serves again first. */
async function runMove(env: Env, ctx: Waiting, tenantId: string): Promise<void> {
	const { writer } = openWriter(env, (work) => ctx.waitUntil(work));
	await finishSwitch(writer, tenantId);
	const move = await workOnMove(writer, tenantId, moveMs);
	const isOurs = move && move.finishedAt === null && move.claimedUntil <= Date.now();
	if (isOurs) await env.SCHEDULE.send({ move: tenantId } satisfies MoveDue, { delaySeconds: 1 });
}

/** Does the work that is due in one data database. Each step is bounded, and the next run continues it. */
export async function runLocalWork(env: Env, ctx: Waiting, database: string): Promise<void> {
	const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work), { home: database });
	const caller = localSystemCaller(env, databases, database);
	const size = await runSteps(
		{ caller, writer, database },
		{
			sweep: () => sweepAll(caller, writer),
			endpoints: async () => {
				await continueWork(caller, writer);
				await purgeDeleted(caller, writer);
			},
			reminders: () => inSteps(writer, caller, 5 * secondMs, () => remindDue(caller.now)),
			holds: () => inSteps(writer, caller, 5 * secondMs, () => forgetLapsedHolds(caller.now)),
			mails: () => sendDueMails(env, caller, writer, "data"),
			idempotency: () => inSteps(writer, caller, 5 * secondMs, () => forgetLapsedAnswers(caller.now)),
			deliveries: () => forgetOldDeliveries(caller, writer),
			events: () => forgetOldEvents(caller, writer),
			stored_bytes: () => countStoredBytes(caller, writer),
			audit_log: () => inSteps(writer, caller, 5 * secondMs, () => forgetOldEntries(caller.now)),
			departed: () => removeDeparted({ ...writer, home: databases.data(database) }, caller.now, 10 * secondMs),
			calendars: () => nudgeDueCalendars(env.CALENDARS, caller, writer, database),
		},
	);
	await safely("sizes", () => noteSize(caller, writer, database, size), database);
}
