import { and, eq, sql } from "drizzle-orm";
import type { Change } from "../../platform/commit/change.ts";
import type { Ctx } from "../../platform/context.ts";
import { idsOfKind } from "../../platform/db/lists/ids-of-kind.ts";
import { pageWithLargeColumns } from "../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../platform/db/lists/time-range.ts";
import { walkedList } from "../../platform/db/lists/walked-list.ts";
import { jobs } from "../../platform/db/tables/data/jobs.ts";
import type { PageRequest, PartialPage } from "../../platform/http/endpoint/page.ts";
import { cancelJob, insertJob, type Job, newJob } from "../../platform/jobs/job.ts";
import { newId } from "../../platform/lib/ids.ts";
import { randomBase62 } from "../../platform/lib/secrets/crypto.ts";
import { timestamp } from "../../platform/lib/time.ts";
import { notFound, problem } from "../../platform/problems/problem.ts";
import { type ExportInput, type ExportResult, resultOf } from "./job.ts";
import { type ExportProgress, progressOf } from "./progress.ts";
import { type Export, toExport } from "./schema.ts";

/** Contract: Exports 7. One for each day that a file lives, and some more. */
export const maxKept = 10;

async function findExport({ db, tenantId }: Ctx, id: string): Promise<Job> {
	const [found] = await db
		.select()
		.from(jobs)
		.where(and(eq(jobs.tenantId, tenantId), eq(jobs.id, id), eq(jobs.kind, "export")));
	if (!found) throw notFound("export");
	return found;
}

export const getExport = async (ctx: Ctx, id: string): Promise<Export> => toExport(ctx, await findExport(ctx, id));

export async function listExports(ctx: Ctx, filters: UpdatedFilters, page: PageRequest): Promise<PartialPage<Export>> {
	const found = await pageWithLargeColumns(ctx, jobs, {
		large: ["position"],
		...walkedList(jobs, ctx, page, { updated: updatedRange(filters), of: idsOfKind(jobs.id, "export") }),
		take: page.take,
	});
	return { ...found, rows: found.rows.map((job) => toExport(ctx, job)) };
}

export async function createExport(ctx: Ctx): Promise<Change<Export>> {
	await checkRoom(ctx);
	const { origin, bookingUrl } = ctx.settings;
	const job = newJob(ctx, {
		id: newId("export", ctx.now),
		kind: "export",
		input: { objectKey: `${ctx.tenantId}/${randomBase62(24)}`, origin, bookingUrl } satisfies ExportInput,
		result: { sizeBytes: 0, expiresAt: null } satisfies ExportResult,
	});
	return {
		result: toExport(ctx, job),
		writes: [insertJob(job)],
		beginsJob: true,
		precondition: { conditions: [hasRoom(ctx)], otherwise: underWay("Another export") },
		audit: { action: "export.created", resourceId: job.id },
	};
}

/** The exports under way, and those with a file. */
const isCounted = ({ tenantId, now }: Ctx) =>
	sql`tenant_id = ${tenantId} AND ${idsOfKind(jobs.id, "export")} AND (finished_at IS NULL
		OR (position IS NOT NULL AND status = 'DONE' AND result ->> 'expiresAt' > ${now}))`;

/** The database decides again. */
const hasRoom = (ctx: Ctx) =>
	sql`(SELECT count(*) < ${maxKept} AND NOT coalesce(max(finished_at IS NULL), 0) FROM ${jobs} WHERE ${isCounted(ctx)})`;

const underWay = (words: string) => problem("conflict", `${words} is under way. Wait for its end, or cancel it.`);

export interface ExportRoom {
	/** How far the export under way is. */
	underWay: ExportProgress | undefined;
	/** When the next file goes, if there is room for no further one. */
	fullUntil: number | null;
}

/** Tells whether another export may begin. */
export async function roomForExport(ctx: Ctx): Promise<ExportRoom> {
	const found = await ctx.db
		.select()
		.from(jobs)
		.where(isCounted(ctx))
		.orderBy(jobs.id)
		.limit(maxKept + 1);
	const open = found.find(({ finishedAt }) => finishedAt === null);
	const [first] = found;
	return {
		underWay: open && progressOf(open),
		fullUntil: !open && first && found.length >= maxKept ? resultOf(first).expiresAt : null,
	};
}

async function checkRoom(ctx: Ctx): Promise<void> {
	const { underWay: open, fullUntil } = await roomForExport(ctx);
	if (open) throw underWay(`The export ${open.id}`);
	if (fullUntil !== null)
		throw problem("conflict", `${maxKept} exports have a file. The first one goes at ${timestamp(fullUntil)}.`);
}

const isOver = problem("conflict", "The export has ended already.");

export async function cancelExport(ctx: Ctx, id: string): Promise<Change<Export>> {
	const job = await findExport(ctx, id);
	if (job.finishedAt !== null) throw isOver;
	return {
		result: toExport(ctx, job),
		writes: [cancelJob(ctx, id)],
		audit: { action: "export.cancelled", resourceId: id },
		onRefused: () => isOver,
		afterCommit: () => getExport(ctx, id),
		dryResult: async () => toExport(ctx, { ...job, status: "CANCELLED", finishedAt: ctx.now }),
	};
}
