import { forgetOldGrants, revokeGrantOfDeletedApp } from "../../api/oauth/retention.ts";
import { controlId } from "../../domain/access/databases/known.ts";
import { noteSize } from "../../domain/access/databases/sizes.ts";
import { deleteExpiredEmailChanges } from "../../domain/access/people/account/change-email.ts";
import { deleteExpiredResets } from "../../domain/access/people/account/reset-password.ts";
import { forgetLapsedSessions } from "../../domain/access/people/sessions.ts";
import { announceTrials } from "../../domain/access/tenants/trials.ts";
import { sendDueMails } from "../../domain/mail/outbox/outbox.ts";
import { unclaimedMoves } from "../../domain/moves/move-record.ts";
import { settleAddresses } from "../../domain/studio/artists/settle-addresses.ts";
import { tellGatesLeft } from "../../platform/commit/after/tell-gates.ts";
import { catchUpDue } from "../../platform/commit/effects/effects-due.ts";
import { repeatStep } from "../../platform/commit/in-bulk/repeat-step.ts";
import { forgetLapsedAnswersOfOperator } from "../../platform/commit/keys/forget-lapsed-answers.ts";
import { forgetAnswersElsewhere } from "../../platform/commit/keys/operator-keys.ts";
import { systemCaller } from "../../platform/commit/system-caller.ts";
import type { Env } from "../../platform/env.ts";
import { sendInBatches, sendMoveMessages } from "../../platform/events/nudges.ts";
import { minuteMs, secondMs } from "../../platform/lib/time.ts";
import type { WorkDue } from "./data.ts";
import { dueInControl, findDue } from "./due.ts";
import { openRun, type WaitUntil } from "./run.ts";
import { report, runSteps, type Step, safely } from "./steps.ts";

/** Does the due work of the control database, and sends a message for that of each data database (data.ts). */
export async function runScheduledWork(bindings: Env, ctx: WaitUntil): Promise<void> {
	const { env, databases, writer, budget } = openRun(bindings, ctx);
	const caller = systemCaller(env, databases);
	const { now } = caller;
	const found = await findDue(writer, databases.control, dueInControl(now), now).catch((error: unknown) => {
		report("due", error);
		return null;
	});
	const messages = inTurn(databases.ids(), now).map(
		(database): WorkDue => ({
			database,
			sent_at: Date.now(),
			...(found?.elsewhere ? { due: found.elsewhere.get(database) ?? [] } : {}),
		}),
	);
	await safely("schedule", () => sendInBatches(env.SCHEDULE, messages));
	if (!found || found.due.size === 0) return;
	const steps: Record<keyof ReturnType<typeof dueInControl>, Step> = {
		effects: () => catchUpDue(writer, now),
		gates: () => tellGatesLeft(writer, now),
		mails: () => sendDueMails(env, caller, writer, "control"),
		moves: async () => sendMoveMessages(env.JOBS, await unclaimedMoves(caller.control)),
		trials: () => announceTrials(caller, writer),
		addresses: () => settleAddresses(caller, writer),
		idempotency: async () => {
			await forgetLapsedAnswersOfOperator(databases.control.db, writer, caller);
			await repeatStep(writer, caller, 5 * secondMs, () => forgetAnswersElsewhere(now));
		},
		sessions: () => repeatStep(writer, caller, 5 * secondMs, () => forgetLapsedSessions(now)),
		resets: () => repeatStep(writer, caller, 5 * secondMs, () => deleteExpiredResets(now)),
		email_changes: () => repeatStep(writer, caller, 5 * secondMs, () => deleteExpiredEmailChanges(now)),
		oauth: async () => {
			for (const step of forgetOldGrants(now)) await repeatStep(writer, caller, 5 * secondMs, () => step);
			await repeatStep(writer, caller, 5 * secondMs, () => revokeGrantOfDeletedApp(caller));
		},
	};
	const size = await runSteps({ caller, writer, budget, due: found.due }, steps);
	if (size !== null) await safely("sizes", () => noteSize(caller, writer, controlId, size));
}

/** Each minute begins with another database, so that none is always the last one of a queue that is full. */
function inTurn(databases: string[], now: number): string[] {
	const first = Math.floor(now / minuteMs) % Math.max(1, databases.length);
	return [...databases.slice(first), ...databases.slice(0, first)];
}
