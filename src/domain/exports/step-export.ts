import type { Job, JobCtx, JobStep, StepOfJob } from "../../platform/jobs/job.ts";
import { centralEntry, endOfArchive } from "../../platform/lib/zip/zip.ts";
import { exportsKeptMs } from "./end-exports.ts";
import { type ExportResult, inputOf, type NextPosition, type Position } from "./job.ts";
import { filesAfter, type NewPiece, reservePiece, storePiece } from "./pieces.ts";
import { makeFile } from "./step-files.ts";
import { copyPictures } from "./step-pictures.ts";
import { readRecords } from "./step-records.ts";

/** Pictures whose bytes are lost are left out. So many of them mean that the bucket is not well. */
const mostLost = 100;

interface Made {
	piece?: NewPiece | undefined;
	/** Null at the end. */
	next: NextPosition | null;
	records?: number;
}

/** Makes the next piece of an export: first all records, then the pictures, then the files of records, and the directory. */
export const stepExport: StepOfJob = async (given, job) => {
	const { origin, bookingUrl } = inputOf(job);
	const ctx: JobCtx = { ...given, settings: { ...given.settings, origin, bookingUrl } };
	const position = job.position as Position | null;
	if (!position) return begin(ctx, job);
	const { piece, next, records = 0 } = await make(ctx, job, position);
	if (next && next.lost.length > mostLost)
		return { next: {}, ends: { status: "FAILED", error: "The bytes of too many pictures are missing." } };
	const writes = piece ? await storePiece(ctx, job, position.n, piece) : [];
	const n = position.n + (piece ? 1 : 0);
	const done = job.done + records;
	if (next) return { writes, next: { position: { ...next, n } as Position, done } };
	const sizeBytes = (piece?.offset ?? 0) + (piece?.bytes.byteLength ?? 0);
	const result: ExportResult = { sizeBytes, expiresAt: ctx.now + exportsKeptMs };
	return { writes, next: { position: { ...position, n }, done, result }, ends: { status: "DONE" } };
};

const begin = (ctx: JobCtx, job: Job): JobStep => ({
	writes: [reservePiece(ctx, job, 0)],
	next: {
		position: { n: 0, offset: 0, files: 0, lost: [], phase: "records", resource: 0, after: null } satisfies Position,
	},
});

function make(ctx: JobCtx, job: Job, position: Position): Promise<Made> {
	switch (position.phase) {
		case "records":
			return makeRecords(ctx, position);
		case "pictures":
			return makePictures(ctx, job, position);
		case "files":
			return makeFile(ctx, job, position);
		case "directory":
			return makeDirectory(ctx, job, position);
	}
}

type In<Phase extends Position["phase"]> = Extract<Position, { phase: Phase }>;

async function makeRecords(ctx: JobCtx, { offset, files, lost, ...from }: In<"records">): Promise<Made> {
	const { piece, next } = await readRecords(ctx, from);
	const common = { offset, files, lost };
	return {
		piece,
		records: piece?.records ?? 0,
		next: next ? { ...common, phase: "records", ...next } : { ...common, phase: "pictures", piece: -1, line: 0 },
	};
}

async function makePictures(ctx: JobCtx, job: Job, from: In<"pictures">): Promise<Made> {
	const { piece, next, lost } = await copyPictures(ctx, job, from);
	const common = {
		offset: from.offset + (piece?.bytes.byteLength ?? 0),
		files: from.files + (piece?.files?.length ?? 0),
		lost: [...from.lost, ...lost],
	};
	return {
		piece,
		next: next ? { ...common, phase: "pictures", ...next } : { ...common, phase: "files", file: 0, made: null },
	};
}

/** The directory of the ZIP, which is its end. */
async function makeDirectory(ctx: JobCtx, job: Job, position: In<"directory">): Promise<Made> {
	const { files, after } = await filesAfter(ctx, job, position.after);
	const entries = files.map((file) => centralEntry(file, job.createdAt));
	const bytes = Buffer.concat(entries);
	const size = position.size + bytes.byteLength;
	const offset = position.start + position.size;
	if (after !== null) {
		const next = { ...position, size, after };
		return bytes.byteLength > 0 ? { piece: { file: "directory", bytes, offset }, next } : { next };
	}
	const end = endOfArchive({ entries: position.files, size, offset: position.start });
	return { piece: { file: "directory", bytes: Buffer.concat([bytes, end]), offset }, next: null };
}
