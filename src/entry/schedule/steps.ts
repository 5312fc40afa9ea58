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

/** Takes the steps in turn and notes what became of them. Resolves to the size of a data database, if it told it. */
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

/** Why the step failed; null when it did not. */
export const safely = async (name: string, step: () => Promise<unknown>, database?: string): Promise<string | null> =>
	await step().then(
		() => null,
		(error: unknown) => report(name, error, database),
	);

/** GET /admin/health shows this (contract: Observability 4). */
const saveOutcome = ({ step, ...outcome }: StepOutcome): Write =>
	insert(scheduledSteps)
		.values({ step, ...outcome })
		// To set the key as well would write its place in the index each time, too.
		.onConflictDoUpdate({ target: scheduledSteps.step, set: outcome });

function report(step: string, error: unknown, database?: string): string {
	const message = safeMessage(error);
	log.error("step", { step, ...(database === undefined ? {} : { database }), message });
	return message;
}
