import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { DatabaseRefusal } from "../commit/refusals.ts";
import type { Ctx } from "../context.ts";
import { artists } from "../db/tables/tenant/artists.ts";
import { shops } from "../db/tables/tenant/shops.ts";
import { isOwnAddress, slugCandidates } from "../lib/slug.ts";
import { type Problem, problem } from "../problems.ts";

interface Slugged extends SQLiteTable {
	tenantId: AnySQLiteColumn<{ data: string }>;
	slug: AnySQLiteColumn<{ data: string }>;
}

/** The slug of a shop is unique among its tenant's. */
export const freeShopSlug = (ctx: Ctx, base: string): Promise<string> =>
	freeSlug(ctx, shops, base, eq(shops.tenantId, ctx.tenantId));

/** The slug of an artist is unique in the whole service, and none of the service's own addresses. */
export const freeArtistSlug = (ctx: Ctx, base: string): Promise<string> => freeSlug(ctx, artists, base);

/**
 * Makes a slug from `base` that no record has now. Another request may still take it before the commit,
 * and then the unique index refuses it. The operation decides again, and each new try draws other numbers.
 */
async function freeSlug({ db, tries }: Ctx, table: Slugged, base: string, among?: SQL): Promise<string> {
	const candidates = slugCandidates(base, tries, Math.random).filter(
		(candidate) => table !== artists || !isOwnAddress(candidate),
	);
	const rows = await db
		.select({ slug: table.slug })
		.from(table)
		.where(and(among, inArray(table.slug, candidates)));
	const taken = new Set(rows.map((row) => row.slug));
	return candidates.find((candidate) => !taken.has(candidate)) ?? candidates[0] ?? base;
}

export const isSlugTaken = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "unique" && refusal.columns.endsWith(".slug");

export const slugTaken = (whose: string): Problem => problem("conflict", `Another ${whose} has this slug.`);
