import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../../platform/commit/change.ts";
import { combine } from "../../platform/commit/combine.ts";
import { isStale } from "../../platform/commit/transaction/refusals.ts";
import { updateIfUnchanged, type Write } from "../../platform/commit/write.ts";
import type { Ctx } from "../../platform/context.ts";
import { eachOf } from "../../platform/db/each-of.ts";
import { nextRevision } from "../../platform/db/record.ts";
import { appointments } from "../../platform/db/tables/data/appointments.ts";
import { clients } from "../../platform/db/tables/data/clients.ts";
import { formSubmissions } from "../../platform/db/tables/data/forms.ts";
import { ideas } from "../../platform/db/tables/data/ideas.ts";
import { importRows } from "../../platform/db/tables/data/imports.ts";
import { jobs } from "../../platform/db/tables/data/jobs.ts";
import { leads } from "../../platform/db/tables/data/leads.ts";
import { together } from "../../platform/db/together.ts";
import { withTagOf } from "../../platform/http/versions/version.ts";
import { insertJob, type Job, newJob, type StepOfJob } from "../../platform/jobs/job.ts";
import { newId } from "../../platform/lib/ids.ts";
import { dayMs } from "../../platform/lib/time.ts";
import { problem } from "../../platform/problems/problem.ts";
import { deleteClient } from "../clients/clients/operations.ts";
import { findImport } from "./operations.ts";
import { type Import, type ImportResult, toImport, type UndoCounts } from "./schema.ts";

/** Contract: Imports 10. */
const undoableMs = 7 * dayMs;

const rowsPerStep = 25;
const rowsPerQuery = 1000;

/** The import with its undoing, as people see it. */
export interface ImportWithUndo {
	import: Import;
	/** The undo under way. */
	undoing: (UndoCounts & Pick<Job, "done" | "total" | "createdAt">) | undefined;
	/** The outcome of the last one. */
	undone: UndoCounts | null;
	isUndoable: boolean;
}

export async function getImportWithUndo(ctx: Ctx, id: string): Promise<ImportWithUndo> {
	const [job, open] = await findImportAndUndo(ctx, id);
	const { finishedAt } = job;
	const { undone, created } = job.result as ImportResult;
	const isUndone = typeof undone?.at === "number";
	return {
		import: toImport(job),
		undoing: open && { ...open, ...(open.result as UndoCounts) },
		undone: isUndone ? undone : null,
		isUndoable: finishedAt !== null && created > 0 && ctx.now <= finishedAt + undoableMs && !open && !isUndone,
	};
}

const findImportAndUndo = (ctx: Ctx, id: string): Promise<[Job, Job | undefined]> =>
	together(
		ctx,
		(ctx) => findImport(ctx, id),
		async (ctx) => {
			const [open] = await ctx.db
				.select()
				.from(jobs)
				.where(and(isOpenUndo(ctx), eq(undoneImport, id)));
			return open;
		},
	);

/** The ids of the imports that are being undone. */
export const listImportsBeingUndone = async (ctx: Ctx): Promise<string[]> =>
	(await ctx.db.select({ id: undoneImport }).from(jobs).where(isOpenUndo(ctx))).map(({ id }) => id);

const isOpenUndo = ({ tenantId }: Ctx) =>
	and(eq(jobs.tenantId, tenantId), eq(jobs.kind, "import_undo"), isNull(jobs.finishedAt));

/** Of the job of an undo. */
export const undoneImport = sql<string>`${jobs.input} ->> '$.importId'`;

/** Deletes the clients that an import created, unless somebody has changed or used them since. */
export async function undoImport(ctx: Ctx, id: string): Promise<Change<Import>> {
	const [job, open] = await findImportAndUndo(ctx, id);
	if (open) throw problem("conflict", "The import is being undone already.");
	if (job.finishedAt === null) throw problem("conflict", "The import is under way. Cancel it first.");
	if (ctx.now > job.finishedAt + undoableMs)
		throw problem("conflict", "An import can be undone for 7 days after its end.");
	const found = await allCreatedBy(ctx, id);
	const before = job.result as ImportResult;
	const earlier: UndoCounts = { removed: before.undone?.removed ?? 0, left: 0 };
	const first = found.length <= rowsPerStep ? await undoRows(ctx, id, found) : undefined;
	const undo = newJob(ctx, {
		id: newId("work", ctx.now),
		kind: "import_undo",
		input: { importId: id } satisfies UndoInput,
		position: { row: 0 } satisfies UndoPosition,
		result: { removed: 0, left: 0 } satisfies UndoCounts,
		total: found.length,
	});
	const result: ImportResult = {
		...before,
		undone: first ? { ...withRows(earlier, found), at: ctx.now } : { ...earlier, at: null },
	};
	const next = { result, ...nextRevision(job, ctx.now) };
	const shown = toImport({ ...job, ...next });
	const left = found.filter(({ isKept }) => isKept).map(({ clientId }) => clientId);
	return combine(first?.changes ?? [], {
		result: withTagOf(shown, { ...shown, left }),
		writes: [updateIfUnchanged(jobs, job, next), ...(first ? first.writes : [insertJob(undo)])],
		...(first ? {} : { beginsJob: true as const }),
		...(first ? { precondition: { conditions: [first.condition], otherwise: changedMeanwhile } } : {}),
		audit: { action: "import.undone", resourceId: id },
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	});
}

