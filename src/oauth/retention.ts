import { sql } from "drizzle-orm";
import type { Change } from "../commit/change.ts";
import { oauthAccessTokens, oauthCodes, oauthGrants, oauthRefreshTokens } from "../db/tables/service/oauth.ts";
import { dayMs } from "../lib/time.ts";

/** Long enough for an app that was away to learn why its tokens do not work. */
const accessTokensKeptMs = 30 * dayMs;
const grantsKeptMs = 90 * dayMs;
const codesKeptMs = dayMs;

/** A minute's bounded shares. Every refresh makes tokens, and nothing keeps an app from refreshing in a loop. */
const perRun = 500;
const tokensPerRun = 5000;

/**
 * What nobody can use any more goes after a while. A superseded refresh token stays until it would
 * have expired, and a redeemed code as long as its grant: using them again must be known for what it is.
 */
export function forgetOldGrants(now: number): Change<null>[] {
	const old = sql`SELECT id FROM ${oauthGrants} WHERE expires_at <= ${now - grantsKeptMs} ORDER BY expires_at LIMIT ${perRun}`;
	return [
		[
			sql`DELETE FROM ${oauthAccessTokens} WHERE rowid IN
				(SELECT rowid FROM ${oauthAccessTokens} WHERE expires_at <= ${now - accessTokensKeptMs} LIMIT ${tokensPerRun})`,
			sql`DELETE FROM ${oauthRefreshTokens} WHERE rowid IN
				(SELECT rowid FROM ${oauthRefreshTokens} WHERE expires_at <= ${now} LIMIT ${tokensPerRun})`,
			sql`DELETE FROM ${oauthCodes} WHERE rowid IN
				(SELECT rowid FROM ${oauthCodes} WHERE redeemed_at IS NULL AND expires_at <= ${now - codesKeptMs} LIMIT ${perRun})`,
		],
		[sql`DELETE FROM ${oauthCodes} WHERE grant_id IN (${old})`, sql`DELETE FROM ${oauthGrants} WHERE id IN (${old})`],
	].map((writes) => ({ result: null, writes }));
}
