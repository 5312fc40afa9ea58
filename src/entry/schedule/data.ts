import { countStoredBytes } from "../../domain/access/databases/count-stored-bytes.ts";
import { noteSize } from "../../domain/access/databases/sizes.ts";
import { removeTenants } from "../../domain/access/tenants/removal/remove-tenants.ts";
import { writeDueReminders } from "../../domain/booking/bookings/reminders.ts";
import { settleUnpaidDeposits } from "../../domain/booking/deposits/unpaid.ts";
import { deleteExpiredHolds } from "../../domain/booking/holds/operations.ts";
import { sweepAll } from "../../domain/events/dispatch/sweep.ts";
import { continueEndpointWork } from "../../domain/events/endpoint-work/continue-endpoint-work.ts";
import { purgeDeletedEndpoints } from "../../domain/events/endpoint-work/delete-endpoint.ts";
import { deleteOldDeliveries, deleteOldEvents } from "../../domain/events/endpoint-work/retention.ts";
import { forgetExports } from "../../domain/exports/forget-exports.ts";
import { forgetOldImports } from "../../domain/imports/forget-imports.ts";
import { sendDueMails } from "../../domain/mail/outbox/outbox.ts";
import { removeDeparted } from "../../domain/moves/remove-departed.ts";
import { removeObjects } from "../../domain/pictures/remove-objects.ts";
import { nudgeDueCalendars } from "../../domain/studio/calendars/nudge-due.ts";
import { forgetOldEntries } from "../../platform/commit/forget-entries.ts";
import { repeatStep } from "../../platform/commit/in-bulk/repeat-step.ts";
import { forgetLapsedAnswers } from "../../platform/commit/keys/forget-lapsed-answers.ts";
import { localSystemCaller } from "../../platform/commit/system-caller.ts";
import type { Env } from "../../platform/env.ts";
import { sendJobsMessage } from "../../platform/events/nudges.ts";
import { secondMs } from "../../platform/lib/time.ts";
import { whileClaimed } from "./claim.ts";
import { dueInData, findDue, unlessKnown } from "./due.ts";
import { openRun, type WaitUntil } from "./run.ts";
import { runSteps, type Step, safely } from "./steps.ts";

export const scheduleQueue = "scheduled-work";

/** Each data database has a message of its own, so that a slow or absent one does not delay the others. */
export interface WorkDue {
	database: string;
	/** By the clock of the machine. */
	sent_at: number;
	/** The steps that are due because the control database says so. Absent if it did not answer. */
	due?: readonly string[];
}

/** A batch has one message. */
export async function consumeSchedule(batch: MessageBatch<WorkDue>, env: Env, ctx: WaitUntil): Promise<void> {
	for (const { body } of batch.messages) await runLocalWork(env, ctx, body);
}

/** By the clock of the machine, when this isolate last saw a run end because its database did not answer. */
export const lastAway = new Map<string, number>();

/**
 * Does the work that is due in one data database. Each step is bounded, and the next run continues it. Work that callers
 * wait for comes first, and work that only deletes comes last. A run that another one has overtaken does nothing, and so
 * does one that was asked for before its database was last seen away: it would hold up the messages behind it.
 */
export async function runLocalWork(env: Env, ctx: WaitUntil, message: WorkDue): Promise<void> {
	const { database, sent_at, due: dueByControl = unlessKnown } = message;
	if (sent_at < (lastAway.get(database) ?? 0)) return;
	const run = openRun(env, ctx, database);
	const { databases, writer, budget } = run;
	const caller = localSystemCaller(run.env, databases, database);
	const store = databases.data(database);
	const steps: Record<keyof ReturnType<typeof dueInData>, Step> = {
		sweep: () => sweepAll(caller, writer),
		endpoints: async () => {
			await continueEndpointWork(caller, writer);
			await purgeDeletedEndpoints(caller, writer);
		},
		reminders: () => repeatStep(writer, caller, 5 * secondMs, () => writeDueReminders(caller.now)),
		deposits: () => settleUnpaidDeposits(caller, writer),
		mails: () => sendDueMails(run.env, caller, writer, "data"),
		calendars: () => nudgeDueCalendars(run.env.CALENDARS, caller, writer, database),
		jobs: () => sendJobsMessage(run.env.JOBS, database),
		holds: () => repeatStep(writer, caller, 5 * secondMs, () => deleteExpiredHolds(caller.now)),
		idempotency: () => forgetLapsedAnswers(caller.db, writer, caller),
		deliveries: () => deleteOldDeliveries(caller, writer),
		events: () => deleteOldEvents(caller, writer),
		stored_bytes: () => countStoredBytes(caller, writer),
		// Their objects are removed after them.
		exports: () => repeatStep(writer, caller, 5 * secondMs, () => forgetExports(caller.now)),
		pictures: () => removeObjects(caller, writer, 5 * secondMs),
		imports: () => repeatStep(writer, caller, 5 * secondMs, () => forgetOldImports(caller.now)),
		audit_log: () => repeatStep(writer, caller, 5 * secondMs, () => forgetOldEntries(caller.now)),
		deleted_tenants: () => removeTenants({ ...writer, dataDatabase: store }, caller, 10 * secondMs),
		departed: () => removeDeparted({ ...writer, dataDatabase: store }, caller.now, 10 * secondMs),
	};
	const noteSizeSafely = async (size: number | null) => {
		if (size === null) lastAway.set(database, Date.now());
		await safely("sizes", () => noteSize(caller, writer, database, size), database);
	};
	const failure = await safely(
		"claim",
		async () => {
			const found = await findDue(writer, store, dueInData(caller.now), caller.now);
			const due = new Set([...found.due, ...dueByControl]);
			if (due.size === 0) return;
			await whileClaimed(writer, store, { sentAt: sent_at }, async (claim) => {
				await noteSizeSafely(await runSteps({ caller, writer, budget, database, claim, due }, steps));
			});
		},
		database,
	);
	if (failure !== null) await noteSizeSafely(null);
}
