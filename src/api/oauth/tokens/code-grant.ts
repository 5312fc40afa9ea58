import { and, eq, isNull } from "drizzle-orm";
import type { App } from "../../../domain/access/oauth-apps/apps.ts";
import { isRegistered } from "../../../domain/access/oauth-apps/redirect-uri.ts";
import { decideAgainIfOvertaken, revokeGrant } from "../../../domain/access/oauth-apps/revoke-grant.ts";
import type { Change } from "../../../platform/commit/change.ts";
import { insert, mustChangeRows, update } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { oauthApps, oauthCodes, oauthGrants } from "../../../platform/db/tables/control/oauth.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import { hasApiAccess } from "../../../platform/gate/plans.ts";
import { hashOfSecret, isWellFormedToken, mintToken } from "../../../platform/lib/secrets/secret-value.ts";
import { OAuthError } from "../errors.ts";
import { required, type TokenRequest } from "../parameters.ts";
import { checkActive, checkStudio, newFamilies, newTokens, stillActive } from "./grants.ts";
import { narrowedAudience } from "./narrowed-audience.ts";
import { matchesChallenge } from "./pkce.ts";

const codePrefix = "svcac_";
/** Contract: OAuth 19. */
export const codeMs = 60_000;

export const mintCode = (): string => mintToken(codePrefix);

/**
 * RFC 6749 4.1.3. The service redeems a code only for the right client, redirect URI and verifier. A second request
 * with the right three ends the grant (contract: OAuth 20).
 */
export async function exchangeCode(caller: Caller, app: App, { parameters, issuer }: TokenRequest): Promise<Change> {
	const [code, redirectUri, verifier] = ["code", "redirect_uri", "code_verifier"].map((name) =>
		required(parameters, name),
	) as [string, string, string];
	return await redeem(caller, app, { code, redirectUri, verifier, resource: parameters.resource, issuer });
}

interface Presented {
	code: string;
	redirectUri: string;
	verifier: string;
	resource: string | undefined;
	issuer(): string;
}

async function redeem(caller: Caller, client: App, presented: Presented): Promise<Change> {
	const { control, now } = caller;
	if (!isWellFormedToken(codePrefix, presented.code)) throw invalidGrant("This service did not issue the code.");
	const hash = hashOfSecret(presented.code);
	const [found] = await control
		.select({
			code: oauthCodes,
			app: oauthApps,
			plan: tenants.plan,
			deleteAt: tenants.deleteAt,
			revokedAt: oauthGrants.revokedAt,
		})
		.from(oauthCodes)
		.innerJoin(oauthApps, eq(oauthApps.id, oauthCodes.appId))
		.innerJoin(tenants, eq(tenants.id, oauthCodes.tenantId))
		.leftJoin(oauthGrants, eq(oauthGrants.id, oauthCodes.grantId))
		.where(eq(oauthCodes.hash, hash));
	if (!found) throw invalidGrant("The code is unknown or has expired.");
	const { code, app, plan, deleteAt, revokedAt } = found;
	if (app.id !== client.id) throw invalidGrant("The code was issued to another client.");
	if (code.redirectUri !== presented.redirectUri)
		throw invalidGrant("The redirect_uri differs from that of the authorization request.");
	if (!matchesChallenge(presented.verifier, code.codeChallenge))
		throw invalidGrant("The code_verifier does not match the code_challenge.");
	const grant = { id: code.grantId, tenantId: code.tenantId };
	if (code.redeemedAt !== null) {
		const result = invalidGrant("The code was redeemed before. Its grant is revoked.");
		if (revokedAt !== null) throw result;
		return revokeGrant(grant, { reason: "code_replayed", now, result });
	}
	checkActive(app);
	if (code.expiresAt <= now) throw invalidGrant("The code is unknown or has expired.");
	if (!isRegistered(app, code.redirectUri)) throw invalidGrant("The app no longer has this redirect_uri.");
	checkStudio({ deleteAt });
	if (!hasApiAccess(plan)) throw invalidGrant("The plan of the studio does not include API access.");
	const audience = narrowedAudience(code.audience, presented);
	const families = newFamilies();
	const tokens = newTokens(app, { id: grant.id, scopes: code.scopes, audience, families }, now);
	return {
		result: tokens.response,
		tenantId: code.tenantId,
		inControlDatabase: true,
		writes: [
			mustChangeRows(
				update(oauthCodes)
					.set({ redeemedAt: now })
					.where(and(eq(oauthCodes.hash, hash), isNull(oauthCodes.redeemedAt), stillActive(app))),
			),
			insert(oauthGrants).values({
				...grant,
				appId: app.id,
				userId: code.userId,
				scopes: code.scopes,
				// An app that names its resource only now binds its grant to it.
				audience: code.audience ?? audience,
				accessTokenFamily: families.access,
				refreshTokenFamily: hashOfSecret(families.refresh),
				...tokens.ofGrant,
				createdAt: now,
			}),
			tokens.insertAccessToken,
		],
		audit: { action: "oauth_grant.created", resourceId: grant.id },
		// Another redemption or a suspension was faster. The next decision tells which.
		onRefused: decideAgainIfOvertaken,
	};
}

const invalidGrant = (description: string) => new OAuthError("invalid_grant", description);
