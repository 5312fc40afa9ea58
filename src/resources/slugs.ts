import { and, eq, inArray } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { DatabaseRefusal } from "../commit/refusals.ts";
import type { Ctx } from "../context.ts";
import { slugCandidates } from "../lib/slug.ts";
import { type Problem, problem } from "../problems.ts";

interface Slugged extends SQLiteTable {
	tenantId: AnySQLiteColumn<{ data: string }>;
	slug: AnySQLiteColumn<{ data: string }>;
}

/**
 * Makes a slug from `base` that no record of the tenant has now. Another request may still take it before the commit,
 * and then the unique index refuses it. The operation decides again, and each new try draws other numbers.
 */
export async function freeSlug({ db, tenantId, tries }: Ctx, table: Slugged, base: string): Promise<string> {
	const candidates = slugCandidates(base, tries, Math.random);
	const rows = await db
		.select({ slug: table.slug })
		.from(table)
		.where(and(eq(table.tenantId, tenantId), inArray(table.slug, candidates)));
	const taken = new Set(rows.map((row) => row.slug));
	return candidates.find((candidate) => !taken.has(candidate)) ?? candidates[0] ?? base;
}

export const isSlugTaken = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "unique" && refusal.columns.endsWith(".slug");

export const slugTaken = (whose: string): Problem => problem("conflict", `Another ${whose} has this slug.`);
