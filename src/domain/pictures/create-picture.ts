import { sql } from "drizzle-orm";
import { type AnyChange, decideAgain, type NewObject } from "../../platform/commit/change.ts";
import { isStale } from "../../platform/commit/transaction/refusals.ts";
import { storageFull, storedBytesOf } from "../../platform/commit/transaction/stored-bytes.ts";
import type { Write } from "../../platform/commit/write.ts";
import type { Ctx } from "../../platform/context.ts";
import { firstRevision } from "../../platform/db/record.ts";
import { pictures } from "../../platform/db/tables/data/pictures.ts";
import { together } from "../../platform/db/together.ts";
import type { Upload } from "../../platform/http/endpoint/upload.ts";
import { newId } from "../../platform/lib/ids.ts";
import { problem } from "../../platform/problems/problem.ts";
import { type Owner, pictureCountOf, touchOwner } from "./owners.ts";
import { type Picture, type PictureRow, toPicture } from "./schema.ts";

/** Contract: Pictures 4. */
export const maxPictures = 30;

export async function createPicture(
	ctx: Ctx,
	owner: Owner,
	upload: Upload,
	caption: string | undefined,
): Promise<AnyChange<Picture>> {
	const [count] = await together(
		ctx,
		(ctx) => pictureCountOf(ctx, owner),
		(ctx) => checkRoom(ctx),
	);
	if (count >= maxPictures)
		throw problem("conflict", `A record has at most ${maxPictures} pictures. Delete one first.`);
	const row = newRow(ctx, { ownerType: owner.type, ownerId: owner.id, position: count + 1 }, upload, caption);
	const position = sql`(SELECT position FROM ${pictures} WHERE tenant_id = ${ctx.tenantId} AND id = ${row.id})`;
	const shown = (at: number): Picture => toPicture(ctx, { ...row, position: at });
	return {
		resultFrom: (results) => shown(Number(positionIn(results))),
		replayable: {
			draft: shown(row.position),
			field: "position",
			drafted: row.position,
			value: position,
			withValue: (value) => shown(Number(value)),
		},
		object: objectOf(upload, (place) => [insertAtEnd({ ...row, ...place })]),
		writes: [touchOwner(ctx, owner, { pictureCount: sql`picture_count + 1` }, sql`picture_count < ${maxPictures}`)],
		audit: { action: "picture.created", resourceId: row.id, details: { owner_id: owner.id } },
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}

/** A full studio is refused before its bytes are stored, and one that would be full with bytes that count later. */
export async function checkRoom({ db, tenantId, storage }: Ctx, bytes = 0): Promise<void> {
	if (storage && (await storedBytesOf(db, tenantId)) + bytes > storage.bytes) throw storageFull(storage);
}

export const newRow = (
	ctx: Ctx,
	owner: Pick<PictureRow, "ownerType" | "ownerId" | "position">,
	{ type, width, height, bytes, sha256 }: Upload,
	caption: string | undefined,
): PictureRow => ({
	id: newId("picture", ctx.now),
	tenantId: ctx.tenantId,
	...owner,
	contentType: type,
	width,
	height,
	sizeBytes: bytes.byteLength,
	sha256,
	caption: caption?.trim() ? caption : null,
	bucket: "PICTURES",
	objectKey: "",
	...firstRevision(ctx.now),
});

/** The same object each time the operation decides. */
export function objectOf(upload: Upload, writes: NewObject["writes"]): NewObject {
	upload.object ??= { bytes: upload.bytes, contentType: upload.type, sha256: upload.sha256, writes };
	upload.object.writes = writes;
	return upload.object;
}

/** The next place is read in the transaction. */
function insertAtEnd(row: PictureRow): Write {
	const { tenantId, ownerId } = row;
	const last = sql`(SELECT coalesce(max(position), 0) FROM ${pictures} WHERE tenant_id = ${tenantId} AND owner_id = ${ownerId})`;
	const write = sql`INSERT INTO ${pictures} (id, tenant_id, owner_type, owner_id, content_type, width, height, size_bytes, sha256,
				caption, position, bucket, object_key, created_at, updated_at, revision)
			VALUES (${row.id}, ${tenantId}, ${row.ownerType}, ${ownerId}, ${row.contentType}, ${row.width}, ${row.height},
				${row.sizeBytes}, ${row.sha256}, ${row.caption}, ${last} + 1, ${row.bucket}, ${row.objectKey}, ${row.createdAt},
				${row.updatedAt}, ${row.revision})
			RETURNING position AS picture_position`;
	return storing(write, row);
}

/** The bytes count to the studio's storage. A trigger counts them back when the picture is deleted. */
export const storing = (write: Write, { sizeBytes }: PictureRow): Write => ({
	write,
	condition: sql`changes() = 1`,
	reason: "stale_write",
	freedBytes: -sizeBytes,
});

const positionIn = (results: D1Result[]): unknown =>
	(results.flatMap(({ results: rows }) => rows) as { picture_position?: number }[]).find(
		({ picture_position }) => picture_position !== undefined,
	)?.picture_position;
