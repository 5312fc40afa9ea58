import { and, desc, eq, sql } from "drizzle-orm";
import { type Change, unchanged } from "../../commit/commit.ts";
import { Overtaken } from "../../commit/overtaken.ts";
import { guarded, insert, update, type Write } from "../../commit/write.ts";
import type { Ctx } from "../../context.ts";
import type { Violation } from "../../db/errors.ts";
import { listed } from "../../db/lists/list-condition.ts";
import { tenants } from "../../db/tables/service/tenants.ts";
import { artists } from "../../db/tables/tenant/artists.ts";
import { eventTypes } from "../../db/tables/tenant/event-types.ts";
import { shops } from "../../db/tables/tenant/shops.ts";
import type { PageRequest } from "../../http/endpoint.ts";
import { payload } from "../../lib/camel.ts";
import { changesBetween } from "../../lib/changes.ts";
import { newId } from "../../lib/ids.ts";
import { slugOf } from "../../lib/slug.ts";
import { notFound } from "../../problems.ts";
import { freeSlug, isSlugTaken, slugTaken } from "../slugs.ts";
import { type NewShop, type Shop, type ShopPatch, type ShopRow, toShop } from "./schema.ts";

export async function listShops(
	ctx: Ctx,
	filters: { updated_since?: number | undefined },
	page: PageRequest,
): Promise<Shop[]> {
	const rows = await ctx.db
		.select()
		.from(shops)
		.where(listed(shops, ctx, page, { updatedSince: filters.updated_since }))
		.orderBy(desc(shops.id))
		.limit(page.take);
	return rows.map(toShop);
}

export const getShop = async (ctx: Ctx, id: string): Promise<Shop> => toShop(await findShop(ctx, id));

/** `losses`: how many slugs made from the name were lost to racing requests. */
export async function createShop(ctx: Ctx, given: NewShop, losses = 0): Promise<Change<Shop>> {
	const [slug, timezone] = await Promise.all([
		given.slug ?? freeSlug(ctx, shops, slugOf(given.name, "shop"), losses),
		given.timezone ?? tenantTimezone(ctx),
	]);
	const row: ShopRow = {
		id: newId("shop", ctx.now),
		tenantId: ctx.tenantId,
		name: given.name,
		email: null,
		phone: null,
		websiteUrl: null,
		description: null,
		address: null,
		metadata: {},
		...columnsOf(given),
		slug,
		timezone,
		createdAt: ctx.now,
		updatedAt: ctx.now,
		revision: 1,
	};
	const result = toShop(row);
	return {
		result,
		writes: [insert(shops).values(row)],
		events: [{ type: "shop.created", data: payload("shop", result) }],
		audit: { action: "shop.created", resourceId: row.id },
		refused: (refusal) => {
			if (given.slug === undefined && isSlugTaken(refusal))
				throw new Overtaken(() => createShop(ctx, given, losses + 1));
			return refusedShop(refusal);
		},
	};
}

export async function updateShop(ctx: Ctx, id: string, patch: ShopPatch): Promise<Change<Shop>> {
	const row = await findShop(ctx, id);
	const before = toShop(row);
	const next: ShopRow = { ...row, ...columnsOf(patch), updatedAt: ctx.now, revision: row.revision + 1 };
	const result = toShop(next);
	if (!changesBetween(before, result)) return unchanged(before);
	return {
		result,
		writes: [
			guarded(update(shops).set(next).where(asRead(row))),
			...(next.slug === row.slug ? [] : [touchEventTypes(next)]),
		],
		audit: { action: "shop.updated", resourceId: id },
		refused: refusedShop,
	};
}

async function findShop({ db, tenantId }: Ctx, id: string): Promise<ShopRow> {
	const [row] = await db
		.select()
		.from(shops)
		.where(and(eq(shops.tenantId, tenantId), eq(shops.id, id)));
	if (!row) throw notFound("shop");
	return row;
}

export async function tenantTimezone({ db, tenantId }: Ctx): Promise<string> {
	const [tenant] = await db.select({ timezone: tenants.timezone }).from(tenants).where(eq(tenants.id, tenantId));
	return tenant?.timezone ?? "UTC";
}

/** The row as it was when the change was decided. */
const asRead = (row: ShopRow) =>
	and(eq(shops.tenantId, row.tenantId), eq(shops.id, row.id), eq(shops.revision, row.revision));

/** They show the shop's slug: whoever syncs them must see it change. */
const touchEventTypes = ({ tenantId, id, updatedAt }: ShopRow): Write =>
	update(eventTypes)
		.set({ updatedAt })
		.where(
			and(
				eq(eventTypes.tenantId, tenantId),
				sql`${eventTypes.artistId} IN (SELECT id FROM ${artists} WHERE tenant_id = ${tenantId} AND shop_id = ${id})`,
			),
		);

const refusedShop = (refusal: Violation) => (isSlugTaken(refusal) ? slugTaken("shop") : undefined);

/** The columns that a body sets. */
function columnsOf(given: ShopPatch): Partial<ShopRow> {
	const columns = {
		name: given.name,
		slug: given.slug,
		timezone: given.timezone,
		email: given.email,
		phone: given.phone,
		websiteUrl: given.website_url,
		description: given.description,
		address: given.address,
		metadata: given.metadata,
	};
	return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<ShopRow>;
}
