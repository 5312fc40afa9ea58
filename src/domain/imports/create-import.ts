import { sql } from "drizzle-orm";
import type { Change } from "../../platform/commit/change.ts";
import type { Ctx } from "../../platform/context.ts";
import { jobs } from "../../platform/db/tables/data/jobs.ts";
import type { RowsUpload } from "../../platform/http/endpoint/upload.ts";
import { insertJob, type Job, newJob } from "../../platform/jobs/job.ts";
import { newId } from "../../platform/lib/ids.ts";
import { sha256 } from "../../platform/lib/secrets/crypto.ts";
import { fieldProblem, problem } from "../../platform/problems/problem.ts";
import { checkRoom } from "../pictures/create-picture.ts";
import { fieldOfColumn, firstOfEach, ignoredColumns } from "./file/columns.ts";
import { type RowFile, readRowFile } from "./file/read-file.ts";
import { type DuplicateRule, firstPosition, type Import, type ImportInput, nothingDone, toImport } from "./schema.ts";
import { tryImport } from "./try-import.ts";

/** Contract: Imports 7. */
const maxOpen = 5;

/** Reads the whole file, stores its rows, and leaves them to the steps of a job. */
export async function createImport(ctx: Ctx, upload: RowsUpload, onDuplicate: DuplicateRule): Promise<Change<Import>> {
	const file = await readOnce(upload);
	const input = inputOf(file, onDuplicate);
	const job = newImportJob(ctx, input, file.total);
	return {
		result: toImport(job),
		object: await storedRows(ctx, upload, file, job),
		writes: [],
		...beginsImport(ctx, job.id),
		dryResult: async () => await tryImport(ctx, file.lines, toImport(job), input),
	};
}

export const newImportJob = (ctx: Ctx, input: ImportInput, total: number | null): Job =>
	newJob(ctx, {
		id: newId("import", ctx.now),
		kind: "import",
		input,
		position: firstPosition,
		result: nothingDone,
		total,
	});

export const beginsImport = ({ tenantId }: Ctx, id: string) =>
	({
		beginsJob: true,
		precondition: {
			conditions: [
				sql`(SELECT count(*) FROM ${jobs} WHERE tenant_id = ${tenantId} AND kind = 'import' AND finished_at IS NULL) < ${maxOpen}`,
			],
			otherwise: tooManyOpen,
		},
		audit: { action: "import.created", resourceId: id },
	}) satisfies Partial<Change>;

/** The rows of a file as an object, which commits with the row of the work. */
export async function storedRows(
	ctx: Ctx,
	upload: RowsUpload,
	{ lines: bytes }: RowFile,
	job: Job,
): Promise<NonNullable<Change["object"]>> {
	await checkRoom(ctx, bytes.byteLength);
	upload.object ??= { bytes, contentType: "application/x-ndjson", sha256: sha256(bytes), writes: () => [] };
	upload.object.writes = (place) => [insertJob({ ...job, ...place, objectBytes: bytes.byteLength })];
	return upload.object;
}

const tooManyOpen = problem("conflict", `${maxOpen} imports of the studio are under way. Wait for one, or cancel it.`);

/** The header names the fields. */
function inputOf({ columns, unknownNames }: RowFile, onDuplicate: DuplicateRule): ImportInput {
	const input = { type: "clients", onDuplicate, columns } as const;
	if (columns === null) return { ...input, fields: [], ignoredColumns: unknownNames };
	const fields = firstOfEach(columns.map((name) => fieldOfColumn(name) ?? null));
	if (!fields.includes("email")) throw fieldProblem("body", "has no column `email` in its header");
	return { ...input, fields, ignoredColumns: ignoredColumns(columns, fields) };
}

/** The operation may decide several times. */
const files = new WeakMap<RowsUpload, Promise<RowFile>>();

export function readOnce(upload: RowsUpload): Promise<RowFile> {
	const reading = files.get(upload) ?? readRowFile(upload.bytes, upload.type);
	files.set(upload, reading);
	return reading;
}
