import { and, asc, eq, sql } from "drizzle-orm";
import type { AuditDraft } from "../../platform/commit/change.ts";
import type { Ctx } from "../../platform/context.ts";
import { eachOf } from "../../platform/db/each-of.ts";
import { pictures } from "../../platform/db/tables/data/pictures.ts";

/**
 * The audit entries of the pictures that triggers delete with their records (contract: Deletions 1). A picture that is
 * added meanwhile gives its record a new version, so the deletion is refused or decided again.
 */
export async function deletedWith(
	{ db, tenantId }: Ctx,
	owners: readonly { id: string; pictureCount: number }[],
): Promise<AuditDraft[]> {
	const ids = owners.filter(({ pictureCount }) => pictureCount > 0).map(({ id }) => id);
	if (ids.length === 0) return [];
	const rows = await db
		.select({ id: pictures.id, ownerId: pictures.ownerId })
		.from(pictures)
		.where(and(eq(pictures.tenantId, tenantId), sql`owner_id IN ${eachOf(ids)}`))
		.orderBy(asc(pictures.id));
	return rows.map(({ id, ownerId }) => ({
		action: "picture.deleted",
		resourceId: id,
		details: { owner_id: ownerId },
	}));
}
