import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../../platform/commit/change.ts";
import { isStale } from "../../platform/commit/transaction/refusals.ts";
import { update, updateIfUnchanged, type Write } from "../../platform/commit/write.ts";
import type { Ctx } from "../../platform/context.ts";
import { laterThanBefore, nextRevision } from "../../platform/db/record.ts";
import { jobs } from "../../platform/db/tables/data/jobs.ts";
import type { RowsUpload } from "../../platform/http/endpoint/upload.ts";
import { type Job, newJob, type StepOfJob, withoutObject } from "../../platform/jobs/job.ts";
import { newId } from "../../platform/lib/ids.ts";
import { dayMs } from "../../platform/lib/time.ts";
import type { Bucket, ObjectStore } from "../../platform/objects/object-store.ts";
import { fieldProblem, notFound } from "../../platform/problems/problem.ts";
import { beginsImport, newImportJob, readOnce, storedRows } from "./create-import.ts";
import { earlierMapping } from "./earlier-mapping.ts";
import { fieldOfColumn, fullName, ignoredColumns } from "./file/columns.ts";
import { type DateOrder, dateOrderOf } from "./file/dates.ts";
import type { WaitingRow } from "./file/read-file.ts";
import { productOf, recognisedFields } from "./file/recognise.ts";
import { type DuplicateRule, type Import, type ImportInput, nothingDone, toImport } from "./schema.ts";
import { chunksOf, tryImport } from "./try-import.ts";

/** A file that somebody chose at the dashboard and has not imported yet. It is a job whose only step forgets it. */
export interface Draft {
	id: string;
	rows: number;
	onDuplicate: DuplicateRule;
	/** Null: the rows are objects, and their names are the fields. */
	columns: string[] | null;
	fields: readonly (string | null)[];
	dates: DateOrder;
	product: string | null;
}

/** A person decides these. */
export type DraftSettings = Pick<Draft, "fields" | "dates" | "onDuplicate">;

/** Contract: Dashboard 74. */
const keptMs = dayMs;

/** Another file of the same person replaces it. */
export async function createDraft(ctx: Ctx, upload: RowsUpload, onDuplicate: DuplicateRule): Promise<Change<Draft>> {
	const file = await readOnce(upload);
	const { columns, unknownNames, total } = file;
	const earlier = columns === null ? undefined : await earlierMapping(ctx, columns);
	const fields = earlier?.fields ?? recognisedFields(columns ?? []);
	const dates = earlier?.dates ?? dateOrderIn(firstRows(file.lines), fields);
	const input: ImportInput = { type: "clients", onDuplicate, columns, fields, dates, ignoredColumns: unknownNames };
	const job: Job = {
		...newJob(ctx, { id: newId("work", ctx.now), kind: "import_draft", input, result: nothingDone, total }),
		dueAt: ctx.now + keptMs,
	};
	return {
		result: toDraft(job),
		object: await storedRows(ctx, upload, file, job),
		writes: [endDrafts(ctx, ne(jobs.id, job.id))],
	};
}

/** The draft of a person; undefined if there is none. */
export async function draftOfPerson(ctx: Ctx): Promise<Draft | undefined> {
	const [found] = await ctx.db.select().from(jobs).where(isOfPerson(ctx)).limit(1);
	return found && toDraft(found);
}

export async function getDraft(ctx: Ctx, id: string): Promise<Draft> {
	return toDraft(await findDraft(ctx, id));
}

/** The first rows of a draft, to choose the fields by. */
export async function rowsOfDraft(ctx: Ctx, objects: ObjectStore, id: string): Promise<string[][]> {
	const rows = await firstRowsOf(objects, await findDraft(ctx, id));
	return rows.flatMap((row) => ("c" in row && row.c ? [row.c] : []));
}

