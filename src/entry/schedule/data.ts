import { noteSize } from "../../domain/access/databases/sizes.ts";
import { writeDueReminders } from "../../domain/booking/bookings/reminders.ts";
import { deleteExpiredHolds } from "../../domain/booking/holds/operations.ts";
import { sweepAll } from "../../domain/events/dispatch/sweep-all.ts";
import { continueEndpointWork } from "../../domain/events/endpoint-work/continue-endpoint-work.ts";
import { purgeDeletedEndpoints } from "../../domain/events/endpoint-work/delete-endpoint.ts";
import { deleteOldDeliveries, deleteOldEvents } from "../../domain/events/endpoint-work/retention.ts";
import { sendDueMails } from "../../domain/mail/outbox.ts";
import { finishSwitch } from "../../domain/moves/phases/finish.ts";
import { removeDeparted } from "../../domain/moves/remove-departed.ts";
import { workOnMove } from "../../domain/moves/work-on-move.ts";
import { nudgeDueCalendars } from "../../domain/studio/calendars/nudge-due.ts";
import type { MoveMessage } from "../../platform/commit/after/queue-messages.ts";
import { forgetOldEntries } from "../../platform/commit/audit.ts";
import { countStoredBytes } from "../../platform/commit/in-bulk/count-stored-bytes.ts";
import { repeatStep } from "../../platform/commit/in-bulk/repeat-step.ts";
import { forgetLapsedAnswers } from "../../platform/commit/keys/idempotency.ts";
import { localSystemCaller } from "../../platform/commit/system-caller.ts";
import { openWriter } from "../../platform/commit/writer.ts";
import type { Env } from "../../platform/env.ts";
import { clock } from "../../platform/lib/clock.ts";
import { minuteMs, secondMs } from "../../platform/lib/time.ts";
import { runSteps, safely } from "./steps.ts";

export const scheduleQueue = "scheduled-work";

/** Each data database has a message of its own, so that a slow or absent one does not delay the others. */
export interface WorkDue {
	database: string;
	sent_at: number;
}

type WaitUntil = Pick<ExecutionContext, "waitUntil">;

/** An older message is dropped, because the next runs have sent newer ones. */
const staleMs = minuteMs;

/** A batch has one message. */
export async function consumeSchedule(
	batch: MessageBatch<WorkDue | MoveMessage>,
	env: Env,
	ctx: WaitUntil,
): Promise<void> {
	for (const { body } of batch.messages) {
		if ("move" in body) await safely("move", () => runMove(env, ctx, body.move));
		else if (clock.now() - body.sent_at < staleMs) await runLocalWork(env, ctx, body.database);
	}
}

/** After this time the next message continues the move. */
const moveBudgetMs = 20 * secondMs;

/** Continues a tenant's move. A tenant that was left between two databases is served again first. */
async function runMove(env: Env, ctx: WaitUntil, tenantId: string): Promise<void> {
	const { writer } = openWriter(env, (work) => ctx.waitUntil(work));
	await finishSwitch(writer, tenantId);
	const move = await workOnMove(writer, tenantId, moveBudgetMs);
	const isOurs = move && move.finishedAt === null && move.leasedUntil <= Date.now();
	if (isOurs) await env.SCHEDULE.send({ move: tenantId } satisfies MoveMessage, { delaySeconds: 1 });
}

/** Does the work that is due in one data database. Each step is bounded, and the next run continues it. */
export async function runLocalWork(env: Env, ctx: WaitUntil, database: string): Promise<void> {
	const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work), { dataDatabaseId: database });
	const caller = localSystemCaller(env, databases, database);
	const size = await runSteps(
		{ caller, writer, database },
		{
			sweep: () => sweepAll(caller, writer),
			endpoints: async () => {
				await continueEndpointWork(caller, writer);
				await purgeDeletedEndpoints(caller, writer);
			},
			reminders: () => repeatStep(writer, caller, 5 * secondMs, () => writeDueReminders(caller.now)),
			holds: () => repeatStep(writer, caller, 5 * secondMs, () => deleteExpiredHolds(caller.now)),
			mails: () => sendDueMails(env, caller, writer, "data"),
			idempotency: () => repeatStep(writer, caller, 5 * secondMs, () => forgetLapsedAnswers(caller.now)),
			deliveries: () => deleteOldDeliveries(caller, writer),
			events: () => deleteOldEvents(caller, writer),
			stored_bytes: () => countStoredBytes(caller, writer),
			audit_log: () => repeatStep(writer, caller, 5 * secondMs, () => forgetOldEntries(caller.now)),
			departed: () => removeDeparted({ ...writer, dataDatabase: databases.data(database) }, caller.now, 10 * secondMs),
			calendars: () => nudgeDueCalendars(env.CALENDARS, caller, writer, database),
		},
	);
	await safely("sizes", () => noteSize(caller, writer, database, size), database);
}
