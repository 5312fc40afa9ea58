import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../commit/change.ts";
import { combine } from "../commit/combine.ts";
import { execute } from "../commit/execute.ts";
import { mayContinue } from "../commit/in-bulk/may-continue.ts";
import { isStale } from "../commit/transaction/refusals.ts";
import { update, updateIfUnchanged, type Write } from "../commit/write.ts";
import type { Writer } from "../commit/writer.ts";
import type { Actor, LocalCaller } from "../context.ts";
import { isOutage, safeMessage } from "../db/errors.ts";
import { ifUnchanged, nextRevision } from "../db/record.ts";
import { isStudioHere } from "../db/studio-state.ts";
import { jobs } from "../db/tables/data/jobs.ts";
import { studios } from "../db/tables/data/studios.ts";
import { type Plan, storedBytesLimits } from "../gate/plans.ts";
import { clock } from "../lib/clock.ts";
import { minuteMs, secondMs } from "../lib/time.ts";
import { log } from "../log.ts";
import { bucketIn } from "../objects/object-store.ts";
import { type Code, Problem, problem } from "../problems/problem.ts";
import { type Job, type JobCtx, type JobStep, type StepsOfJobs, withoutObject } from "./job.ts";

const isOfStudioHere = sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = ${jobs.tenantId} AND ${isStudioHere})`;

const isDue = (now: number): SQL => sql`${jobs.finishedAt} IS NULL AND ${jobs.dueAt} <= ${now} AND ${isOfStudioHere}`;

export const areJobsDue = (now: number): SQL => sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${isDue(now)})`;

/** Between two steps the database serves others for this long. */
const pauseMs = 20;

/**
 * Takes steps of all open work in one data database, as far as the time allows. The studio that waited longest has the
 * next step.
 */
export async function runJobs(caller: LocalCaller, writer: Writer, steps: StepsOfJobs, forMs: number): Promise<void> {
	const until = Date.now() + forMs;
	while (mayContinue(writer, until)) {
		const found = await nextJob(caller);
		if (!found) return;
		await takeStep(caller, writer, steps, found);
		await scheduler.wait(pauseMs);
	}
}

export const hasDueJobs = async (caller: LocalCaller): Promise<boolean> => (await nextJob(caller)) !== undefined;

interface DueJob {
	job: Job;
	plan: Plan;
}

async function nextJob({ db }: LocalCaller): Promise<DueJob | undefined> {
	const [found] = await db
		.select({ job: jobs, plan: studios.plan })
		.from(jobs)
		.innerJoin(studios, eq(studios.tenantId, jobs.tenantId))
		.where(isDue(clock.now()))
		.orderBy(jobs.turn, jobs.id)
		.limit(1);
	return found;
}

async function takeStep(caller: LocalCaller, writer: Writer, steps: StepsOfJobs, { job, plan }: DueJob): Promise<void> {
	const ctx: JobCtx = {
		...caller,
		tenantId: job.tenantId,
		actor: { type: job.actorType, id: job.actorId } as Actor,
		requestId: job.requestId,
		ipAddress: job.ipAddress,
		testMode: job.testMode,
		now: clock.now(),
		objects: writer.objects,
		bucket: bucketIn(writer.databases.regionOf(writer.dataDatabase?.id ?? "")),
		...(isErasure(job) ? {} : { storage: { bytes: storedBytesLimits[plan], creates: true } }),
	};
	try {
		await execute(writer, ctx, async (ctx) => {
			if (ctx.tries > 0) await requireUnchanged(ctx, job);
			return stepChange(ctx, job, await steps[job.kind](ctx, job));
		});
	} catch (error) {
		if (isOutage(error)) throw error;
		if (!(error instanceof Overtaken)) await putOff(caller, writer, job, error);
	}
}

/** Another run took the step, or somebody cancelled the work. */
class Overtaken extends Error {}

async function requireUnchanged({ db }: JobCtx, job: Job): Promise<void> {
	const [found] = await db.select({ id: jobs.id }).from(jobs).where(ifUnchanged(jobs, job));
	if (!found) throw new Overtaken();
}

const changedMeanwhile = problem("conflict", "A record of the step has changed meanwhile.");

/** The database refuses the step if another run has taken it, or if the work was cancelled meanwhile. */
function stepChange(
	ctx: JobCtx,
	job: Job,
	{ changes = [], writes = [], condition, next, ends, onRefused }: JobStep,
): Change<null> {
	const now = Math.max(ctx.now, job.turn + 1);
	const advanced: Partial<Job> = {
		status: "RUNNING",
		...next,
		...(ends && { ...endOf(ends, ctx.now) }),
		failures: 0,
		// The other work of the studio comes first.
		turn: now + 1,
		...nextRevision(job, ctx.now),
	};
	const own: Change<null> = {
		result: null,
		writes: [...writes, updateIfUnchanged(jobs, job, advanced), ...otherWorkAt(job, now)],
		...(condition && { precondition: { conditions: [condition], otherwise: changedMeanwhile } }),
		onRefused: async (refusal) => (await onRefused?.(refusal)) ?? (isStale(refusal) ? decideAgain : undefined),
	};
	return changes.length > 0 ? combine(changes as Change[], own) : own;
}

const endOf = (end: NonNullable<JobStep["ends"]>, finishedAt: number): Partial<Job> => ({
	...(end.status === "FAILED" ? withoutObject : {}),
	...end,
	finishedAt,
});

/** The whole studio has had its turn. */
const otherWorkAt = ({ tenantId, id }: Job, now: number): Write[] => [
	update(jobs)
		.set({ turn: now })
		.where(and(eq(jobs.tenantId, tenantId), isNull(jobs.finishedAt), ne(jobs.id, id))),
];

/** It has no limit, and goes on whatever happens. */
const isErasure = ({ kind }: Job): boolean => kind === "erasure";

/** After so many failures, which take a quarter of an hour, the work fails. */
const mostFailures = 10;
const longestWaitMs = 5 * minuteMs;

/** Problems that pass. Any other problem ends the work. */
const passing: readonly Code[] = ["conflict", "service_unavailable"];

async function putOff(caller: LocalCaller, writer: Writer, job: Job, error: unknown): Promise<void> {
	const now = clock.now();
	const failures = job.failures + 1;
	const refusal = !isErasure(job) && error instanceof Problem && !passing.includes(error.code) ? error : undefined;
	if (!refusal) log.error("step", { step: job.kind, message: safeMessage(error) });
	const end =
		refusal || (failures >= mostFailures && !isErasure(job))
			? endOf({ status: "FAILED", error: refusal?.message ?? "The service could not go on with it." }, now)
			: {};
	const next: Partial<Job> = {
		...end,
		failures,
		dueAt: now + Math.min(secondMs * 2 ** job.failures, longestWaitMs),
		...nextRevision(job, now),
	};
	// If the row has changed meanwhile, another run goes on with it.
	await execute(writer, caller, () => ({
		tenantId: job.tenantId,
		result: null,
		writes: [updateIfUnchanged(jobs, job, next)],
	})).catch((fault: unknown) => {
		if (!(fault instanceof Problem)) throw fault;
	});
}
