import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Change } from "../../../platform/commit/change.ts";
import { execute } from "../../../platform/commit/execute.ts";
import { mayContinue } from "../../../platform/commit/in-bulk/may-continue.ts";
import { mustChangeRows, remove, update, type Write } from "../../../platform/commit/write.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { LocalCaller } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { isStudioHere } from "../../../platform/db/studio-state.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { endpointWork } from "../../../platform/db/tables/data/upkeep/endpoint-work.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { type Clocks, clocksNow } from "../dispatch/clocks.ts";
import { nudgeFirstDue } from "../dispatch/nudge-first-due.ts";
import { stepMissed } from "./missed.ts";
import { stepDisorder, stepOrder } from "./ordering.ts";
import { stepRecovery } from "./recovery.ts";
import { stepRelease } from "./release.ts";
import type { EndpointWork, Step } from "./step.ts";

/** The other steps of the scheduled run wait for this one. */
const longestMs = 15 * secondMs;

const steps = {
	release: stepRelease,
	missed: stepMissed,
	recovery: stepRecovery,
	order: stepOrder,
	disorder: stepDisorder,
};

/**
 * Changes of endpoints began this work and could not finish it in one statement. Each step is a transaction of its own,
 * so that other requests run between two steps. The work that waited longest has the next step.
 */
export async function continueEndpointWork(caller: LocalCaller, writer: Writer, forMs = longestMs): Promise<void> {
	const until = Date.now() + forMs;
	const skipped = new Map<string, unknown>();
	while (mayContinue(writer, until)) {
		const work = await nextWork(caller.db, [...skipped.keys()]);
		if (!work) break;
		const clocks = clocksNow();
		const { now } = clocks;
		try {
			await execute(writer, caller, async () => stepChange(work, await steps[work.kind](caller.db, work, now), clocks));
		} catch (error) {
			// A problem means that another run took the same step, which is no fault.
			skipped.set(work.id, error instanceof Problem ? null : error);
			await execute(writer, caller, () => ({ result: null, writes: [advance(work, {}, now)] })).catch(() => {});
		}
	}
	for (const fault of skipped.values()) if (fault) throw fault;
}

const isOfStudioHere = sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = ${endpointWork.tenantId} AND ${isStudioHere})`;

export const isEndpointWorkDue: SQL = sql`EXISTS (SELECT 1 FROM ${endpointWork} WHERE ${isOfStudioHere})`;

async function nextWork(db: Database, skipped: string[]): Promise<EndpointWork | undefined> {
	const [work] = await db
		.select()
		.from(endpointWork)
		// One value, because D1 takes at most 100 of them.
		.where(and(sql`${endpointWork.id} NOT IN ${eachOf(skipped)}`, isOfStudioHere))
		.orderBy(asc(endpointWork.steppedAt), asc(endpointWork.id))
		.limit(1);
	return work;
}

/** The database refuses a step that another run has taken. */
const stepChange = (work: EndpointWork, { writes, next }: Step, clocks: Clocks): Change<null> => ({
	result: null,
	writes: [
		next ? advance(work, next, clocks.now) : mustChangeRows(remove(endpointWork).where(asRead(work))),
		...writes,
		...(writes.length > 0 ? [nudgeFirstDue(work, clocks)] : []),
	],
});

const advance = (work: EndpointWork, next: Partial<EndpointWork>, now: number): Write =>
	mustChangeRows(
		update(endpointWork)
			.set({ ...next, steps: work.steps + 1, steppedAt: Math.max(now, work.steppedAt + 1) })
			.where(asRead(work)),
	);

const asRead = ({ id, steps }: EndpointWork) => and(eq(endpointWork.id, id), eq(endpointWork.steps, steps));
