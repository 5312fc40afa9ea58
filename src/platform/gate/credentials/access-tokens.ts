import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { builder } from "../../db/statements/builder.ts";
import {
	type appStatuses,
	oauthAccessTokens,
	oauthApps,
	oauthGrants,
	type revocationReasons,
} from "../../db/tables/control/oauth.ts";
import { tenants } from "../../db/tables/control/tenants.ts";
import { familyOf, hashOfSecret, isWellFormedToken } from "../../lib/secrets/secret-value.ts";
import { problem } from "../../problems/problem.ts";
import { type Audience, type Door, reaches } from "./audience.ts";
import type { CredentialRefusal } from "./credential-refusal.ts";
import { type TenantOfCredential, toTenantOfCredential } from "./tenant-of-credential.ts";

export const accessTokenPrefix = "svcoat_";
export const refreshTokenPrefix = "svcort_";

/** Whether the value begins like an access token or a refresh token (contract: Credentials 4). */
export const isOAuthToken = (value: string): boolean =>
	value.startsWith(accessTokenPrefix) || value.startsWith(refreshTokenPrefix);
export const isWellFormedAccessToken = (value: string): boolean => isWellFormedToken(accessTokenPrefix, value);

/** The family leads to the grant of an access token, also when the token has expired and has no row any more. */
export interface PresentedToken {
	kind: "access_token";
	hash: string;
	family: string;
}

export const presentedToken = (value: string): PresentedToken => ({
	kind: "access_token",
	hash: hashOfSecret(value),
	family: familyOf(accessTokenPrefix, value),
});

export interface TokenRecord {
	kind: "access_token";
	name: string;
	clientId: string;
	grantId: string;
	actor: { type: "oauth_app"; id: string };
	/** The id of the grant, so that a refresh does not reset the bucket (contract: Rate limits 4). */
	bucket: string;
	/** The scopes that the grant and the app both have (contract: OAuth 25). */
	scopes: string[];
	/** The part of the service that the token is for; null when its app named none. */
	audience: Audience | null;
	/** False if the token has no row: it has expired, or somebody who knows another token of the grant made it up. */
	kept: boolean;
	issuedAt: number;
	/** 0 if it is not known. */
	expiresAt: number;
	revoked: boolean;
	/** Why the grant was revoked; null when it was not. */
	grantRevoked: (typeof revocationReasons)[number] | null;
	appStatus: (typeof appStatuses)[number];
	/** The revision of the app when this was read. */
	appRevision: number;
	testMode: false;
	ownTier: null;
	customLimit: null;
	tenant: TenantOfCredential;
	/** The version of the tenant's credentials when this was read. */
	version: number;
}

const grantOfToken = builder
	.select()
	.from(oauthGrants)
	.innerJoin(oauthApps, eq(oauthApps.id, oauthGrants.appId))
	.innerJoin(tenants, eq(tenants.id, oauthGrants.tenantId))
	.leftJoin(
		oauthAccessTokens,
		and(eq(oauthAccessTokens.hash, sql.placeholder("hash")), eq(oauthAccessTokens.grantId, oauthGrants.id)),
	)
	.where(eq(oauthGrants.accessTokenFamily, sql.placeholder("family")))
	.prepare();

export async function readAccessToken(
	control: Database,
	{ hash, family }: PresentedToken,
): Promise<TokenRecord | null> {
	const [row] = await control.execute(grantOfToken, { hash, family });
	if (!row) return null;
	const { oauth_access_tokens: token, oauth_grants: grant, oauth_apps: app, tenants: tenant } = row;
	return {
		kind: "access_token",
		name: app.name,
		clientId: app.clientId,
		grantId: grant.id,
		actor: { type: "oauth_app", id: app.id },
		bucket: grant.id,
		scopes: inCommon(token?.scopes ?? [], app.scopes),
		audience: token?.audience ?? null,
		kept: token !== null,
		issuedAt: token?.createdAt ?? 0,
		expiresAt: token?.expiresAt ?? 0,
		revoked: token !== null && token.revokedAt !== null,
		grantRevoked: grant.revokedReason,
		appStatus: app.status,
		appRevision: app.revision,
		testMode: false,
		ownTier: null,
		customLimit: null,
		tenant: toTenantOfCredential(tenant),
		version: tenant.credentialVersion,
	};
}

/** The operator can take scopes from an app and give them back. Its tokens follow each time (contract: OAuth 25). */
export const inCommon = (granted: string[], registered: string[]): string[] =>
	granted.filter((scope) => registered.includes(scope));

/**
 * Why the token does not work now at a door of the service, or at any if none is named; null when it works. The order is
 * that of the contract: Credentials 13.
 */
export function tokenRefusal(token: TokenRecord, now: number, door?: Door): CredentialRefusal | null {
	if (token.grantRevoked !== null) {
		const reason = token.grantRevoked;
		return { final: true, problem: problem("revoked_grant", reasons[reason], { reason }) };
	}
	if (token.revoked)
		return { final: true, problem: problem("revoked_access_token", "This access token was revoked by its app.") };
	if (token.expiresAt <= now)
		return { final: true, problem: problem("expired_access_token", "This access token has expired. Refresh it.") };
	if (door !== undefined && !reaches(token.audience, door))
		return { final: true, problem: problem("invalid_access_token", "This access token is for another resource.") };
	if (token.appStatus === "SUSPENDED")
		return { final: false, problem: problem("app_suspended", "This app is suspended.") };
	return null;
}

const reasons: Record<(typeof revocationReasons)[number], string> = {
	code_replayed: "The authorization code of this grant was redeemed twice, which revoked the grant.",
	refresh_replayed: "A refresh token of this grant was used twice, which revoked the grant.",
	revoked_by_user: "The studio disconnected the app.",
	revoked_by_app: "The app revoked this grant.",
	app_deleted: "The app was deleted.",
};
