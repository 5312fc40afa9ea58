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
import { columnsAboutRows, importFields } from "./file/columns.ts";
import { maxColumns } from "./file/read-file.ts";
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

const isRow = (tenantId: string, importId: string, outcome: RowFilters["outcome"]) =>
	and(eq(importRows.tenantId, tenantId), eq(importRows.importId, importId), outcome && eq(importRows.outcome, outcome));

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
		.where(and(isRow(tenantId, importId, outcome), gt(importRows.row, after)))
		.orderBy(asc(importRows.row))
		.limit(take);

const rowsAtOnce = 1000;

/**
 * All rows as CSV. Rows that failed have their cells, so that they can be mended and sent again. Each line has as many
 * cells as the header (RFC 4180), which has columns without a name for the cells of rows that have too many.
 */
export async function importRowsAsCsv(ctx: Ctx, importId: string, filters: RowFilters): Promise<string> {
	const [job, mostCells] = await together(
		ctx,
		(ctx) => findImport(ctx, importId),
		(ctx) => mostCellsOf(ctx, importId, filters),
	);
	const columns = (job.input as ImportInput).columns ?? importFields;
	const width = Math.max(columns.length, Math.min(mostCells, maxColumns));
	const lineOf = (about: readonly string[], cells: readonly string[]) =>
		csvLine([...about, ...Array.from({ length: width }, (_, n) => cells[n] ?? "")]);
	const lines = [lineOf(columnsAboutRows, columns)];
	for (let after = 0; ; ) {
		const rows = await readRows(ctx, importId, filters, { after, take: rowsAtOnce, withCells: true });
		for (const { row, outcome, reason, clientId, cells } of rows)
			lines.push(lineOf([String(row), outcome, reason ?? "", clientId ?? ""], cells ?? []));
		const last = rows.at(-1);
		if (!last || rows.length < rowsAtOnce) return lines.join("");
		after = last.row;
	}
}

async function mostCellsOf({ db, tenantId }: Ctx, importId: string, { outcome }: RowFilters): Promise<number> {
	const [found] = await db
		.select({ most: sql<number | null>`max(json_array_length(${importRows.cells}))` })
		.from(importRows)
		.where(isRow(tenantId, importId, outcome));
	return found?.most ?? 0;
}
