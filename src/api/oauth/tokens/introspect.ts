import { eq } from "drizzle-orm";
import type { Caller } from "../../../platform/context.ts";
import { oauthApps, oauthGrants } from "../../../platform/db/tables/control/oauth.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import {
	inCommon,
	isWellFormedAccessToken,
	presentedToken,
	readAccessToken,
	refreshTokenPrefix,
	tokenRefusal,
} from "../../../platform/gate/credentials/access-tokens.ts";
import { type Audience, resourceOf } from "../../../platform/gate/credentials/audience.ts";
import { hasApiAccess } from "../../../platform/gate/plans.ts";
import { hashOfSecret, isWellFormedToken } from "../../../platform/lib/secrets/secret-value.ts";
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
			/** Absent when the app named no resource. */
			aud?: string;
	  };

/** This service's own origin. It throws where none is configured. */
type Issuer = () => string;

const inactive: Introspection = { active: false };
const seconds = (ms: number) => Math.floor(ms / 1000);

/** A token is active when it would work now (contract: OAuth 29). */
export async function introspect(caller: Caller, token: string, issuer: Issuer): Promise<Introspection> {
	if (isWellFormedAccessToken(token)) return await accessToken(caller, token, issuer);
	if (isWellFormedToken(refreshTokenPrefix, token)) return await refreshToken(caller, token, issuer);
	return inactive;
}

async function accessToken({ control, now }: Caller, value: string, issuer: Issuer): Promise<Introspection> {
	const token = await readAccessToken(control, presentedToken(value));
	if (!token || tokenRefusal(token, now)) return inactive;
	if (token.tenant.beingDeleted || !hasApiAccess(token.tenant.plan)) return inactive;
	return {
		active: true,
		client_id: token.clientId,
		scope: token.scopes.join(" "),
		token_type: "Bearer",
		exp: seconds(token.expiresAt),
		iat: seconds(token.issuedAt),
		sub: token.tenant.id,
		...audience(issuer, token.audience),
	};
}

async function refreshToken({ control, now }: Caller, value: string, issuer: Issuer): Promise<Introspection> {
	const [found] = await control
		.select({ grant: oauthGrants, app: oauthApps, deleteAt: tenants.deleteAt })
		.from(oauthGrants)
		.innerJoin(oauthApps, eq(oauthApps.id, oauthGrants.appId))
		.innerJoin(tenants, eq(tenants.id, oauthGrants.tenantId))
		.where(isOfRefreshToken(value));
	if (!found) return inactive;
	const { grant, app, deleteAt } = found;
	if (grant.refreshToken !== hashOfSecret(value) || grant.expiresAt <= now || grant.revokedAt !== null) return inactive;
	// The plan does not matter here, because a grant outlasts a time on Light (contract: OAuth 32).
	const scopes = inCommon(grant.scopes, app.scopes);
	if (deleteAt !== null || app.status === "SUSPENDED" || scopes.length === 0) return inactive;
	return {
		active: true,
		client_id: app.clientId,
		scope: scopes.join(" "),
		token_type: "refresh_token",
		exp: seconds(grant.expiresAt),
		iat: seconds(grant.expiresAt - refreshTokenMs),
		sub: grant.tenantId,
		...audience(issuer, grant.audience),
	};
}

const audience = (issuer: Issuer, named: Audience | null): { aud?: string } =>
	named === null ? {} : { aud: resourceOf(issuer(), named) };
