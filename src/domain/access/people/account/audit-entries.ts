import { eq } from "drizzle-orm";
import { auditRow } from "../../../../platform/commit/audit.ts";
import type { AuditDraft, Effect } from "../../../../platform/commit/change.ts";
import { insert } from "../../../../platform/commit/write.ts";
import type { Caller } from "../../../../platform/context.ts";
import { memberships } from "../../../../platform/db/tables/control/people.ts";
import { auditEntries } from "../../../../platform/db/tables/data/audit-log.ts";

/** An account does not belong to one studio, so each studio of the person gets the entry in its audit log. */
export async function accountAuditEntries(
	caller: Caller,
	userId: string,
	draft: Omit<AuditDraft, "resourceId">,
): Promise<Effect[]> {
	const studios = await caller.control
		.select({ tenantId: memberships.tenantId })
		.from(memberships)
		.where(eq(memberships.userId, userId));
	return studios.map(({ tenantId }) => ({
		tenantId,
		writes: [insert(auditEntries).values(auditRow({ ...draft, resourceId: userId }, tenantId, caller))],
	}));
}
