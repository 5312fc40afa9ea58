import { catchUpDue } from "./commit/effects-due.ts";
import { forgetLapsedAnswers } from "./commit/idempotency.ts";
import { inSteps } from "./commit/in-steps.ts";
import { sendInBatches, sendMoves } from "./commit/nudge.ts";
import { forgetAnswersElsewhere } from "./commit/operator-keys.ts";
import { openWriter } from "./commit/writer.ts";
import type { Env } from "./env.ts";
import { clock } from "./lib/clock.ts";
import { secondMs } from "./lib/time.ts";
import type { WorkDue } from "./local-work.ts";
import { sendDueMails } from "./mail/outbox.ts";
import { waitingMoves } from "./moves/record.ts";
import { forgetOldGrants } from "./oauth/retention.ts";
import { announceTrials } from "./operator/tenants/trials.ts";
import { forgetLapsedResets } from "./people/reset.ts";
import { settleAddresses } from "./resources/artists/addresses.ts";
import { runSteps, safely } from "./scheduled-steps.ts";
import { forgetLapsedSessions } from "./sign-in/sessions.ts";
import { systemCaller } from "./system-caller.ts";

/** Does the work that is due in the control database, and has each data database do its own (local-work.ts). */
export async function runScheduledWork(env: Env, ctx: Pick<ExecutionContext, "waitUntil">): Promise<void> {
	const { databases, writer } = openWriter(env, (work) => ctx.waitUntil(work));
	const caller = systemCaller(env, databases);
	const { now } = caller;
	const due = databases.ids().map((database): WorkDue => ({ database, sent_at: clock.now() }));
	await safely("schedule", () => sendInBatches(env.SCHEDULE, due));
	const inTurn = { control: true as const, caller, writer };
	await runSteps(inTurn, {
		effects: () => catchUpDue(writer, now),
		mails: () => sendDueMails(env, caller, writer, "control"),
		moves: async () => sendMoves(env.SCHEDULE, await waitingMoves(caller.control)),
		trials: () => announceTrials(caller, writer),
		addresses: () => settleAddresses(caller, writer),
		idempotency: async () => {
			await inSteps(writer, caller, 5 * secondMs, () => ({ ...forgetLapsedAnswers(now), control: true }));
			await inSteps(writer, caller, 5 * secondMs, () => forgetAnswersElsewhere(now));
		},
		sessions: () => inSteps(writer, caller, 5 * secondMs, () => forgetLapsedSessions(now)),
		resets: () => inSteps(writer, caller, 5 * secondMs, () => forgetLapsedResets(now)),
		oauth: async () => {
			for (const step of forgetOldGrants(now)) await inSteps(writer, caller, 5 * secondMs, () => step);
		},
	});
}
