import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Change, Meaning } from "../commit/change.ts";
import type { DatabaseRefusal } from "../commit/transaction/refusals.ts";
import { insertRow, mustChangeRows, update, type Write } from "../commit/write.ts";
import type { Ctx } from "../context.ts";
import { laterThanBefore } from "../db/record.ts";
import { jobs } from "../db/tables/data/jobs.ts";
import type { Bucket, ObjectStore } from "../objects/object-store.ts";

export type Job = typeof jobs.$inferSelect;

export interface NewJob extends Pick<Job, "id" | "kind" | "input" | "result"> {
	position?: unknown;
	total?: number | null;
	object?: Pick<Job, "bucket" | "objectKey" | "objectBytes">;
}

/** The row of new work, which waits for its first step. */
export function newJob(ctx: Ctx, { object, ...job }: NewJob): Job {
	const { tenantId, now, actor, requestId, ipAddress, testMode } = ctx;
	return {
		tenantId,
		status: "PENDING",
		position: null,
		done: 0,
		total: null,
		error: null,
		bucket: null,
		objectKey: null,
		objectBytes: 0,
		...object,
		...job,
		actorType: actor.type,
		actorId: actor.id,
		requestId,
		ipAddress,
		testMode,
		failures: 0,
		dueAt: now,
		turn: now,
		finishedAt: null,
		createdAt: now,
		updatedAt: now,
		revision: 1,
	};
}

/**
 * The change that inserts the row also has `beginsJob`, so that the queue learns of it. The bytes of its object count to
 * the studio's storage.
 */
export const insertJob = (job: Job): Write => ({
	...mustChangeRows(insertRow(jobs, job)),
	freedBytes: -job.objectBytes,
});

/** A row without its object. A trigger removes the object, and counts its bytes back. */
export const withoutObject = { bucket: null, objectKey: null, objectBytes: 0 } as const;

/** Ends open work. A step that is under way is undone, because its own write of the row then finds a later revision. */
export const cancelJob = ({ tenantId, now }: Ctx, id: string): Write =>
	mustChangeRows(
		update(jobs)
			.set({
				...withoutObject,
				status: "CANCELLED",
				finishedAt: now,
				updatedAt: laterThanBefore(now),
				revision: sql`revision + 1`,
			})
			.where(and(eq(jobs.tenantId, tenantId), eq(jobs.id, id), isNull(jobs.finishedAt))),
	);

/** The caller who began the work, at the time of a step. */
export interface JobCtx extends Ctx {
	/** For reads of the object, and for writes that may happen twice. */
	objects: ObjectStore;
	/** The bucket for the objects that it makes. */
	bucket: Bucket;
}

/** A bounded part of the work, which commits with the row that tells it. */
export interface JobStep {
	/** Changes of records, as their operations decided them. */
	changes?: readonly Change<unknown>[];
	/** Further writes. */
	writes?: readonly Write[];
	/** Must be true at the commit. Otherwise the step is tried again a second later. */
	condition?: SQL;
	/** The row after the step. */
	next: Partial<Pick<Job, "position" | "result" | "done" | "total" | "bucket" | "objectKey" | "objectBytes" | "dueAt">>;
	/** Absent: another step follows. */
	ends?: { status: "DONE" } | { status: "FAILED"; error: string };
	/** The meaning of a refusal of the changes. */
	onRefused?(refusal: DatabaseRefusal): Meaning | Promise<Meaning>;
}

/** Decides the next step. It may run again, so it has no other effects. */
export type StepOfJob = (ctx: JobCtx, job: Job) => Promise<JobStep>;

export type StepsOfJobs = Record<Job["kind"], StepOfJob>;
