import { crc32 } from "node:zlib";
import type { ExportedFile } from "../../platform/db/tables/data/exports.ts";
import type { Job, JobCtx } from "../../platform/jobs/job.ts";
import { csvLine } from "../../platform/lib/text/csv.ts";
import { timestamp } from "../../platform/lib/time.ts";
import { digestSha256, emptySha256, updateSha256 } from "../../platform/lib/zip/resumable-sha256.ts";
import { isLargeSize, localHeader, localHeaderSize } from "../../platform/lib/zip/zip.ts";
import { csvLineOf, tables } from "./csv.ts";
import type { FileSoFar, NextPosition } from "./job.ts";
import {
	filesAfter,
	hasPictures,
	isOfFile,
	isPictureLine,
	linesOf,
	type NewPiece,
	nextPiece,
	readPiece,
	sizeOf,
} from "./pieces.ts";
import { missingIds, withoutMissing } from "./references.ts";
import { type Resource, resources } from "./resources.ts";
import type { WaitingPicture } from "./step-records.ts";

/** The next part of a file. */
interface Part {
	text: string;
	records: number;
	from: number;
}

interface FileSource {
	name: string;
	/** About how many bytes it will have, at most. */
	size(ctx: JobCtx, job: Job): Promise<number>;
	/** Null at its end. */
	read(ctx: JobCtx, job: Job, from: number, lost: readonly string[]): Promise<Part | null>;
}

const asLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

const recordsFile = ({ name, isHistory }: Resource): FileSource => ({
	name: `${name}.ndjson`,
	size: (ctx, job) => sizeOf(ctx, job, isOfFile(name)),
	async read(ctx, job, from, lost) {
		const piece = await nextPiece(ctx, job, isOfFile(name), from);
		if (!piece) return null;
		const lines = linesOf(await readPiece(ctx, piece)).filter((line) => !isPictureLine(line));
		const text = asLines(lines);
		const missing = isHistory ? new Set<string>() : await missingIds(ctx, job, name, text);
		for (const id of lost) missing.add(id);
		const mended = missing.size === 0 ? text : asLines(lines.map((line) => withoutMissing(line, missing)));
		return { text: mended, records: lines.length, from: piece.n };
	},
});

const picturesFile: FileSource = {
	name: "pictures.ndjson",
	size: (ctx, job) => sizeOf(ctx, job, hasPictures),
	async read(ctx, job, from, lost) {
		const piece = await nextPiece(ctx, job, hasPictures, from);
		if (!piece) return null;
		const shown = linesOf(await readPiece(ctx, piece))
			.filter(isPictureLine)
			.map((line) => (JSON.parse(line) as WaitingPicture)[0])
			.filter(({ id }) => !lost.includes(id));
		return { text: asLines(shown.map((one) => JSON.stringify(one))), records: shown.length, from: piece.n };
	},
};

/** A table for spreadsheets, of the records that are in the ZIP. */
const csvFile = (name: keyof typeof tables): FileSource => ({
	name,
	// The names of the fields are shorter in the records.
	size: async (ctx, job) => await sizeOf(ctx, job, isOfFile(`${tables[name].resource}.ndjson`)),
	async read(ctx, job, from) {
		const { resource, columns } = tables[name];
		// Excel needs the byte order mark to read the file as UTF-8.
		if (from < 0) return { text: `\ufeff${csvLine(columns)}`, records: 0, from: 0 };
		const piece = await nextPiece(ctx, job, isOfFile(`${resource}.ndjson`), from);
		if (!piece) return null;
		const lines = linesOf(await readPiece(ctx, piece)).map((line) => csvLineOf(JSON.parse(line), columns));
		return { text: lines.join(""), records: lines.length, from: piece.n };
	},
});

const atEnd = Number.MAX_SAFE_INTEGER;

/** It names all other files, so that everybody can check that nothing is missing and nothing was changed. */
const manifest: FileSource = {
	name: "manifest.json",
	size: async () => 0,
	async read(ctx, job, from) {
		if (from === atEnd) return null;
		let { files, after } = await filesAfter(ctx, job, from);
		while (files.length === 0 && after !== null) ({ files, after } = await filesAfter(ctx, job, after));
		const listed = files.map(({ name, records, size, sha256 }) =>
			JSON.stringify({ name, ...(records !== null && { records }), size_bytes: size, sha256 }),
		);
		const begin =
			from < 0 ? `${JSON.stringify(manifestOf(job), null, "\t").slice(0, -2)},\n\t"files": [\n\t\t` : ",\n\t\t";
		return {
			text: `${listed.length > 0 ? begin : ""}${listed.join(",\n\t\t")}${after === null ? "\n\t]\n}\n" : ""}`,
			records: 0,
			from: after ?? atEnd,
		};
	},
};

const manifestOf = (job: Job) => ({
	format: "tattoo-studio-export",
	version: 1,
	export_id: job.id,
	tenant_id: job.tenantId,
	as_of: timestamp(job.createdAt),
});

/** The pictures are in the ZIP already. */
const sources: readonly FileSource[] = [
	...resources.map(recordsFile),
	picturesFile,
	csvFile("clients.csv"),
	csvFile("appointments.csv"),
	manifest,
];

export const filesBesidePictures = sources.length;

type FilesPosition = Extract<NextPosition, { phase: "files" }>;

/**
 * Makes the next part of a file. The header of a file tells its checksum, so it is made last, though it stands first. Its
 * size is known before.
 */
export async function makeFile(
	ctx: JobCtx,
	job: Job,
	position: FilesPosition,
): Promise<{ piece: NewPiece; next: NextPosition }> {
	const { offset, files, lost, file } = position;
	const source = sources[file] as FileSource;
	const made = position.made ?? (await begun(ctx, job, source, offset));
	const part = await source.read(ctx, job, made.from, lost);
	if (part) {
		const bytes = new TextEncoder().encode(part.text);
		const piece = {
			file: source.name,
			bytes,
			offset: made.offset + made.headerBytes + made.size,
			records: part.records,
		};
		return { piece, next: { offset, files, lost, phase: "files", file, made: withPart(made, bytes, part) } };
	}
	const end = made.offset + made.headerBytes + made.size;
	const common = { offset: end, files: files + 1, lost };
	return {
		piece: headerPiece(job, source.name, made),
		next: sources[file + 1]
			? { ...common, phase: "files", file: file + 1, made: null }
			: { ...common, phase: "directory", after: -1, start: end, size: 0 },
	};
}

async function begun(ctx: JobCtx, job: Job, source: FileSource, offset: number): Promise<FileSoFar> {
	const isLarge = isLargeSize(await source.size(ctx, job));
	const headerBytes = localHeaderSize(source.name, isLarge);
	return { offset, headerBytes, size: 0, crc32: 0, sha256: emptySha256, records: 0, from: -1 };
}

const withPart = (made: FileSoFar, bytes: Uint8Array, { records, from }: Part): FileSoFar => ({
	...made,
	size: made.size + bytes.byteLength,
	crc32: crc32(bytes, made.crc32),
	sha256: updateSha256(made.sha256, bytes),
	records: made.records + records,
	from,
});

function headerPiece(job: Job, name: string, { offset, headerBytes, ...made }: FileSoFar): NewPiece {
	const file: ExportedFile = {
		name,
		offset,
		size: made.size,
		crc32: made.crc32,
		sha256: digestSha256(made.sha256),
		records: made.records,
	};
	const isLarge = headerBytes === localHeaderSize(name, true);
	return { file: name, bytes: localHeader(file, job.createdAt, isLarge), offset, files: [file] };
}
