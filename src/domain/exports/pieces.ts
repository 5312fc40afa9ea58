import { and, asc, eq, gt, isNotNull, type SQL, sum } from "drizzle-orm";
import { insert, mustChangeRows, update, type Write } from "../../platform/commit/write.ts";
import { type ExportedFile, exportPieces } from "../../platform/db/tables/data/exports.ts";
import type { Job, JobCtx } from "../../platform/jobs/job.ts";
import { inputOf } from "./job.ts";

export type PieceRow = typeof exportPieces.$inferSelect;

/** An object that a step makes, and what its row says of it. */
export interface NewPiece {
	file: string;
	bytes: Uint8Array;
	offset?: number;
	records?: number;
	pictures?: number;
	files?: ExportedFile[];
}

const ofExport = ({ tenantId, id }: Job): SQL | undefined =>
	and(eq(exportPieces.tenantId, tenantId), eq(exportPieces.exportId, id));

const keyOf = (job: Job, n: number): string => `${inputOf(job).objectKey}-${n}`;

/** The row of an object that the next step makes. */
export const reservePiece = (ctx: JobCtx, job: Job, n: number): Write =>
	insert(exportPieces).values({
		tenantId: job.tenantId,
		exportId: job.id,
		n,
		bucket: ctx.bucket,
		objectKey: keyOf(job, n),
	});

/** A step that runs again writes the same key. */
export async function storePiece(ctx: JobCtx, job: Job, n: number, piece: NewPiece): Promise<Write[]> {
	const { bytes, ...said } = piece;
	const place = { bucket: ctx.bucket, objectKey: keyOf(job, n) };
	await ctx.objects.put(place, { bytes, contentType: "application/octet-stream" });
	const row = update(exportPieces)
		.set({ ...said, sizeBytes: bytes.byteLength })
		.where(and(ofExport(job), eq(exportPieces.n, n)));
	return [mustChangeRows(row), reservePiece(ctx, job, n + 1)];
}

/** The next piece of a file or of a resource. */
export async function nextPiece({ db }: JobCtx, job: Job, file: SQL | undefined, after: number) {
	const [row] = await db
		.select()
		.from(exportPieces)
		.where(and(ofExport(job), gt(exportPieces.n, after), file))
		.orderBy(asc(exportPieces.n))
		.limit(1);
	return row;
}

export const isOfFile = (file: string): SQL | undefined =>
	and(eq(exportPieces.file, file), gt(exportPieces.records, 0));

export const hasPictures = gt(exportPieces.pictures, 0);

export async function sizeOf({ db }: JobCtx, job: Job, file: SQL | undefined): Promise<number> {
	const [row] = await db
		.select({ size: sum(exportPieces.sizeBytes) })
		.from(exportPieces)
		.where(and(ofExport(job), file));
	return Number(row?.size ?? 0);
}

const piecesAtOnce = 100;

/** The files of the ZIP, in their order, of some pieces. `after` is the position of the last of these; null at the end. */
export async function filesAfter(
	{ db }: JobCtx,
	job: Job,
	after: number,
): Promise<{ files: ExportedFile[]; after: number | null }> {
	const rows = await db
		.select({ offset: exportPieces.offset, files: exportPieces.files })
		.from(exportPieces)
		.where(and(ofExport(job), isNotNull(exportPieces.offset), gt(exportPieces.offset, after)))
		.orderBy(asc(exportPieces.offset))
		.limit(piecesAtOnce);
	const last = rows.length < piecesAtOnce ? null : (rows.at(-1)?.offset ?? null);
	return { files: rows.flatMap(({ files }) => files ?? []), after: last };
}

export async function readPiece({ objects }: JobCtx, { bucket, objectKey }: PieceRow): Promise<Uint8Array> {
	const object = await objects.get({ bucket, objectKey });
	if (!object) throw new Error("A piece of the export is gone.");
	return new Uint8Array(await object.arrayBuffer());
}

/** Each line of records is an object, and each line of pictures a list. */
export const isPictureLine = (line: string): boolean => line.startsWith("[");

export const linesOf = (bytes: Uint8Array): string[] =>
	bytes.length === 0 ? [] : new TextDecoder().decode(bytes).slice(0, -1).split("\n");
