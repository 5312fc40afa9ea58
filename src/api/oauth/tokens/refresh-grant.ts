import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { App } from "../../../domain/access/oauth-apps/apps.ts";
import { decideAgainIfOvertaken, revokeGrant } from "../../../domain/access/oauth-apps/revoke-grant.ts";
import type { Change } from "../../../platform/commit/change.ts";
import { mustChangeRows, update } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { oauthAccessTokens, oauthApps, oauthGrants } from "../../../platform/db/tables/control/oauth.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import { refreshTokenPrefix } from "../../../platform/gate/credentials/access-tokens.ts";
import { familyOf, hashOfSecret, isWellFormedToken } from "../../../platform/lib/secrets/secret-value.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { type Problem, problem } from "../../../platform/problems/problem.ts";
import { OAuthError } from "../errors.ts";
import { required, type TokenRequest } from "../parameters.ts";
import { checkActive, checkStudio, isOfRefreshToken, newTokens, stillActive } from "./grants.ts";
import { narrowedAudience } from "./narrowed-audience.ts";
import { requestedScopes } from "./requested-scopes.ts";

/** RFC 6749 6, with rotation: each refresh token works once, and a second use ends the grant (contract: OAuth 23). */
export async function refresh(caller: Caller, app: App, { parameters, ...request }: TokenRequest): Promise<Change> {
	const { scope, resource } = parameters;
	return await rotate(caller, app, { presented: required(parameters, "refresh_token"), scope, resource, ...request });
}

interface RefreshRequest extends Omit<TokenRequest, "parameters"> {
	presented: string;
	scope: string | undefined;
	resource: string | undefined;
}

async function rotate(
	caller: Caller,
	client: App,
	{ presented, scope, resource, issuer, wasUnanswered }: RefreshRequest,
): Promise<Change> {
	const { control, now } = caller;
	if (!isWellFormedToken(refreshTokenPrefix, presented))
		throw invalidGrant("This service did not issue the refresh token.");
	const hash = hashOfSecret(presented);
	const [found] = await control
		.select({ grant: oauthGrants, app: oauthApps, deleteAt: tenants.deleteAt, lately: issuedLately(now) })
		.from(oauthGrants)
		.innerJoin(oauthApps, eq(oauthApps.id, oauthGrants.appId))
		.innerJoin(tenants, eq(tenants.id, oauthGrants.tenantId))
		.where(isOfRefreshToken(presented));
	if (!found) throw invalidGrant("The refresh token is unknown or has expired.");
	const { grant, app, deleteAt, lately } = found;
	if (app.id !== client.id) throw invalidGrant("The refresh token was issued to another client.");
	if (grant.revokedAt !== null) throw invalidGrant("The grant is revoked.");
	const wasUsed = grant.refreshToken !== hash;
	// After a rotation whose answer was lost, the second use is no replay: the app never got the new tokens.
	if (wasUsed && !(await wasUnanswered(grant.tenantId, rotationOf(hash, grant.refreshToken)))) {
		const result = invalidGrant("The refresh token was used before. Its grant is revoked.");
		return revokeGrant(grant, { reason: "refresh_replayed", now, result });
	}
	checkActive(app);
	checkStudio({ deleteAt });
	if (grant.expiresAt <= now) throw invalidGrant("The refresh token is unknown or has expired.");
	const scopes = narrowedScopes(grant.scopes, scope);
	const audience = narrowedAudience(grant.audience, { resource, issuer });
	const families = { access: grant.accessTokenFamily, refresh: familyOf(refreshTokenPrefix, presented) };
	const tokens = newTokens(app, { id: grant.id, scopes, audience, families }, now);
	if (lately.count >= maxTokensPerHour) throw tooManyTokens(lately.firstExpiresAt - now);
	return {
		result: tokens.response,
		tenantId: grant.tenantId,
		inControlDatabase: true,
		writes: [
			mustChangeRows(
				update(oauthGrants)
					.set(tokens.ofGrant)
					.where(
						and(
							eq(oauthGrants.id, grant.id),
							eq(oauthGrants.refreshToken, grant.refreshToken),
							isNull(oauthGrants.revokedAt),
							stillActive(app),
						),
					),
			),
			tokens.insertAccessToken,
		],
		proofOfCommit: tokens.proofOfCommit,
		noteWhenUnknown: { tenantId: grant.tenantId, name: rotationOf(hash, tokens.ofGrant.refreshToken) },
		// Another use, a revocation or a suspension was faster. The next decision tells which.
		onRefused: decideAgainIfOvertaken,
	};
}

/** The name of the rotation of one refresh token into another, by their hashes. */
const rotationOf = (from: string, to: string): string => `${from}:${to}`;

/** Contract: OAuth 37. */
const maxTokensPerHour = 60;

/** The access tokens of the grant that have not expired: all that were issued within the last hour. */
const issuedLately = (now: number) => ({
	count: sql<number>`(SELECT count(*) ${liveTokens(now)})`,
	firstExpiresAt: sql<number>`(SELECT min(expires_at) ${liveTokens(now)})`,
});

const liveTokens = (now: number): SQL =>
	sql`FROM ${oauthAccessTokens} WHERE grant_id = ${oauthGrants.id} AND expires_at > ${now}`;

function tooManyTokens(waitMs: number): Problem {
	const seconds = Math.ceil(waitMs / secondMs);
	const detail = `This grant got ${maxTokensPerHour} access tokens within an hour. Try again in ${seconds} seconds.`;
	return problem("rate_limit_exceeded", detail, {
		extra: { scope: "key", limit: maxTokensPerHour, retry_after_seconds: seconds },
	}).with({ "Retry-After": String(seconds) });
}

/** The app may ask for fewer scopes than were granted, and never for more (contract: OAuth 24). */
function narrowedScopes(granted: string[], scope: string | undefined): string[] {
	if (scope === undefined) return granted;
	const asked = requestedScopes(scope);
	if (!asked?.every((name) => granted.includes(name)))
		throw new OAuthError("invalid_scope", "The scope contains more than was granted.");
	return granted.filter((name) => asked.includes(name));
}

const invalidGrant = (description: string) => new OAuthError("invalid_grant", description);
