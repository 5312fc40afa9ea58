import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Change } from "../../platform/commit/change.ts";
import type { Ctx } from "../../platform/context.ts";
import { idsOfKind } from "../../platform/db/lists/ids-of-kind.ts";
import { pageWithLargeColumns } from "../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../platform/db/lists/time-range.ts";
import { walkedList } from "../../platform/db/lists/walked-list.ts";
import { importRows } from "../../platform/db/tables/data/imports.ts";
import { jobs } from "../../platform/db/tables/data/jobs.ts";
import { together } from "../../platform/db/together.ts";
import type { PageRequest, PartialPage } from "../../platform/http/endpoint/page.ts";
import { cancelJob, type Job } from "../../platform/jobs/job.ts";
import { csvLine } from "../../platform/lib/text/csv.ts";
import { notFound, problem } from "../../platform/problems/problem.ts";
import { columnsAboutRows, columnsOfJson } from "./file/columns.ts";
import { type Import, type ImportInput, type ImportRow, toImport } from "./schema.ts";

/** The jobs of imports, by their ids. */
const isImport = (id: string) => and(eq(jobs.id, id), eq(jobs.kind, "import"));

export async function findImport({ db, tenantId }: Ctx, id: string): Promise<Job> {
	const [found] = await db
		.select()
		.from(jobs)
		.where(and(eq(jobs.tenantId, tenantId), isImport(id)));
	if (!found) throw notFound("import");
	return found;
}

export const getImport = async (ctx: Ctx, id: string): Promise<Import> => toImport(await findImport(ctx, id));

export async function listImports(ctx: Ctx, filters: UpdatedFilters, page: PageRequest): Promise<PartialPage<Import>> {
	const found = await pageWithLargeColumns(ctx, jobs, {
		large: ["input"],
		...walkedList(jobs, ctx, page, { updated: updatedRange(filters), of: idsOfKind(jobs.id, "import") }),
		take: page.take,
	});
	return { ...found, rows: found.rows.map(toImport) };
}

const isOver = problem("conflict", "The import has ended already.");

/** The rows that are done stay, and the others are not done. */
export async function cancelImport(ctx: Ctx, id: string): Promise<Change<Import>> {
	const job = await findImport(ctx, id);
	if (job.finishedAt !== null) throw isOver;
	return {
		result: toImport(job),
		writes: [cancelJob(ctx, id)],
		audit: { action: "import.cancelled", resourceId: id },
		onRefused: () => isOver,
		// A step may have committed in between.
		afterCommit: () => getImport(ctx, id),
		dryResult: async () => toImport({ ...job, status: "CANCELLED", finishedAt: ctx.now }),
	};
}

interface RowFilters {
	outcome?: ImportRow["outcome"] | undefined;
}

/** In the order of the file. */
export async function listImportRows(
	ctx: Ctx,
	importId: string,
	filters: RowFilters,
	{ after, take }: PageRequest,
): Promise<ImportRow[]> {
	const [, rows] = await together(
		ctx,
		(ctx) => findImport(ctx, importId),
		(ctx) => readRows(ctx, importId, filters, { after: Number(after ?? 0), take, withCells: false }),
	);
	return rows.map(({ row, outcome, reason, clientId }) => ({
		object: "import_row",
		row,
		outcome,
		reason,
		client_id: clientId,
	}));
}

const readRows = async (
	{ db, tenantId }: Ctx,
	importId: string,
	{ outcome }: RowFilters,
	{ after, take, withCells }: { after: number; take: number; withCells: boolean },
) =>
	await db
		.select({
			row: importRows.row,
			outcome: importRows.outcome,
			reason: importRows.reason,
			clientId: importRows.clientId,
			cells: withCells ? importRows.cells : sql<null>`NULL`,
		})
		.from(importRows)
		.where(
			and(
				eq(importRows.tenantId, tenantId),
				eq(importRows.importId, importId),
				outcome && eq(importRows.outcome, outcome),
				gt(importRows.row, after),
			),
		)
		.orderBy(asc(importRows.row))
		.limit(take);

const rowsAtOnce = 1000;

/** All rows as CSV. Rows that failed have their cells, so that they can be mended and sent again. */
export async function importRowsAsCsv(ctx: Ctx, importId: string, filters: RowFilters): Promise<string> {
	const { columns } = (await findImport(ctx, importId)).input as ImportInput;
	const lines = [csvLine([...columnsAboutRows, ...(columns ?? columnsOfJson)])];
	for (let after = 0; ; ) {
		const rows = await readRows(ctx, importId, filters, { after, take: rowsAtOnce, withCells: true });
		for (const { row, outcome, reason, clientId, cells } of rows)
			lines.push(csvLine([String(row), outcome, reason ?? "", clientId ?? "", ...(cells ?? [])]));
		const last = rows.at(-1);
		if (!last || rows.length < rowsAtOnce) return lines.join("");
		after = last.row;
	}
}