export async function setDraft(
	ctx: Ctx,
	objects: ObjectStore,
	id: string,
	settings: DraftSettings,
): Promise<Change<Draft>> {
	const job = await findDraft(ctx, id);
	const before = job.input as ImportInput;
	const { columns } = before;
	const fields = columns === null ? [] : columns.map((_, n) => settings.fields[n] ?? null);
	if (columns !== null) checkFields(fields);
	// Nobody looks for an order of dates before a column has some.
	const hasNewDates =
		settings.dates === before.dates && birthIn(fields) >= 0 && birthIn(fields) !== birthIn(before.fields);
	const input: ImportInput = {
		...before,
		...settings,
		...(hasNewDates ? { dates: dateOrderIn(await firstRowsOf(objects, job), fields) } : {}),
		fields,
		ignoredColumns: columns === null ? before.ignoredColumns : ignoredColumns(columns, fields),
	};
	return {
		result: toDraft({ ...job, input }),
		writes: [updateIfUnchanged(jobs, job, { input, ...nextRevision(job, ctx.now) })],
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}

/** Says what the import would do, and keeps nothing. The rows are in memory meanwhile, which `take` allows. */
export async function tryDraft(
	ctx: Ctx,
	objects: ObjectStore,
	id: string,
	take: (bytes: number) => Promise<() => void>,
): Promise<Import> {
	const job = await findDraft(ctx, id);
	const release = await take(job.objectBytes);
	try {
		const rows = await bytesOf(objects, job, job.objectBytes);
		return await tryImport(ctx, rows, toImport(job), job.input as ImportInput);
	} finally {
		release();
	}
}

/** The draft becomes the import. */
export async function startDraft(ctx: Ctx, id: string): Promise<Change<Import>> {
	const draft = await findDraft(ctx, id);
	const input = draft.input as ImportInput;
	if (input.columns !== null) checkFields(input.fields);
	const { tenantId: _, ...job } = newImportJob(ctx, input, draft.total);
	const { bucket, objectKey, objectBytes } = draft;
	const began = { ...job, bucket, objectKey, objectBytes };
	return {
		result: toImport({ ...draft, ...began }),
		writes: [updateIfUnchanged(jobs, draft, began)],
		...beginsImport(ctx, job.id),
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}

/** Ends the draft of the person, if there is one. */
export const discardDraft = (ctx: Ctx): Change<null> => ({ result: null, writes: [endDrafts(ctx)] });

const endDrafts = (ctx: Ctx, but?: SQL): Write =>
	update(jobs)
		.set({
			...withoutObject,
			status: "CANCELLED",
			finishedAt: ctx.now,
			updatedAt: laterThanBefore(ctx.now),
			revision: sql`revision + 1`,
		})
		.where(and(isOfPerson(ctx), but));

export const forgetDraft: StepOfJob = async () => ({ next: withoutObject, ends: { status: "DONE" } });

const isDraft = ({ tenantId }: Ctx) =>
	and(eq(jobs.tenantId, tenantId), eq(jobs.kind, "import_draft"), isNull(jobs.finishedAt));

const isOfPerson = (ctx: Ctx) => and(isDraft(ctx), eq(jobs.actorId, ctx.actor.id ?? ""));

async function findDraft(ctx: Ctx, id: string): Promise<Job> {
	const [found] = await ctx.db
		.select()
		.from(jobs)
		.where(and(isDraft(ctx), eq(jobs.id, id)));
	if (!found) throw notFound("import");
	return found;
}

function toDraft({ id, input, total }: Job): Draft {
	const { onDuplicate, columns, fields, dates = "ymd" } = input as ImportInput;
	return {
		id,
		rows: total ?? 0,
		onDuplicate,
		columns,
		fields,
		dates,
		product: productOf(columns ?? []) ?? null,
	};
}

/** A fault names the column by its place. */
function checkFields(fields: readonly (string | null)[]): void {
	for (const [n, field] of fields.entries()) {
		if (field === null) continue;
		if (field !== fullName && fieldOfColumn(field) !== field)
			throw fieldProblem(columnAt(n), "is no field of a client");
		if (fields.indexOf(field) !== n) throw fieldProblem(columnAt(n), "has the same field as another column");
	}
	if (!fields.includes("email")) throw fieldProblem("columns", "need one with the email address");
	if (!fields.includes("first_name") && !fields.includes(fullName))
		throw fieldProblem("columns", "need one with the first name, or with the whole name");
}

export const columnAt = (n: number): string => `column_${n + 1}`;

const shownBytes = 256 * 1024;
const shownRows = 100;

async function bytesOf(objects: ObjectStore, { bucket, objectKey }: Job, length: number): Promise<Uint8Array> {
	const object = await objects.get({ bucket: bucket as Bucket, objectKey: objectKey ?? "" }, { offset: 0, length });
	if (!object) throw notFound("import");
	return new Uint8Array(await object.arrayBuffer());
}

const firstRowsOf = async (objects: ObjectStore, job: Job): Promise<WaitingRow[]> =>
	firstRows(await bytesOf(objects, job, shownBytes));

/** The end of the bytes may be the middle of a row. */
function firstRows(lines: Uint8Array): WaitingRow[] {
	const whole = lines.subarray(0, lines.subarray(0, shownBytes).lastIndexOf(0x0a) + 1);
	const [rows = []] = chunksOf(whole);
	return rows.slice(0, shownRows);
}

const birthIn = (fields: Draft["fields"]): number => fields.indexOf("date_of_birth");

const dateOrderIn = (rows: readonly WaitingRow[], fields: Draft["fields"]): DateOrder =>
	dateOrderOf(rows.flatMap((row) => ("c" in row && row.c?.[birthIn(fields)]) || []));
