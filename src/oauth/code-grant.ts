import { and, eq, isNull } from "drizzle-orm";
import type { Change } from "../commit/change.ts";
import { guarded, insert, update } from "../commit/write.ts";
import type { Caller } from "../context.ts";
import { oauthApps, oauthCodes, oauthGrants } from "../db/tables/service/oauth.ts";
import { tenants } from "../db/tables/service/tenants.ts";
import { hasApiAccess } from "../gate/plans.ts";
import type { Parameters } from "../http/form.ts";
import { hashOfSecret, isMinted, mintToken } from "../lib/secret-value.ts";
import type { App } from "./apps.ts";
import { OAuthError } from "./errors.ts";
import { required } from "./form.ts";
import { againWhenOvertaken, checkActive, newTokens, refreshTokenMs, revokeGrant, stillActive } from "./grants.ts";
import { verifies } from "./pkce.ts";

const codePrefix = "svcac_";
/** Contract: OAuth 19. */
export const codeMs = 60_000;

export const mintCode = (): string => mintToken(codePrefix);

/**
 * RFC 6749 4.1.3. Nothing is consumed before the code is known to be this client's, for this
 * redirect URI, with this verifier; whoever has all three a second time ends the grant.
 */
export async function exchangeCode(caller: Caller, app: App, form: Parameters): Promise<Change> {
	const [code, redirectUri, verifier] = ["code", "redirect_uri", "code_verifier"].map((name) =>
		required(form, name),
	) as [string, string, string];
	return await redeem(caller, app, { code, redirectUri, verifier });
}

interface Presented {
	code: string;
	redirectUri: string;
	verifier: string;
}

async function redeem(caller: Caller, client: App, presented: Presented): Promise<Change> {
	const { db, now } = caller;
	if (!isMinted(codePrefix, presented.code)) throw refused("The code is not one of this service.");
	const hash = hashOfSecret(presented.code);
	const [found] = await db
		.select({ code: oauthCodes, app: oauthApps, plan: tenants.plan, revokedAt: oauthGrants.revokedAt })
		.from(oauthCodes)
		.innerJoin(oauthApps, eq(oauthApps.id, oauthCodes.appId))
		.innerJoin(tenants, eq(tenants.id, oauthCodes.tenantId))
		.leftJoin(oauthGrants, eq(oauthGrants.id, oauthCodes.grantId))
		.where(eq(oauthCodes.hash, hash));
	if (!found) throw refused("The code is unknown or has expired.");
	const { code, app, plan, revokedAt } = found;
	if (app.id !== client.id) throw refused("The code was issued to another client.");
	if (code.redirectUri !== presented.redirectUri) throw refused("The redirect_uri is not that of the authorization.");
	if (!verifies(presented.verifier, code.codeChallenge))
		throw refused("The code_verifier is not that of the authorization.");
	const grant = { id: code.grantId, tenantId: code.tenantId };
	if (code.redeemedAt !== null) {
		const result = refused("The code was redeemed before; its grant is revoked.");
		if (revokedAt !== null) throw result;
		return revokeGrant(grant, { reason: "code_replayed", now, result });
	}
	checkActive(app);
	if (code.expiresAt <= now) throw refused("The code is unknown or has expired.");
	if (!app.redirectUris.includes(code.redirectUri)) throw refused("The redirect_uri is not the app's any more.");
	if (!hasApiAccess(plan)) throw refused("The plan of the studio includes no API access.");
	const tokens = newTokens(app, grant.id, code.scopes, now);
	return {
		result: tokens.response,
		tenantId: code.tenantId,
		writes: [
			guarded(
				update(oauthCodes)
					.set({ redeemedAt: now })
					.where(and(eq(oauthCodes.hash, hash), isNull(oauthCodes.redeemedAt), stillActive(app))),
			),
			insert(oauthGrants).values({
				...grant,
				appId: app.id,
				userId: code.userId,
				scopes: code.scopes,
				expiresAt: now + refreshTokenMs,
				createdAt: now,
			}),
			...tokens.writes,
		],
		audit: { action: "oauth_grant.created", resourceId: grant.id },
		// Another redemption was faster, or a suspension: seen anew, it is clear which.
		refused: againWhenOvertaken,
	};
}

const refused = (description: string) => new OAuthError("invalid_grant", description);
