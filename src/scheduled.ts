import { nudgeDueCalendars } from "./calendars/nudge-due.ts";
import { forgetOldEntries } from "./commit/audit.ts";
import type { AnyChange } from "./commit/change.ts";
import { countStoredBytes } from "./commit/count-stored-bytes.ts";
import { execute } from "./commit/execute.ts";
import { forgetLapsedAnswers } from "./commit/idempotency.ts";
import { inSteps } from "./commit/in-steps.ts";
import { insert, type Write } from "./commit/write.ts";
import { openWriter } from "./commit/writer.ts";
import { safeMessage } from "./db/errors.ts";
import { scheduledSteps } from "./db/tables/service/scheduled-steps.ts";
import type { Env } from "./env.ts";
import { clock } from "./lib/clock.ts";
import { secondMs } from "./lib/time.ts";
import { log } from "./log.ts";
import { sendDueMails } from "./mail/outbox.ts";
import { forgetOldGrants } from "./oauth/retention.ts";
import { announceEndingTrials } from "./operator/tenants/trials.ts";
import { forgetLapsedResets } from "./people/reset.ts";
import { forgetLapsedSessions } from "./sign-in/sessions.ts";
import { systemCaller } from "./system-caller.ts";
import { purgeDeleted } from "./webhooks/deletion.ts";
import { continueWork } from "./webhooks/endpoint-work.ts";
import { forgetOldDeliveries, forgetOldEvents } from "./webhooks/retention.ts";
import { sweepAll } from "./webhooks/sweep-all.ts";

/** Does the work that is due at this time. Each step is bounded, and the next run continues it. */
export async function runScheduledWork(env: Env, ctx: Pick<ExecutionContext, "waitUntil">): Promise<void> {
	const { db, writer } = openWriter(env, (work) => ctx.waitUntil(work));
	const caller = systemCaller(env, db);
	const make = <T>(change: AnyChange<T>) => execute(writer, caller, () => change);
	const steps: Record<string, () => Promise<unknown>> = {
		sweep: () => sweepAll(caller, writer),
		endpoints: async () => {
			await continueWork(caller, writer);
			await purgeDeleted(caller, writer);
		},
		mails: () => sendDueMails(env, caller, writer),
		trials: async () => {
			for (const change of await announceEndingTrials(caller)) await make(change).catch(report("trial"));
		},
		idempotency: () => inSteps(writer, caller, 5 * secondMs, () => forgetLapsedAnswers(caller.now)),
		deliveries: () => forgetOldDeliveries(caller, writer),
		events: () => forgetOldEvents(caller, writer),
		stored_bytes: () => countStoredBytes(caller, writer),
		audit_log: () => inSteps(writer, caller, 5 * secondMs, () => forgetOldEntries(caller.now)),
		sessions: () => inSteps(writer, caller, 5 * secondMs, () => forgetLapsedSessions(caller.now)),
		resets: () => inSteps(writer, caller, 5 * secondMs, () => forgetLapsedResets(caller.now)),
		oauth: async () => {
			for (const step of forgetOldGrants(caller.now)) await inSteps(writer, caller, 5 * secondMs, () => step);
		},
		calendars: () => nudgeDueCalendars(env.CALENDARS, caller, writer),
	};
	const taken: StepTaken[] = [];
	for (const [name, step] of Object.entries(steps)) {
		// When a step fails, the others still run.
		const error = await step().then(() => null, report(name));
		taken.push({ step: name, finishedAt: clock.now(), error });
	}
	await make({ result: null, writes: taken.map(noted) }).catch(report("health"));
}

type StepTaken = typeof scheduledSteps.$inferInsert;

/** GET /admin/health shows this (contract: Observability 4). */
const noted = (taken: StepTaken): Write =>
	insert(scheduledSteps).values(taken).onConflictDoUpdate({ target: scheduledSteps.step, set: taken });

const report =
	(step: string) =>
	(error: unknown): string => {
		const message = safeMessage(error);
		log.error("step", { step, message });
		return message;
	};
