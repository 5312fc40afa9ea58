import { eq, type SQL, sql } from "drizzle-orm";
import type { App } from "../../../domain/access/oauth-apps/apps.ts";
import { insert, type Write } from "../../../platform/commit/write.ts";
import { oauthAccessTokens, oauthApps, oauthGrants } from "../../../platform/db/tables/control/oauth.ts";
import { accessTokenPrefix, inCommon, refreshTokenPrefix } from "../../../platform/gate/credentials/access-tokens.ts";
import { familyOf, hashOfSecret, mintToken, newFamily } from "../../../platform/lib/secrets/secret-value.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { OAuthError } from "../errors.ts";

type Grant = typeof oauthGrants.$inferSelect;

/** Contract: OAuth 21. */
const accessTokenSeconds = 3600;
/** Contract: OAuth 22. Each refresh starts this time again. */
export const refreshTokenMs = 90 * dayMs;

/** RFC 6749 5.1. */
interface TokenResponse {
	access_token: string;
	token_type: "Bearer";
	expires_in: number;
	refresh_token: string;
	scope: string;
}

/** Contract: OAuth 30. The caller rules out a replay first, because a replay ends the grant of a suspended app, too. */
export function checkActive({ status }: App): void {
	if (status === "SUSPENDED") throw new OAuthError("unauthorized_client", "The app is suspended.");
}

/** The grant stays as it is, because the studio can be restored. */
export function checkStudio({ deleteAt }: { deleteAt: number | null }): void {
	if (deleteAt !== null) throw new OAuthError("unauthorized_client", "The studio is being deleted.");
}

/** The transaction itself checks this: an app that is suspended meanwhile gets no token. */
export const stillActive = ({ id }: App): SQL =>
	sql`EXISTS (SELECT 1 FROM ${oauthApps} WHERE id = ${id} AND status = 'ACTIVE')`;

interface Families {
	access: string;
	refresh: string;
}

export const newFamilies = (): Families => ({ access: newFamily(), refresh: newFamily() });

interface NewTokens {
	response: TokenResponse;
	/** The row of the access token. The grant must exist before it is written. */
	insertAccessToken: Write;
	/** The columns of the grant that the new refresh token sets. */
	ofGrant: Pick<Grant, "refreshToken" | "expiresAt">;
	/** A SELECT that finds a row only after the commit, and at least until the access token expires. */
	proofOfCommit: SQL;
}

export function newTokens(
	app: App,
	{ id, scopes, audience, families }: Pick<Grant, "id" | "scopes" | "audience"> & { families: Families },
	now: number,
): NewTokens {
	const common = inCommon(scopes, app.scopes);
	if (common.length === 0) throw new OAuthError("invalid_scope", "The app no longer has any of the granted scopes.");
	const access = mintToken(accessTokenPrefix, families.access);
	const refresh = mintToken(refreshTokenPrefix, families.refresh);
	const hash = hashOfSecret(access);
	return {
		response: {
			access_token: access,
			token_type: "Bearer",
			expires_in: accessTokenSeconds,
			refresh_token: refresh,
			scope: common.join(" "),
		},
		insertAccessToken: insert(oauthAccessTokens).values({
			hash,
			grantId: id,
			scopes,
			audience,
			expiresAt: now + accessTokenSeconds * 1000,
			createdAt: now,
		}),
		ofGrant: { refreshToken: hashOfSecret(refresh), expiresAt: now + refreshTokenMs },
		proofOfCommit: sql`SELECT 1 FROM ${oauthAccessTokens} WHERE hash = ${hash}`,
	};
}

/** The grant of a refresh token, be it the present one or one that was used before. */
export const isOfRefreshToken = (token: string): SQL =>
	eq(oauthGrants.refreshTokenFamily, hashOfSecret(familyOf(refreshTokenPrefix, token)));
