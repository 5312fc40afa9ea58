import type { App } from "../../../domain/access/oauth-apps/apps.ts";
import { readDaily } from "../../../domain/access/oauth-apps/metadata-document/present-app.ts";
import type { Change } from "../../../platform/commit/change.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { Caller } from "../../../platform/context.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import { countApp, countOAuth } from "../../../platform/gate/rate-limit.ts";
import { type AppContext, callerOf, gateRequestOf } from "../../../platform/http/request/app-env.ts";
import { log } from "../../../platform/log.ts";
import { authenticateClient } from "../client-auth.ts";
import { OAuthError } from "../errors.ts";
import { issuer } from "../issuer.ts";
import { readParameters, required, type TokenRequest } from "../parameters.ts";
import { exchangeCode } from "./code-grant.ts";
import { refresh } from "./refresh-grant.ts";

type GrantType = (caller: Caller, app: App, request: TokenRequest) => Promise<Change>;

const grantTypes = { authorization_code: exchangeCode, refresh_token: refresh } satisfies Record<string, GrantType>;

/** POST /oauth/token: authenticates the app, then exchanges its code or refresh token for new tokens. */
export async function exchangeToken(c: AppContext): Promise<Response> {
	// RFC 6749 5.1 demands it beside Cache-Control.
	c.header("Pragma", "no-cache");
	await countOAuth(gateRequestOf(c), "token");
	const parameters = await readParameters(c);
	const app = await authenticateClient(c, parameters);
	await countApp(gateRequestOf(c), app.id);
	const grantType = required(parameters, "grant_type");
	if (!Object.hasOwn(grantTypes, grantType))
		throw new OAuthError("unsupported_grant_type", "The grant types are authorization_code and refresh_token.");
	const caller = callerOf(c, actorOf(app));
	readDocumentLater(c, caller, app);
	const request: TokenRequest = {
		parameters,
		issuer: () => issuer(c),
		wasUnanswered: async (tenantId, rotation) => (await c.get("writer").gateOf(tenantId)).wasUnanswered(rotation),
	};
	const exchange: GrantType = grantTypes[grantType as keyof typeof grantTypes];
	const { result } = await execute(c.get("writer"), caller, (caller) => exchange(caller, app, request));
	// A replay revokes the grant, so it commits a change, and its answer is a refusal all the same.
	if (result instanceof OAuthError) throw result;
	return c.json(result as object);
}

/** An app that refreshes its tokens is in use, also when nobody sees its consent page. */
function readDocumentLater(c: AppContext, caller: Caller, app: App): void {
	const reading = readDaily(c.get("writer"), caller, app);
	c.executionCtx.waitUntil(
		reading.catch((error) => log.warning("fault", { message: `A metadata document: ${safeMessage(error)}` })),
	);
}

export const actorOf = ({ id }: App) => ({ type: "oauth_app", id }) as const;
