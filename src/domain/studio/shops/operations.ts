import { and, eq, sql } from "drizzle-orm";
import { type Change, decideAgain, noChange } from "../../../platform/commit/change.ts";
import {
	referrersIn,
	refusedRemoval,
	removeUnreferenced,
	stillReferenced,
} from "../../../platform/commit/referrers.ts";
import type { DatabaseRefusal } from "../../../platform/commit/transaction/refusals.ts";
import { insert, remove, update, updateToNext, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { walkedList } from "../../../platform/db/lists/walked-list.ts";
import { columnsOf, defaultsOf, firstRevision, laterThanBefore, nextRevision } from "../../../platform/db/record.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { calendarFeeds } from "../../../platform/db/tables/data/calendars.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { together } from "../../../platform/db/together.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { mergedMetadata } from "../../../platform/http/fields/metadata.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { changesBetween } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { defaultLanguage } from "../../../platform/lib/languages.ts";
import { slugOf } from "../../../platform/lib/text/slug.ts";
import { recordFinder } from "../../../platform/record-finder.ts";
import { freeShopSlug, isSlugTaken, slugTaken } from "../slugs.ts";
import { type NewShop, type Shop, type ShopPatch, type ShopRow, toShop } from "./schema.ts";

export async function listShops(
	ctx: Ctx,
	filters: UpdatedFilters & { slug?: string | undefined },
	page: PageRequest,
): Promise<PartialPage<Shop>> {
	const found = await pageWithLargeColumns(ctx, shops, {
		large: ["websiteUrl", "description", "metadata"],
		...walkedList(shops, ctx, page, { updated: updatedRange(filters), indexed: [[shops.slug, filters.slug]] }),
		take: page.take,
	});
	return { ...found, rows: found.rows.map(toShop) };
}

export const getShop = async (ctx: Ctx, id: string): Promise<Shop> => toShop(await findShop(ctx, id));

export async function createShop(ctx: Ctx, given: NewShop): Promise<Change<Shop>> {
	const [slug, timezone] = await together(
		ctx,
		(ctx) => given.slug ?? freeShopSlug(ctx, slugOf(given.name, "shop")),
		(ctx) => given.timezone ?? tenantTimezone(ctx),
	);
	const row: ShopRow = {
		...defaultsOf(shops),
		id: newId("shop", ctx.now),
		tenantId: ctx.tenantId,
		name: given.name,
		language: defaultLanguage,
		...columnsOf(shops, given),
		slug,
		timezone,
		...firstRevision(ctx.now),
	};
	const result = toShop(row);
	return {
		result,
		writes: [insert(shops).values(row)],
		events: [{ type: "shop.created", data: payload("shop", result) }],
		audit: { action: "shop.created", resourceId: row.id },
		onRefused: (refusal) => (given.slug === undefined && isSlugTaken(refusal) ? decideAgain : refusedShop(refusal)),
	};
}

export async function updateShop(ctx: Ctx, id: string, patch: ShopPatch): Promise<Change<Shop>> {
	const row = await findShop(ctx, id);
	const before = toShop(row);
	const next: ShopRow = {
		...row,
		...columnsOf(shops, patch),
		metadata: mergedMetadata(row.metadata, patch.metadata),
		...nextRevision(row, ctx.now),
	};
	const result = toShop(next);
	const changes = changesBetween(before, result);
	if (!changes) return noChange(before);
	return {
		result,
		writes: [updateToNext(shops, row, next), ...(next.slug === row.slug ? [] : [touchEventTypes(next)])],
		audit: { action: "shop.updated", resourceId: id, changes },
		onRefused: refusedShop,
	};
}

export async function deleteShop(ctx: Ctx, id: string): Promise<Change<{ object: "shop"; id: string; deleted: true }>> {
	const shop = { tenantId: ctx.tenantId, id };
	const referrers = [
		referrersIn("artist", artists, artists.shopId, shop),
		referrersIn("appointment", appointments, appointments.shopId, shop),
	];
	const [row, inUse] = await together(
		ctx,
		(ctx) => findShop(ctx, id),
		(ctx) => stillReferenced(ctx, "shop", referrers),
	);
	if (inUse) throw inUse;
	return {
		result: { object: "shop", id, deleted: true },
		writes: [
			remove(calendarFeeds).where(and(eq(calendarFeeds.tenantId, ctx.tenantId), eq(calendarFeeds.ownerId, id))),
			removeUnreferenced(shops, row, referrers),
		],
		audit: { action: "shop.deleted", resourceId: id },
		onRefused: refusedRemoval,
	};
}

const findShop = recordFinder(shops, "shop");

export async function tenantTimezone({ db, tenantId }: Ctx): Promise<string> {
	const [studio] = await db.select({ timezone: studios.timezone }).from(studios).where(eq(studios.tenantId, tenantId));
	return studio?.timezone ?? "UTC";
}

/** Event types show the slug of the shop, so callers that sync event types must see a change of it. */
const touchEventTypes = ({ tenantId, id, updatedAt }: ShopRow): Write =>
	update(eventTypes)
		.set({ updatedAt: laterThanBefore(updatedAt), revision: sql`revision + 1` })
		.where(
			and(
				eq(eventTypes.tenantId, tenantId),
				sql`${eventTypes.artistId} IN (SELECT id FROM ${artists} WHERE tenant_id = ${tenantId} AND shop_id = ${id})`,
			),
		);

const refusedShop = (refusal: DatabaseRefusal) => (isSlugTaken(refusal) ? slugTaken("shop") : undefined);
