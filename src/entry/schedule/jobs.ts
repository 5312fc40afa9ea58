import { stepExport } from "../../domain/exports/step-export.ts";
import { forgetDraft } from "../../domain/imports/draft.ts";
import { stepImport } from "../../domain/imports/step-import.ts";
import { stepUndo } from "../../domain/imports/undo.ts";
import { finishSwitch } from "../../domain/moves/finish.ts";
import { workOnMove } from "../../domain/moves/work-on-move.ts";
import { stepErasure } from "../../domain/personal-data/erasure/step-erasure.ts";
import { localSystemCaller } from "../../platform/commit/system-caller.ts";
import { openWriter, type Writer } from "../../platform/commit/writer.ts";
import type { Env } from "../../platform/env.ts";
import { type JobsMessage, type MoveMessage, sendJobsMessage } from "../../platform/events/nudges.ts";
import { previewsOf, requestsOf } from "../../platform/gate/gates.ts";
import type { StepsOfJobs } from "../../platform/jobs/job.ts";
import { hasDueJobs, runJobs } from "../../platform/jobs/run-jobs.ts";
import { secondMs } from "../../platform/lib/time.ts";
import { endJobsRun, jobsRun, whileClaimed } from "./claim.ts";
import { openRun, type WaitUntil } from "./run.ts";
import { safely } from "./steps.ts";

/** Moves and other long work take many runs one after the other, so they have a queue of their own. */
export const jobQueue = "jobs";

/** People watch their work, so that it goes on soon after a run has died. */
const leaseMs = 10 * secondMs;

/** After this time the next message continues the work. */
const budgetMs = 20 * secondMs;

/** The steps of each kind of long work for a studio. */
export const stepsOfJobs = (env: Env, writer: Writer): StepsOfJobs => ({
	export: stepExport,
	import: stepImport,
	import_draft: forgetDraft,
	import_undo: stepUndo,
	erasure: stepErasure((tenantId) => ({
		forgetRequests: async (texts) => {
			const placement = await writer.databases.placementOf(tenantId);
			if (placement) await requestsOf(env, placement).forgetRequestsWith(texts);
		},
		forgetOperatorKeys: async (keys) => {
			const sql =
				"DELETE FROM answers_elsewhere WHERE tenant_id = ?1 AND (credential_id, key) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2))";
			await writer.transaction(writer.databases.control, [{ sql, params: [tenantId, JSON.stringify(keys)] }]);
		},
		forgetPreviews: async () => {
			const placement = await writer.databases.placementOf(tenantId);
			if (placement) await previewsOf(env, placement).forgetPreviews();
		},
	})),
});

/** A batch has one message. */
export async function consumeJobs(
	batch: MessageBatch<MoveMessage | JobsMessage>,
	env: Env,
	ctx: WaitUntil,
): Promise<void> {
	for (const { body } of batch.messages)
		await ("move" in body
			? safely("move", () => runMove(env, ctx, body.move))
			: safely("jobs", () => runJobsOf(env, ctx, body), body.jobs));
}

/** Continues a tenant's move. A tenant that was left between two databases is served again first. */
async function runMove(env: Env, ctx: WaitUntil, tenantId: string): Promise<void> {
	const { writer } = openWriter(env, (work) => ctx.waitUntil(work));
	await finishSwitch(writer, tenantId);
	const goOn = () => env.JOBS.send({ move: tenantId } satisfies MoveMessage, { delaySeconds: 1 });
	try {
		const move = await workOnMove(writer, tenantId, budgetMs);
		const isOurs = move && move.finishedAt === null && move.leasedUntil <= Date.now();
		if (isOurs) await goOn();
	} catch (error) {
		await goOn();
		throw error;
	}
}

/** Takes steps of the long work in a data database, one run at a time. If the run fails, the next minute begins another. */
async function runJobsOf(bindings: Env, ctx: WaitUntil, { jobs: database, sent_at }: JobsMessage): Promise<void> {
	const { env, databases, writer, budget } = openRun(bindings, ctx, database);
	const store = databases.data(database);
	const caller = localSystemCaller(env, databases, database);
	budget.beginStep(1);
	await whileClaimed(writer, store, { sentAt: sent_at, id: jobsRun, leaseMs }, async (claim) => {
		try {
			await runJobs(caller, writer, stepsOfJobs(env, writer), budgetMs);
		} finally {
			await writer.transaction(store, [endJobsRun(claim)]);
		}
		// A message that came during this run found it at work, so this looks once more.
		if (await hasDueJobs(caller)) await sendJobsMessage(env.JOBS, database);
	});
}
