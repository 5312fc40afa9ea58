import { and, eq, isNull, sql } from "drizzle-orm";
import type { App } from "../../domain/access/oauth-apps/apps.ts";
import type { Change } from "../../platform/commit/change.ts";
import { mustChangeRows, update, type Write } from "../../platform/commit/write.ts";
import type { Caller } from "../../platform/context.ts";
import { oauthApps, oauthGrants, oauthRefreshTokens } from "../../platform/db/tables/control/oauth.ts";
import { refreshTokenPrefix } from "../../platform/gate/credentials/access-tokens.ts";
import type { Parameters } from "../../platform/http/request/form.ts";
import { hashOfSecret, isTokenForm } from "../../platform/lib/secret-value.ts";
import { OAuthError } from "./errors.ts";
import { required } from "./form.ts";
import { checkActive, decideAgainIfOvertaken, newTokens, refreshTokenMs, revokeGrant, stillActive } from "./grants.ts";
import { requestedScopes } from "./requested-scopes.ts";

/** RFC 6749 6, with rotation: each refresh token works once, and a second use ends the grant (contract: OAuth 23). */
export async function refresh(
	caller: Caller,
	app: App,
	form: Parameters,
	wasUnanswered: WasUnanswered,
): Promise<Change> {
	return await rotate(caller, app, { presented: required(form, "refresh_token"), scope: form.scope, wasUnanswered });
}

/** Whether the tenant's gate has noted that the answer to the commit of this rotation was lost. */
export type WasUnanswered = (tenantId: string, rotation: string) => Promise<boolean>;

interface RefreshRequest {
	presented: string;
	scope: string | undefined;
	wasUnanswered: WasUnanswered;
}

async function rotate(
	caller: Caller,
	client: App,
	{ presented, scope, wasUnanswered }: RefreshRequest,
): Promise<Change> {
	const { control, now } = caller;
	if (!isTokenForm(refreshTokenPrefix, presented)) throw invalidGrant("This service did not issue the refresh token.");
	const hash = hashOfSecret(presented);
	const [found] = await control
		.select({ token: oauthRefreshTokens, grant: oauthGrants, app: oauthApps })
		.from(oauthRefreshTokens)
		.innerJoin(oauthGrants, eq(oauthGrants.id, oauthRefreshTokens.grantId))
		.innerJoin(oauthApps, eq(oauthApps.id, oauthGrants.appId))
		.where(eq(oauthRefreshTokens.hash, hash));
	if (!found) throw invalidGrant("The refresh token is unknown or has expired.");
	const { token, grant, app } = found;
	if (app.id !== client.id) throw invalidGrant("The refresh token was issued to another client.");
	if (grant.revokedAt !== null) throw invalidGrant("The grant is revoked.");
	// After a rotation whose answer was lost, the second use is no replay: the app never got the new tokens.
	const isRepeated =
		token.supersededAt !== null && (await wasUnanswered(grant.tenantId, rotationOf(hash, token.supersededAt)));
	if (token.supersededAt !== null && !isRepeated) {
		const result = invalidGrant("The refresh token was used before. Its grant is revoked.");
		return revokeGrant(grant, { reason: "refresh_replayed", now, result });
	}
	checkActive(app);
	if (token.expiresAt <= now) throw invalidGrant("The refresh token is unknown or has expired.");
	const scopes = narrowedScopes(grant.scopes, scope);
	const tokens = newTokens(app, grant.id, scopes, now);
	return {
		result: tokens.response,
		tenantId: grant.tenantId,
		inControlDatabase: true,
		writes: [
			mustChangeRows(
				update(oauthRefreshTokens)
					.set({ supersededAt: now })
					.where(
						and(
							eq(oauthRefreshTokens.hash, hash),
							token.supersededAt === null
								? isNull(oauthRefreshTokens.supersededAt)
								: eq(oauthRefreshTokens.supersededAt, token.supersededAt),
							sql`EXISTS (SELECT 1 FROM ${oauthGrants} WHERE id = ${grant.id} AND revoked_at IS NULL)`,
							stillActive(app),
						),
					),
			),
			...(isRepeated ? [supersedeCurrent(grant.id, now)] : []),
			update(oauthGrants)
				.set({ expiresAt: now + refreshTokenMs })
				.where(eq(oauthGrants.id, grant.id)),
			...tokens.writes,
		],
		proofOfCommit: sql`SELECT 1 FROM ${oauthRefreshTokens} WHERE hash = ${hashOfSecret(tokens.response.refresh_token)}`,
		noteWhenUnknown: { tenantId: grant.tenantId, name: rotationOf(hash, now) },
		// Another use, a revocation or a suspension was faster. The next decision tells which.
		onRefused: decideAgainIfOvertaken,
	};
}

/** The name of a rotation. It contains the time, because the same token can be rotated again later. */
const rotationOf = (hash: string, at: number): string => `${hash}:${at}`;

/** Ends the refresh token of a rotation whose answer was lost. Nobody has that token. */
const supersedeCurrent = (grantId: string, now: number): Write =>
	update(oauthRefreshTokens)
		.set({ supersededAt: now })
		.where(and(eq(oauthRefreshTokens.grantId, grantId), isNull(oauthRefreshTokens.supersededAt)));

/** The app may ask for fewer scopes than were granted, and never for more (contract: OAuth 24). */
function narrowedScopes(granted: string[], scope: string | undefined): string[] {
	if (scope === undefined) return granted;
	const asked = requestedScopes(scope);
	if (!asked?.every((name) => granted.includes(name)))
		throw new OAuthError("invalid_scope", "The scope contains more than was granted.");
	return granted.filter((name) => asked.includes(name));
}

const invalidGrant = (description: string) => new OAuthError("invalid_grant", description);
