import { crc32 } from "node:zlib";
import type { ExportedFile } from "../../platform/db/tables/data/exports.ts";
import type { Job, JobCtx } from "../../platform/jobs/job.ts";
import { localHeader } from "../../platform/lib/zip/zip.ts";
import type { PictureType } from "../../platform/pictures/picture-type.ts";
import { hasPictures, isPictureLine, linesOf, type NewPiece, nextPiece, readPiece } from "./pieces.ts";
import type { WaitingPicture } from "./step-records.ts";

const endings: Record<PictureType, string> = {
	"image/jpeg": "jpg",
	"image/png": "png",
	"image/webp": "webp",
	"image/avif": "avif",
	"image/heic": "heic",
};

/** One picture has up to 15 MiB. */
const bytesOfPiece = 8 * 1024 * 1024;
const picturesOfPiece = 100;
/** A Worker may wait for six calls at a time. */
const readsAtOnce = 5;

interface PicturesCopied {
	/** Undefined if there were no pictures left. */
	piece?: NewPiece;
	/** Null if all pictures are copied. */
	next: { piece: number; line: number } | null;
	lost: string[];
}

/** Copies the next pictures into the ZIP. */
export async function copyPictures(
	ctx: JobCtx,
	job: Job,
	{ piece: last, line, offset }: { piece: number; line: number; offset: number },
): Promise<PicturesCopied> {
	const waiting = await nextPiece(ctx, job, hasPictures, last);
	if (!waiting) return { next: null, lost: [] };
	const lines = linesOf(await readPiece(ctx, waiting)).filter(isPictureLine);
	const pictures = lines.slice(line, line + picturesOfPiece).map((one) => JSON.parse(one) as WaitingPicture);
	const taken = fitting(pictures);
	const parts: Uint8Array[] = [];
	const files: ExportedFile[] = [];
	const lost: string[] = [];
	let at = offset;
	for (const [[shown], bytes] of await readAll(ctx, taken)) {
		if (!bytes) {
			lost.push(shown.id);
			continue;
		}
		const name = `pictures/${shown.id}.${endings[shown.content_type]}`;
		const file = { name, size: bytes.byteLength, crc32: crc32(bytes) };
		files.push({ ...file, offset: at, sha256: shown.sha256, records: null });
		const header = localHeader(file, job.createdAt);
		parts.push(header, bytes);
		at += header.byteLength + bytes.byteLength;
	}
	const isDone = line + taken.length >= lines.length;
	return {
		...(files.length > 0 && { piece: { file: "pictures", bytes: Buffer.concat(parts), offset, files } }),
		next: isDone ? { piece: waiting.n, line: 0 } : { piece: last, line: line + taken.length },
		lost,
	};
}

/** At least one. */
function fitting(pictures: WaitingPicture[]): WaitingPicture[] {
	let bytes = 0;
	const end = pictures.findIndex(([{ size_bytes }], n) => {
		bytes += size_bytes;
		return n > 0 && bytes > bytesOfPiece;
	});
	return end < 0 ? pictures : pictures.slice(0, end);
}

/** Null for the bytes that the bucket does not have. */
async function readAll({ objects }: JobCtx, pictures: WaitingPicture[]) {
	const found: [WaitingPicture, Uint8Array | null][] = [];
	for (let at = 0; at < pictures.length; at += readsAtOnce)
		found.push(
			...(await Promise.all(
				pictures.slice(at, at + readsAtOnce).map(async (picture): Promise<[WaitingPicture, Uint8Array | null]> => {
					const object = await objects.get(picture[1]);
					return [picture, object && new Uint8Array(await object.arrayBuffer())];
				}),
			)),
		);
	return found;
}
