import { and, eq, sql } from "drizzle-orm";
import { type Change, decideAgain, noChange } from "../../../platform/commit/change.ts";
import type { DatabaseRefusal } from "../../../platform/commit/transaction/refusals.ts";
import { insert, update, updateToNext, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { walkedList } from "../../../platform/db/lists/walked-list.ts";
import { columnsOf, defaultsOf, firstRevision, laterThanBefore, nextRevision } from "../../../platform/db/record.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { pictures } from "../../../platform/db/tables/data/pictures.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { together } from "../../../platform/db/together.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { mergedMetadata } from "../../../platform/http/fields/metadata.ts";
import { settle, unwrap } from "../../../platform/lib/async/settle.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { changesBetween } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { slugOf } from "../../../platform/lib/text/slug.ts";
import { fieldProblem, type Problem } from "../../../platform/problems/problem.ts";
import { recordFinder } from "../../../platform/record-finder.ts";
import { tenantTimezone } from "../shops/operations.ts";
import { holdArtistSlug, isSlugTaken, slugTaken } from "../slugs.ts";
import { type Artist, type ArtistPatch, type ArtistRow, type NewArtist, toArtist } from "./schema.ts";

interface Filters extends UpdatedFilters {
	slug?: string | undefined;
	shop_id?: string | undefined;
	status?: ArtistRow["status"] | undefined;
}

export async function listArtists(ctx: Ctx, filters: Filters, page: PageRequest): Promise<PartialPage<Artist>> {
	const found = await pageWithLargeColumns(ctx, artists, {
		large: ["bio", "websiteUrl", "avatarUrl", "workingHours", "metadata"],
		...walkedList(artists, ctx, page, {
			updated: updatedRange(filters),
			indexed: [
				[artists.slug, filters.slug],
				[artists.shopId, filters.shop_id],
				[artists.status, filters.status],
			],
		}),
		take: page.take,
	});
	return { ...found, rows: found.rows.map(toArtist) };
}

export const getArtist = async (ctx: Ctx, id: string): Promise<Artist> => toArtist(await findArtist(ctx, id));

export async function createArtist(ctx: Ctx, given: NewArtist): Promise<Change<Artist>> {
	const holding = settle(holdArtistSlug(ctx, { base: slugOf(given.name, "artist"), given: given.slug }));
	const [shop, timezone] = await together(
		ctx,
		(ctx) => readShop(ctx, given.shop_id),
		(ctx) => given.timezone ?? tenantTimezone(ctx),
	);
	const slug = unwrap(await holding);
	if (given.avatar_picture_id) throw noPicture();
	const row: ArtistRow = {
		...defaultsOf(artists),
		id: newId("artist", ctx.now),
		tenantId: ctx.tenantId,
		name: given.name,
		status: "ACTIVE",
		...columnsOf(artists, given),
		slug,
		timezone: given.timezone ?? shop?.timezone ?? timezone,
		...firstRevision(ctx.now),
	};
	const result = toArtist(row);
	return {
		result,
		writes: [insert(artists).values(row)],
		events: [{ type: "artist.created", data: payload("artist", result) }],
		audit: { action: "artist.created", resourceId: row.id },
		onRefused: (refusal) => (given.slug === undefined && isSlugTaken(refusal) ? decideAgain : refusedArtist(refusal)),
	};
}

export async function updateArtist(ctx: Ctx, id: string, patch: ArtistPatch): Promise<Change<Artist>> {
	const [row] = await together(
		ctx,
		(ctx) => findArtist(ctx, id),
		(ctx) => readShop(ctx, patch.shop_id),
		(ctx) => requirePicture(ctx, id, patch.avatar_picture_id),
	);
	const before = toArtist(row);
	const next: ArtistRow = {
		...row,
		...columnsOf(artists, patch),
		metadata: mergedMetadata(row.metadata, patch.metadata),
		...nextRevision(row, ctx.now),
	};
	const result = toArtist(next);
	const changes = changesBetween(before, result);
	if (!changes) return noChange(before);
	if (next.slug !== row.slug) await holdArtistSlug(ctx, { base: next.slug, given: next.slug, previous: row.slug });
	const deactivated = row.status === "ACTIVE" && next.status === "DEACTIVATED";
	return {
		result,
		writes: [
			updateToNext(artists, row, next),
			...(next.slug === row.slug && next.shopId === row.shopId ? [] : [touchEventTypes(next)]),
		],
		events: deactivated ? [{ type: "artist.deactivated", data: { ...payload("artist", result), changes } }] : [],
		audit: { action: deactivated ? "artist.deactivated" : "artist.updated", resourceId: id, changes },
		onRefused: refusedArtist,
	};
}

export const findArtist = recordFinder(artists, "artist");

/** Event types show the slug and shop of their artist, so callers that sync event types must see a change of these. */
const touchEventTypes = ({ tenantId, id, updatedAt }: ArtistRow): Write =>
	update(eventTypes)
		.set({ updatedAt: laterThanBefore(updatedAt), revision: sql`revision + 1` })
		.where(and(eq(eventTypes.tenantId, tenantId), eq(eventTypes.artistId, id)));

async function readShop({ db, tenantId }: Ctx, id: string | null | undefined): Promise<{ timezone: string } | null> {
	if (id === null || id === undefined) return null;
	const [shop] = await db
		.select({ timezone: shops.timezone })
		.from(shops)
		.where(and(eq(shops.tenantId, tenantId), eq(shops.id, id)));
	if (!shop) throw noShop();
	return shop;
}

async function requirePicture({ db, tenantId }: Ctx, artistId: string, id: string | null | undefined): Promise<void> {
	if (id === null || id === undefined) return;
	const found = await db
		.select({ id: pictures.id })
		.from(pictures)
		.where(and(eq(pictures.tenantId, tenantId), eq(pictures.id, id), eq(pictures.ownerId, artistId)));
	if (found.length === 0) throw noPicture();
}

const noPicture = () => fieldProblem("avatar_picture_id", "names no picture of the artist");

const noShop = () => fieldProblem("shop_id", "names no shop");

const refusedArtist = (refusal: DatabaseRefusal): Problem | undefined => {
	if (refusal.kind === "foreign_key") return noShop();
	return isSlugTaken(refusal) ? slugTaken("artist") : undefined;
};