interface UndoInput {
	importId: string;
}

interface UndoPosition {
	/** The last row that is done. */
	row: number;
}

const changedMeanwhile = problem("conflict", "One of the clients of the import was changed meanwhile. Try again.");

const withRows = ({ removed, left }: UndoCounts, rows: readonly CreatedRow[]): UndoCounts => {
	const kept = rows.filter(({ isKept }) => isKept).length;
	return { removed: removed + rows.length - kept, left: left + kept };
};

export const stepUndo: StepOfJob = async (ctx, job) => {
	const { importId } = job.input as UndoInput;
	const found = await createdBy(ctx, importId, (job.position as UndoPosition).row, rowsPerStep);
	const last = found.at(-1);
	const counts = job.result as UndoCounts;
	if (!last) {
		const of = await findImport(ctx, importId);
		const before = of.result as ImportResult;
		const removed = (before.undone?.removed ?? 0) + counts.removed;
		const result: ImportResult = { ...before, undone: { removed, left: counts.left, at: ctx.now } };
		return {
			writes: [updateIfUnchanged(jobs, of, { result, ...nextRevision(of, ctx.now) })],
			next: {},
			ends: { status: "DONE" },
		};
	}
	return {
		...(await undoRows(ctx, importId, found)),
		next: {
			position: { row: last.row } satisfies UndoPosition,
			done: job.done + found.length,
			result: withRows(counts, found),
		},
	};
};

interface CreatedRow {
	row: number;
	clientId: string;
	/** Somebody has changed or used the client since. */
	isKept: boolean;
}

const isUsed = sql.join(
	[appointments, leads, ideas, formSubmissions].map(
		(table) =>
			sql`EXISTS (SELECT 1 FROM ${table} o WHERE o.tenant_id = ${clients.tenantId} AND o.client_id = ${clients.id})`,
	),
	sql` OR `,
);

const isKept = sql`(${clients.revision} > 1 OR ${isUsed})`;

/** The rows that created a client who is still there. */
const createdBy = ({ db, tenantId }: Ctx, importId: string, after: number, take: number): Promise<CreatedRow[]> =>
	db
		.select({
			row: importRows.row,
			clientId: clients.id,
			isKept: isKept.mapWith(Boolean),
		})
		.from(importRows)
		.innerJoin(clients, and(eq(clients.tenantId, importRows.tenantId), eq(clients.id, importRows.clientId)))
		.where(
			and(
				eq(importRows.tenantId, tenantId),
				eq(importRows.importId, importId),
				gt(importRows.row, after),
				inArray(importRows.outcome, ["created", "left"]),
			),
		)
		.orderBy(asc(importRows.row))
		.limit(take)
		.then((rows) => rows);

async function allCreatedBy(ctx: Ctx, importId: string): Promise<CreatedRow[]> {
	const all: CreatedRow[] = [];
	for (let after = 0; ; ) {
		const found = await createdBy(ctx, importId, after, rowsPerQuery);
		all.push(...found);
		const last = found.at(-1);
		if (!last || found.length < rowsPerQuery) return all;
		after = last.row;
	}
}

async function undoRows(
	ctx: Ctx,
	importId: string,
	found: readonly CreatedRow[],
): Promise<{ changes: Change<unknown>[]; writes: Write[]; condition: SQL }> {
	const removed = found.filter(({ isKept }) => !isKept);
	const changes = await together(
		ctx,
		...removed.map(
			({ clientId }) =>
				(ctx: Ctx) =>
					deleteClient(ctx, clientId),
		),
	);
	const outcomes = JSON.stringify(found.map(({ row, isKept }) => [row, isKept ? "left" : "undone"]));
	const ids = eachOf(removed.map(({ clientId }) => clientId));
	return {
		changes,
		// Nobody has changed or used one of them since it was looked at.
		condition: sql`NOT EXISTS (SELECT 1 FROM ${clients} WHERE ${clients.tenantId} = ${ctx.tenantId} AND ${clients.id} IN ${ids} AND ${isKept})`,
		writes: [
			sql`UPDATE ${importRows} SET outcome = j.value ->> 1 FROM json_each(${outcomes}) j
				WHERE tenant_id = ${ctx.tenantId} AND import_id = ${importId} AND "row" = j.value ->> 0`,
		],
	};
}
