import { and, asc, eq, inArray } from "drizzle-orm";
import { eachOf } from "../../platform/db/each-of.ts";
import { pictures } from "../../platform/db/tables/data/pictures.ts";
import type { JobCtx } from "../../platform/jobs/job.ts";
import { type PictureRow, toPicture } from "../pictures/schema.ts";
import type { NewPiece } from "./pieces.ts";
import { type Resource, resources } from "./resources.ts";

const recordsAtOnce = 200;
const recordsOfPiece = 1000;
/** A later step makes a checksum of them, which takes the most time of all. */
const bytesOfPiece = 512 * 1024;

interface RecordsRead {
	/** Undefined if there were no records left. */
	piece?: NewPiece;
	/** Null if all resources are read. */
	next: { resource: number; after: string | null } | null;
}

/** Reads on in the lists of the API, up to the end of one resource. */
export async function readRecords(ctx: JobCtx, from: { resource: number; after: string | null }): Promise<RecordsRead> {
	let { resource: n, after } = from;
	for (let resource = resources[n]; resource; resource = resources[n]) {
		const read = await readResource(ctx, resource, after);
		const next = read.after === null ? { resource: n + 1, after: null } : { resource: n, after: read.after };
		if (read.piece) return { piece: read.piece, next: resources[next.resource] ? next : null };
		({ resource: n, after } = next);
	}
	return { next: null };
}

async function readResource(ctx: JobCtx, resource: Resource, from: string | null) {
	const lines: string[] = [];
	let [records, pictures, bytes] = [0, 0, 0];
	let after = from;
	do {
		const found = await resource.list(ctx, { after: after ?? undefined, take: recordsAtOnce });
		const page = Array.isArray(found) ? { rows: found, more: false } : found;
		const shown = page.rows.map((record) => JSON.stringify(record));
		const withPictures = page.rows.filter((record) => record.picture_count);
		const ofPictures = await readPicturesOf(
			ctx,
			withPictures.map(({ id }) => id),
		);
		lines.push(...shown, ...ofPictures.map((row) => pictureLine(ctx, row)));
		records += shown.length;
		pictures += ofPictures.length;
		bytes += shown.reduce((sum, line) => sum + line.length, 0);
		const hasMore = page.more || page.rows.length >= recordsAtOnce;
		after = hasMore ? ((("nextAfter" in page && page.nextAfter) || page.rows.at(-1)?.id) ?? null) : null;
	} while (after !== null && pictures === 0 && records < recordsOfPiece && bytes < bytesOfPiece);
	if (records === 0) return { after };
	const text = lines.map((line) => `${line}\n`).join("");
	return { after, piece: { file: resource.name, bytes: new TextEncoder().encode(text), records, pictures } };
}

/** They are read after their records, so the avatar of an artist is among them unless it was deleted meanwhile. */
async function readPicturesOf({ db, tenantId }: JobCtx, ids: string[]): Promise<PictureRow[]> {
	if (ids.length === 0) return [];
	return await db
		.select()
		.from(pictures)
		.where(and(eq(pictures.tenantId, tenantId), inArray(pictures.ownerId, eachOf(ids))))
		.orderBy(asc(pictures.ownerId), asc(pictures.position));
}

/** The picture as the API shows it, and what the copy of its bytes needs. */
export type WaitingPicture = [shown: ReturnType<typeof toPicture>, object: Pick<PictureRow, "bucket" | "objectKey">];

const pictureLine = (ctx: JobCtx, row: PictureRow): string =>
	JSON.stringify([toPicture(ctx, row), { bucket: row.bucket, objectKey: row.objectKey }] satisfies WaitingPicture);
