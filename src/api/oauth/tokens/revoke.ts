import { and, eq, isNull } from "drizzle-orm";
import type { App } from "../../../domain/access/oauth-apps/apps.ts";
import { decideAgainIfOvertaken, revokeGrant } from "../../../domain/access/oauth-apps/revoke-grant.ts";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import { mustChangeRows, update } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { oauthAccessTokens, oauthGrants } from "../../../platform/db/tables/control/oauth.ts";
import { isWellFormedAccessToken, refreshTokenPrefix } from "../../../platform/gate/credentials/access-tokens.ts";
import { hashOfSecret, isWellFormedToken } from "../../../platform/lib/secrets/secret-value.ts";
import { isOfRefreshToken } from "./grants.ts";

/** RFC 7009. The prefix of a token tells its kind, so the service ignores `token_type_hint`. */
export async function revoke(caller: Caller, app: App, token: string): Promise<Change<null>> {
	if (isWellFormedAccessToken(token)) return await revokeAccessToken(caller, app, hashOfSecret(token));
	if (isWellFormedToken(refreshTokenPrefix, token)) return await revokeByRefreshToken(caller, app, token);
	return noChange(null);
}

/** Ends that token alone (contract: OAuth 27). */
async function revokeAccessToken(caller: Caller, app: App, hash: string): Promise<Change<null>> {
	const { control, now } = caller;
	const [found] = await control
		.select({ token: oauthAccessTokens, grant: oauthGrants })
		.from(oauthAccessTokens)
		.innerJoin(oauthGrants, eq(oauthGrants.id, oauthAccessTokens.grantId))
		.where(eq(oauthAccessTokens.hash, hash));
	if (!found || found.grant.appId !== app.id || found.token.revokedAt !== null) return noChange(null);
	return {
		result: null,
		tenantId: found.grant.tenantId,
		inControlDatabase: true,
		writes: [
			mustChangeRows(
				update(oauthAccessTokens)
					.set({ revokedAt: now })
					.where(and(eq(oauthAccessTokens.hash, hash), isNull(oauthAccessTokens.revokedAt))),
			),
		],
		audit: { action: "oauth_access_token.revoked", resourceId: found.grant.id },
		credentials: true,
		onRefused: decideAgainIfOvertaken,
	};
}

/** Ends the grant with all its tokens. A refresh token that was used before still leads to its grant. */
async function revokeByRefreshToken(caller: Caller, app: App, token: string): Promise<Change<null>> {
	const { control, now } = caller;
	const [grant] = await control.select().from(oauthGrants).where(isOfRefreshToken(token));
	if (grant?.appId !== app.id || grant.revokedAt !== null) return noChange(null);
	return revokeGrant(grant, { reason: "revoked_by_app", now, result: null });
}
