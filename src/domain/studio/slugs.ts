import { and, eq, inArray } from "drizzle-orm";
import type { DatabaseRefusal } from "../../platform/commit/transaction/refusals.ts";
import type { Ctx } from "../../platform/context.ts";
import { shops } from "../../platform/db/tables/data/shops.ts";
import { isReservedSlug, slugCandidates } from "../../platform/lib/text/slug.ts";
import { type Problem, problem } from "../../platform/problems/problem.ts";

/**
 * A slug for a shop, made from `base`, that no other shop of the tenant has now. If another request takes it before the
 * commit, the unique index refuses the change. The operation then decides again, and each new try draws other numbers.
 */
export async function freeShopSlug({ db, tenantId, tries }: Ctx, base: string): Promise<string> {
	const candidates = slugCandidates(base, tries, Math.random);
	const rows = await db
		.select({ slug: shops.slug })
		.from(shops)
		.where(and(eq(shops.tenantId, tenantId), inArray(shops.slug, candidates)));
	const taken = new Set(rows.map((row) => row.slug));
	return candidates.find((candidate) => !taken.has(candidate)) ?? candidates[0] ?? base;
}

/** The slug is unique in the whole service and is not one of the service's own addresses. */
export async function holdArtistSlug(ctx: Ctx, { base, given, previous }: ArtistSlug): Promise<string> {
	if (given !== undefined && isReservedSlug(given)) throw slugReserved();
	const candidates =
		given === undefined
			? slugCandidates(base, ctx.tries, Math.random).filter((candidate) => !isReservedSlug(candidate))
			: [given];
	const wanted = { tenantId: ctx.tenantId, candidates, given: given !== undefined };
	const held = await ctx.holdAddress(previous === undefined ? wanted : { ...wanted, instead: previous });
	if (held === undefined) throw slugTaken("artist");
	return held;
}

/** The schedule frees the slug for other tenants when the change that deletes the artist has committed. */
export const releaseArtistSlug = async ({ tenantId, holdAddress }: Ctx, slug: string): Promise<void> => {
	await holdAddress({ tenantId, candidates: [], given: true, instead: slug });
};

interface ArtistSlug {
	/** The service makes the slug from this text if the caller gives none. */
	base: string;
	given: string | undefined;
	previous?: string;
}

export const isSlugTaken = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "unique" && refusal.columns.endsWith(".slug");

function slugReserved(): Problem {
	const message = "is an address of the service itself";
	return problem("validation_failed", `slug: ${message}`, { errors: [{ location: "body", path: "slug", message }] });
}

export const slugTaken = (owner: string): Problem => problem("conflict", `Another ${owner} has this slug.`);
