import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Caller } from "../context.ts";
import { type Change, unchanged } from "../db/commit.ts";
import type { Database } from "../db/database.ts";
import { oauthApps, oauthGrants } from "../db/oauth.ts";
import { memberships, users } from "../db/schema.ts";
import { inCommon } from "../gate/access-tokens.ts";
import { timestamp } from "../lib/time.ts";
import { revokeGrant } from "../oauth/grants.ts";
import { notFound } from "../problems.ts";
import type { Connection } from "./connected-apps.tsx";

/** More than a studio connects; the newest are shown. */
const shown = 200;

/** The live grants of these studios, newest first. */
export async function connectionsOf(
	db: Database,
	tenantIds: string[],
	now: number,
): Promise<Map<string, Connection[]>> {
	const rows = await db
		.select({ grant: oauthGrants, app: oauthApps, email: users.email })
		.from(oauthGrants)
		.innerJoin(oauthApps, eq(oauthApps.id, oauthGrants.appId))
		.innerJoin(users, eq(users.id, oauthGrants.userId))
		.where(
			and(
				inArray(oauthGrants.tenantId, sql`(SELECT value FROM json_each(${JSON.stringify(tenantIds)}))`),
				isNull(oauthGrants.revokedAt),
				gt(oauthGrants.expiresAt, now),
			),
		)
		.orderBy(desc(oauthGrants.id))
		.limit(shown);
	const connections = new Map<string, Connection[]>();
	for (const { grant, app, email } of rows) {
		const connection = {
			grantId: grant.id,
			appName: app.name,
			homepageUrl: app.homepageUrl,
			scopes: inCommon(grant.scopes, app.scopes),
			approvedBy: email,
			approvedAt: timestamp(grant.createdAt),
		};
		connections.set(grant.tenantId, [...(connections.get(grant.tenantId) ?? []), connection]);
	}
	return connections;
}

/** Ends a grant of one of the user's studios. One that is not theirs is answered like one that does not exist. */
export async function disconnect(caller: Caller, userId: string, grantId: string): Promise<Change<null>> {
	const [found] = await caller.db
		.select({ grant: oauthGrants })
		.from(oauthGrants)
		.innerJoin(memberships, and(eq(memberships.tenantId, oauthGrants.tenantId), eq(memberships.userId, userId)))
		.where(eq(oauthGrants.id, grantId));
	if (!found) throw notFound("connection");
	if (found.grant.revokedAt !== null) return unchanged(null);
	const again = () => disconnect(caller, userId, grantId);
	return revokeGrant(found.grant, { reason: "revoked_by_user", now: caller.now, result: null, again });
}
