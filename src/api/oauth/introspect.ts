import { eq } from "drizzle-orm";
import type { Caller } from "../../platform/context.ts";
import { oauthApps, oauthGrants } from "../../platform/db/tables/control/oauth.ts";
import {
	inCommon,
	isAccessTokenForm,
	presentedToken,
	readAccessToken,
	refreshTokenPrefix,
	tokenRefusal,
} from "../../platform/gate/credentials/access-tokens.ts";
import { hasApiAccess } from "../../platform/gate/plans.ts";
import { hashOfSecret, isTokenForm } from "../../platform/lib/secret-value.ts";
import { isOfRefreshToken, refreshTokenMs } from "./grants.ts";

/** RFC 7662 2.2. */
type Introspection =
	| { active: false }
	| {
			active: true;
			client_id: string;
			scope: string;
			token_type: "Bearer" | "refresh_token";
			exp: number;
			iat: number;
			sub: string;
	  };

const inactive: Introspection = { active: false };
const seconds = (ms: number) => Math.floor(ms / 1000);

/** A token is active when it would work now (contract: OAuth 29). */
export async function introspect(caller: Caller, token: string): Promise<Introspection> {
	if (isAccessTokenForm(token)) return await accessToken(caller, token);
	if (isTokenForm(refreshTokenPrefix, token)) return await refreshToken(caller, token);
	return inactive;
}

async function accessToken({ control, now }: Caller, value: string): Promise<Introspection> {
	const token = await readAccessToken(control, presentedToken(value));
	if (!token || tokenRefusal(token, now) || !hasApiAccess(token.tenant.plan)) return inactive;
	return {
		active: true,
		client_id: token.clientId,
		scope: token.scopes.join(" "),
		token_type: "Bearer",
		exp: seconds(token.expiresAt),
		iat: seconds(token.issuedAt),
		sub: token.tenant.id,
	};
}

async function refreshToken({ control, now }: Caller, value: string): Promise<Introspection> {
	const [found] = await control
		.select({ grant: oauthGrants, app: oauthApps })
		.from(oauthGrants)
		.innerJoin(oauthApps, eq(oauthApps.id, oauthGrants.appId))
		.where(isOfRefreshToken(value));
	if (!found) return inactive;
	const { grant, app } = found;
	if (grant.refreshToken !== hashOfSecret(value) || grant.expiresAt <= now || grant.revokedAt !== null) return inactive;
	// The plan does not matter here, because a grant outlasts a time on Light (contract: OAuth 32).
	const scopes = inCommon(grant.scopes, app.scopes);
	if (app.status === "SUSPENDED" || scopes.length === 0) return inactive;
	return {
		active: true,
		client_id: app.clientId,
		scope: scopes.join(" "),
		token_type: "refresh_token",
		exp: seconds(grant.expiresAt),
		iat: seconds(grant.expiresAt - refreshTokenMs),
		sub: grant.tenantId,
	};
}
