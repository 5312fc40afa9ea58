import { and, desc, eq, gt, isNull, lt } from "drizzle-orm";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import type { Caller, Ctx } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { oauthApps, oauthGrants } from "../../../platform/db/tables/control/oauth.ts";
import { users } from "../../../platform/db/tables/control/people.ts";
import { inCommon } from "../../../platform/gate/credentials/access-tokens.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { removedAccountId } from "../people/account/removed-account.ts";
import { siteOf } from "./metadata-document/address.ts";
import { revokeGrant } from "./revoke-grant.ts";

export interface Connection {
	id: string;
	appName: string;
	/** The host of its client id; null if no metadata document describes it. */
	site: string | null;
	homepageUrl: string | null;
	scopes: string[];
	/** The email of the person; null if their account was removed. */
	approvedBy: string | null;
	approvedAt: string;
}

/** The studio's live grants, newest first. */
export async function connectionsOf(
	{ control, now }: Caller,
	tenantId: string,
	{ after, take }: { after: string | undefined; take: number },
): Promise<Connection[]> {
	const rows = await control
		.select({ grant: oauthGrants, app: oauthApps, email: users.email })
		.from(oauthGrants)
		.innerJoin(oauthApps, eq(oauthApps.id, oauthGrants.appId))
		.innerJoin(users, eq(users.id, oauthGrants.userId))
		.where(
			and(
				eq(oauthGrants.tenantId, tenantId),
				isNull(oauthGrants.revokedAt),
				gt(oauthGrants.expiresAt, now),
				after ? lt(oauthGrants.id, after) : undefined,
			),
		)
		.orderBy(desc(oauthGrants.id))
		.limit(take);
	return rows.map(({ grant, app, email }) => ({
		id: grant.id,
		appName: app.name,
		site: siteOf(app.clientId),
		homepageUrl: app.homepageUrl,
		scopes: inCommon(grant.scopes, app.scopes),
		approvedBy: grant.userId === removedAccountId ? null : email,
		approvedAt: timestamp(grant.createdAt),
	}));
}

/** Revokes a grant of the studio. A grant of another studio is not found. */
export async function disconnect({ control, now, tenantId }: Ctx, grantId: string): Promise<Change<null>> {
	const grant = await connectionOf(control, tenantId, grantId);
	if (grant.revokedAt !== null) return noChange(null);
	return revokeGrant(grant, { reason: "revoked_by_user", now, result: null });
}

export async function nameOfApp({ control, tenantId }: Ctx, grantId: string): Promise<string> {
	const [found] = await control
		.select({ name: oauthApps.name })
		.from(oauthGrants)
		.innerJoin(oauthApps, eq(oauthApps.id, oauthGrants.appId))
		.where(and(eq(oauthGrants.id, grantId), eq(oauthGrants.tenantId, tenantId)));
	if (!found) throw notFound("connection");
	return found.name;
}

async function connectionOf(control: Database, tenantId: string, grantId: string) {
	const [grant] = await control
		.select()
		.from(oauthGrants)
		.where(and(eq(oauthGrants.id, grantId), eq(oauthGrants.tenantId, tenantId)));
	if (!grant) throw notFound("connection");
	return grant;
}
