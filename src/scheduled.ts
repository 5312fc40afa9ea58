import { refreshDueCalendars } from "./calendars/refresh.ts";
import { type Change, commit } from "./commit/commit.ts";
import { forgetLapsedRecords } from "./commit/idempotency.ts";
import { systemCaller } from "./context.ts";
import { openDatabase } from "./db/database.ts";
import { safeMessage } from "./db/errors.ts";
import type { Env } from "./env.ts";
import { sendDueMails } from "./mail/outbox.ts";
import { forgetOldGrants } from "./oauth/retention.ts";
import { announceEndingTrials } from "./operator/tenants/trials.ts";
import { forgetLapsedSessions } from "./sign-in/sessions.ts";
import { forgetOldDeliveries, forgetOldEvents } from "./webhooks/retention.ts";
import { sweep, sweptPerRun } from "./webhooks/sweep.ts";

/** A backlog is worked off over several runs rather than in one that never ends. */
const maxSweeps = 20;

/** What falls due by itself. Every step is bounded, and taken up at the next run where it was cut off. */
export async function runScheduledWork(env: Env, ctx: Pick<ExecutionContext, "waitUntil">): Promise<void> {
	const { db, writer } = openDatabase(env, (work) => ctx.waitUntil(work));
	const caller = systemCaller(env, db);
	const done = (change: Change) => commit(writer, caller, change);
	const steps: Record<string, () => Promise<unknown>> = {
		sweep: async () => {
			for (let n = 0; n < maxSweeps; n++) {
				const [swept] = await done(sweep(caller.now));
				if ((swept?.results.length ?? 0) < sweptPerRun) break;
			}
		},
		mails: () => sendDueMails(env, caller, writer),
		trials: async () => {
			for (const change of await announceEndingTrials(caller)) await done(change).catch(report("trial"));
		},
		idempotency: () => done(forgetLapsedRecords(caller.now)),
		deliveries: () => done(forgetOldDeliveries(caller.now)),
		events: () => done(forgetOldEvents(caller.now)),
		sessions: () => done(forgetLapsedSessions(caller.now)),
		oauth: async () => {
			for (const change of forgetOldGrants(caller.now)) await done(change);
		},
		calendars: () => refreshDueCalendars(caller, writer),
	};
	for (const [name, step] of Object.entries(steps)) {
		// One step that fails keeps none of the others from being taken.
		await step().catch(report(name));
	}
}

const report = (step: string) => (error: unknown) =>
	console.error(JSON.stringify({ level: "error", step, error: safeMessage(error) }));
