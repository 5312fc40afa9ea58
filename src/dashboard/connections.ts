import { and, desc, eq, gt, isNull, lt } from "drizzle-orm";
import { type Change, unchanged } from "../commit/change.ts";
import type { Caller } from "../context.ts";
import { oauthApps, oauthGrants } from "../db/tables/control/oauth.ts";
import { memberships, users } from "../db/tables/control/people.ts";
import { inCommon } from "../gate/access-tokens.ts";
import { timestamp } from "../lib/time.ts";
import { revokeGrant } from "../oauth/grants.ts";
import { notFound } from "../problems.ts";

/** An app that a studio is connected to. */
export interface Connection {
	grantId: string;
	appName: string;
	homepageUrl: string | null;
	scopes: string[];
	approvedBy: string;
	approvedAt: string;
}

/** One page of connections, and the id before which the next page begins. */
export interface Connections {
	shown: Connection[];
	before: string | undefined;
}

const perPage = 100;

/** The studio's live grants, newest first. */
export async function connectionsOf({ control, now }: Caller, tenantId: string, before?: string): Promise<Connections> {
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
				before ? lt(oauthGrants.id, before) : undefined,
			),
		)
		.orderBy(desc(oauthGrants.id))
		.limit(perPage + 1);
	const shown = rows.slice(0, perPage).map(({ grant, app, email }) => ({
		grantId: grant.id,
		appName: app.name,
		homepageUrl: app.homepageUrl,
		scopes: inCommon(grant.scopes, app.scopes),
		approvedBy: email,
		approvedAt: timestamp(grant.createdAt),
	}));
	return { shown, before: rows.length > perPage ? shown.at(-1)?.grantId : undefined };
}

/** Revokes a grant of one of the user's studios. A grant of another studio gets the answer of an unknown one. */
export async function disconnect(caller: Caller, userId: string, grantId: string): Promise<Change<null>> {
	const [found] = await caller.control
		.select({ grant: oauthGrants })
		.from(oauthGrants)
		.innerJoin(memberships, and(eq(memberships.tenantId, oauthGrants.tenantId), eq(memberships.userId, userId)))
		.where(eq(oauthGrants.id, grantId));
	if (!found) throw notFound("connection");
	if (found.grant.revokedAt !== null) return unchanged(null);
	return revokeGrant(found.grant, { reason: "revoked_by_user", now: caller.now, result: null });
}
