import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { revokeGrant } from "../../domain/access/oauth-apps/revoke-grant.ts";
import { type Change, type ChangeDecidedByCommit, changedSome } from "../../platform/commit/change.ts";
import type { Caller } from "../../platform/context.ts";
import { oauthAccessTokens, oauthApps, oauthCodes, oauthGrants } from "../../platform/db/tables/control/oauth.ts";
import { dayMs } from "../../platform/lib/time.ts";

/** Within this time an app still learns why its tokens do not work. */
const grantsKeptMs = 90 * dayMs;
const codesKeptMs = dayMs;

const perStep = 500;

const liveGrantsOfDeletedApps = sql`${oauthApps} JOIN ${oauthGrants}
	ON ${oauthGrants.appId} = ${oauthApps.id} AND ${oauthGrants.revokedAt} IS NULL WHERE ${oauthApps.deletedAt} IS NOT NULL`;

/** A live grant of a deleted app, revoked; null if none is left. */
export async function revokeGrantOfDeletedApp({ control, now }: Caller): Promise<Change<boolean> | null> {
	const [grant] = await control
		.select({ id: oauthGrants.id, tenantId: oauthGrants.tenantId })
		.from(oauthApps)
		.innerJoin(oauthGrants, and(eq(oauthGrants.appId, oauthApps.id), isNull(oauthGrants.revokedAt)))
		.where(isNotNull(oauthApps.deletedAt))
		.limit(1);
	return grant ? revokeGrant(grant, { reason: "app_deleted", now, result: true }) : null;
}

const expiredTokens = (now: number): SQL =>
	sql`SELECT rowid FROM ${oauthAccessTokens} WHERE expires_at <= ${now} LIMIT ${perStep}`;

const unusedCodes = (now: number): SQL =>
	sql`SELECT rowid FROM ${oauthCodes} WHERE redeemed_at IS NULL AND expires_at <= ${now - codesKeptMs} LIMIT ${perStep}`;

const oldGrants = (now: number): SQL =>
	sql`SELECT id FROM ${oauthGrants} WHERE expires_at <= ${now - grantsKeptMs} ORDER BY expires_at LIMIT ${perStep}`;

export const areGrantsOld = (now: number): SQL =>
	sql.join(
		[expiredTokens(now), unusedCodes(now), oldGrants(now), sql`SELECT 1 FROM ${liveGrantsOfDeletedApps}`].map(
			(found) => sql`EXISTS (${found})`,
		),
		sql` OR `,
	);

/**
 * Two steps. Each deletes some of the rows that have become useless. A redeemed code stays as long as its grant, so that
 * the service recognises a second use.
 */
export function forgetOldGrants(now: number): ChangeDecidedByCommit<boolean>[] {
	const old = oldGrants(now);
	return [
		[
			sql`DELETE FROM ${oauthAccessTokens} WHERE rowid IN (${expiredTokens(now)})`,
			sql`DELETE FROM ${oauthCodes} WHERE rowid IN (${unusedCodes(now)})`,
		],
		[sql`DELETE FROM ${oauthCodes} WHERE grant_id IN (${old})`, sql`DELETE FROM ${oauthGrants} WHERE id IN (${old})`],
	].map((writes) => ({ inControlDatabase: true, resultFrom: changedSome, writes }));
}
