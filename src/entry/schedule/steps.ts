import type { AnyChange } from "../../platform/commit/change.ts";
import { execute } from "../../platform/commit/execute.ts";
import { insert, type Write } from "../../platform/commit/write.ts";
import type { Writer } from "../../platform/commit/writer.ts";
import type { Caller } from "../../platform/context.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import { scheduledSteps } from "../../platform/db/tables/both/scheduled-steps.ts";
import { clock } from "../../platform/lib/clock.ts";
import { log } from "../../platform/log.ts";

type StepOutcome = typeof scheduledSteps.$inferInsert;

interface StepContext {
	caller: Caller;
	writer: Writer;
	/** The steps work in the control database. */
	control?: true;
	/** Its data database, for the log. */
	database?: string;
}

/** Runs the steps in turn and notes their results. Resolves to the size of the database, if a result contained it. */
export async function runSteps(
	{ caller, writer, control, database }: StepContext,
	steps: Record<string, () => Promise<unknown>>,
): Promise<number | null> {
	const outcomes: StepOutcome[] = [];
	for (const [name, step] of Object.entries(steps)) {
		// When a step fails, the others still run.
		const error = await safely(name, step, database);
		outcomes.push({ step: name, finishedAt: clock.now(), error });
	}
	const change: AnyChange<number | null> = {
		...(control ? { inControlDatabase: control } : {}),
		resultFrom: (results) => results.at(-1)?.meta.size_after ?? null,
		writes: outcomes.map(saveOutcome),
	};
	try {
		return (await execute(writer, caller, () => change)).result;
	} catch (error) {
		report("health", error, database);
		return null;
	}
}

/** The reason of a failure; null when the step did not fail. */
export const safely = async (name: string, step: () => Promise<unknown>, database?: string): Promise<string | null> =>
	await step().then(
		() => null,
		(error: unknown) => report(name, error, database),
	);

/** GET /admin/health shows this (contract: Observability 4). */
const saveOutcome = ({ step, ...outcome }: StepOutcome): Write =>
	insert(scheduledSteps)
		.values({ step, ...outcome })
		// The key is left out, because setting it would write its entry in the index each time.
		.onConflictDoUpdate({ target: scheduledSteps.step, set: outcome });

function report(step: string, error: unknown, database?: string): string {
	const message = safeMessage(error);
	log.error("step", { step, ...(database === undefined ? {} : { database }), message });
	return message;
}
