import { sql } from "drizzle-orm";
import type { AnyChange } from "../../platform/commit/change.ts";
import { execute } from "../../platform/commit/execute.ts";
import type { Writer } from "../../platform/commit/writer.ts";
import type { Caller } from "../../platform/context.ts";
import type { Store } from "../../platform/db/database.ts";
import { isOutage, safeMessage } from "../../platform/db/errors.ts";
import { scheduledRuns } from "../../platform/db/tables/both/scheduled-runs.ts";
import { clock } from "../../platform/lib/clock.ts";
import { secondMs } from "../../platform/lib/time.ts";
import { log } from "../../platform/log.ts";
import type { CallBudget } from "./call-budget.ts";
import { answerWithin } from "./run.ts";

export type Step = () => Promise<unknown>;
type Outcomes = Record<string, { finishedAt: number; error: string | null }>;

interface StepContext {
	caller: Caller;
	writer: Writer;
	budget: CallBudget;
	/** The data database in which the steps work. If absent, they work in the control database. */
	database?: string;
	/** The claim of this run, which ends with its notes. The control database has none. */
	claim?: number;
	due: ReadonlySet<string>;
}

/** How many calls a step may make, in comparison with the others. */
const shares: Record<string, number> = { mails: 4 };
const shareOf = (name: string): number => shares[name] ?? 1;

/**
 * Runs the due steps in turn and notes the results of all. When a step fails, the others still run, unless the database does not
 * answer any more. Resolves to the size of the database; null if it did not answer.
 */
export async function runSteps(context: StepContext, steps: Record<string, Step>): Promise<number | null> {
	const { writer, budget, database, due } = context;
	const outcomes: Outcomes = {};
	const isDue = (name: string) => due.has(name);
	let sharesLeft = Object.keys(steps)
		.filter(isDue)
		.reduce((sum, name) => sum + shareOf(name), 0);
	for (const [name, step] of Object.entries(steps)) {
		if (!isDue(name)) {
			outcomes[name] = { finishedAt: clock.now(), error: null };
			continue;
		}
		// The next run does the rest.
		if (budget.isSpent) break;
		budget.beginStep(shareOf(name) / sharesLeft);
		sharesLeft -= shareOf(name);
		const failure = await failureOf(step);
		const error = failure && report(name, failure.error, database);
		if (failure && isOutage(failure.error) && !(await answers(writer, storeOf(context)))) return null;
		outcomes[name] = { finishedAt: clock.now(), error };
	}
	return await saveOutcomes(context, outcomes);
}

export async function safely(name: string, step: Step, database?: string): Promise<string | null> {
	const failure = await failureOf(step);
	return failure && report(name, failure.error, database);
}

const failureOf = (step: Step): Promise<{ error: unknown } | null> =>
	step().then(
		() => null,
		(error: unknown) => ({ error }),
	);

const storeOf = ({ writer, database }: StepContext): Store =>
	database === undefined ? writer.databases.control : writer.databases.data(database);

const longestProbeMs = 5 * secondMs;

/** Whether a database answers. The outage of a step may be that of another database, or of a single statement. */
const answers = (writer: Writer, store: Store): Promise<boolean> =>
	answerWithin(longestProbeMs, writer.transaction(store, [{ sql: "SELECT 1", params: [] }])).then(
		() => true,
		() => false,
	);

/** GET /admin/health shows the outcomes (contract: Observability 4). The same row ends the claim of the run. */
async function saveOutcomes(context: StepContext, outcomes: Outcomes): Promise<number | null> {
	const { caller, writer, database, claim = 0 } = context;
	// The patch leaves out what is null, and keeps the outcomes of steps that did not run.
	const noted = JSON.stringify(outcomes);
	const change: AnyChange<number | null> = {
		...(database === undefined ? { inControlDatabase: true } : {}),
		resultFrom: (results) => results.at(-1)?.meta.size_after ?? null,
		writes: [
			sql`INSERT INTO ${scheduledRuns} (id, steps) VALUES (1, json_patch('{}', ${noted}))
				ON CONFLICT (id) DO UPDATE SET steps = json_patch(steps, ${noted}),
					leased_until = iif(began_at = ${claim}, 0, leased_until)`,
		],
	};
	try {
		return (await execute(writer, caller, () => change)).result;
	} catch (error) {
		report("health", error, database);
		return null;
	}
}

export function report(step: string, error: unknown, database?: string): string {
	const message = safeMessage(error);
	log.error("step", { step, ...(database === undefined ? {} : { database }), message });
	return message;
}
