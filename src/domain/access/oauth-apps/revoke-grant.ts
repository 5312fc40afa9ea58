import { and, eq, isNull } from "drizzle-orm";
import { type Change, decideAgain, type Meaning } from "../../../platform/commit/change.ts";
import type { DatabaseRefusal } from "../../../platform/commit/transaction/refusals.ts";
import { mustChangeRows, update } from "../../../platform/commit/write.ts";
import { oauthGrants, type revocationReasons } from "../../../platform/db/tables/control/oauth.ts";

type Grant = typeof oauthGrants.$inferSelect;
type RevocationReason = (typeof revocationReasons)[number];

/** When another request revoked the grant first, the operation decides again. */
export const revokeGrant = <T>(
	{ id, tenantId }: Pick<Grant, "id" | "tenantId">,
	{ reason, now, result }: { reason: RevocationReason; now: number; result: T },
): Change<T> => ({
	result,
	tenantId,
	inControlDatabase: true,
	writes: [
		mustChangeRows(
			update(oauthGrants)
				.set({ revokedAt: now, revokedReason: reason })
				.where(and(eq(oauthGrants.id, id), isNull(oauthGrants.revokedAt))),
		),
	],
	audit: { action: "oauth_grant.revoked", resourceId: id },
	credentials: true,
	onRefused: decideAgainIfOvertaken,
});

/** A guard that fails means that another request was faster. */
export const decideAgainIfOvertaken = (refusal: DatabaseRefusal): Meaning =>
	refusal.kind === "raised" ? decideAgain : undefined;
