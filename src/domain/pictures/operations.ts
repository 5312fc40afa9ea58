import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { type AnyChange, type Change, decideAgain, noChange } from "../../platform/commit/change.ts";
import { type DatabaseRefusal, isStale } from "../../platform/commit/transaction/refusals.ts";
import { removeIfUnchanged, update, updateIfUnchanged, type Write } from "../../platform/commit/write.ts";
import type { Ctx } from "../../platform/context.ts";
import { laterThanBefore, nextRevision } from "../../platform/db/record.ts";
import { pictures } from "../../platform/db/tables/data/pictures.ts";
import { together } from "../../platform/db/together.ts";
import { changesBetween } from "../../platform/lib/changes.ts";
import { notFound } from "../../platform/problems/problem.ts";
import { hideInEventTypes, type Owner, pictureCountOf, touchOwner, withoutAvatar } from "./owners.ts";
import { type Picture, type PicturePatch, type PictureRow, toPicture } from "./schema.ts";

const ofOwner = ({ tenantId }: Ctx, { id }: Owner): SQL | undefined =>
	and(eq(pictures.tenantId, tenantId), eq(pictures.ownerId, id));

/** A record has few pictures, so all of them are read. The query itself would run again at each `then`. */
const readPictures = async (ctx: Ctx, owner: Owner): Promise<PictureRow[]> =>
	await ctx.db.select().from(pictures).where(ofOwner(ctx, owner)).orderBy(asc(pictures.position));

/** In the order that the studio has given them. */
export async function listPictures(ctx: Ctx, owner: Owner): Promise<Picture[]> {
	const [, rows] = await together(
		ctx,
		(ctx) => pictureCountOf(ctx, owner),
		(ctx) => readPictures(ctx, owner),
	);
	return rows.map((row) => toPicture(ctx, row));
}

export const getPicture = async (ctx: Ctx, owner: Owner, id: string): Promise<Picture> =>
	toPicture(ctx, await findPicture(ctx, owner, id));

async function findPicture(ctx: Ctx, owner: Owner, id: string): Promise<PictureRow> {
	const [row] = await ctx.db
		.select()
		.from(pictures)
		.where(and(ofOwner(ctx, owner), eq(pictures.id, id)));
	if (!row) throw notFound("picture");
	return row;
}

export async function updatePicture(ctx: Ctx, owner: Owner, id: string, patch: PicturePatch): Promise<Change<Picture>> {
	const [row, count] = await together(
		ctx,
		(ctx) => findPicture(ctx, owner, id),
		(ctx) => pictureCountOf(ctx, owner),
	);
	const caption = patch.caption === undefined ? row.caption : patch.caption || null;
	const position = Math.min(patch.position ?? row.position, count);
	if (caption === row.caption && position === row.position) return noChange(toPicture(ctx, row));
	const next: PictureRow = { ...row, caption, position, ...nextRevision(row, ctx.now) };
	return {
		result: toPicture(ctx, next),
		writes: [
			...makeRoom(ctx, owner, row.position, position),
			updateIfUnchanged(pictures, row, next),
			touchOwner(ctx, owner, {}, sql`picture_count = ${count}`),
		],
		audit: {
			action: "picture.updated",
			resourceId: id,
			details: { owner_id: owner.id },
			recentChanges: changesBetween(
				{ caption: row.caption, position: row.position },
				{ caption: next.caption, position: next.position },
			),
		},
		onRefused: againIfStale,
	};
}

/** Another request added, moved or removed a picture of the record. */
const againIfStale = (refusal: DatabaseRefusal) => (isStale(refusal) ? decideAgain : undefined);

/** The pictures between the old and the new position move by one. */
function makeRoom(ctx: Ctx, owner: Owner, from: number, to: number): Write[] {
	if (from === to) return [];
	const between = (first: number, last: number) => sql`position BETWEEN ${first} AND ${last}`;
	return [
		to < from
			? movePictures(ctx, owner, between(to, from - 1), 1)
			: movePictures(ctx, owner, between(from + 1, to), -1),
	];
}

const movePictures = (ctx: Ctx, owner: Owner, which: SQL, step: 1 | -1): Write =>
	update(pictures)
		.set({
			position: sql`position + ${step}`,
			updatedAt: laterThanBefore(ctx.now),
			revision: sql`revision + 1`,
		})
		.where(and(ofOwner(ctx, owner), which));

export async function deletePicture(
	ctx: Ctx,
	owner: Owner,
	id: string,
): Promise<AnyChange<{ object: "picture"; id: string; deleted: true }>> {
	const row = await findPicture(ctx, owner, id);
	return {
		result: { object: "picture", id, deleted: true },
		writes: [
			removeIfUnchanged(pictures, row),
			movePictures(ctx, owner, gt(pictures.position, row.position), -1),
			touchOwner(ctx, owner, { pictureCount: sql`picture_count - 1`, ...withoutAvatar(row) }),
			...(owner.type === "artist" ? [hideInEventTypes(ctx, row)] : []),
		],
		audit: { action: "picture.deleted", resourceId: id, details: { owner_id: owner.id } },
		onRefused: againIfStale,
	};
}
