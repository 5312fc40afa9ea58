import { eq } from "drizzle-orm";
import { auditRow } from "../commit/audit.ts";
import type { AuditDraft } from "../commit/change.ts";
import { insert, type Write } from "../commit/write.ts";
import type { Caller } from "../context.ts";
import { memberships } from "../db/tables/service/people.ts";
import { auditEntries } from "../db/tables/tenant/audit-log.ts";

/** An account is no single studio's: each studio that the person belongs to finds the entry in its audit log. */
export async function ownEntries(
	caller: Caller,
	userId: string,
	draft: Omit<AuditDraft, "resourceId">,
): Promise<Write[]> {
	const studios = await caller.db
		.select({ tenantId: memberships.tenantId })
		.from(memberships)
		.where(eq(memberships.userId, userId));
	return studios.map(({ tenantId }) =>
		insert(auditEntries).values(auditRow({ ...draft, resourceId: userId }, tenantId, caller)),
	);
}
