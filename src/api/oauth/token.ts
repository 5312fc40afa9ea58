import type { App } from "../../domain/access/oauth-apps/apps.ts";
import type { Change } from "../../platform/commit/change.ts";
import { execute } from "../../platform/commit/execute.ts";
import type { Caller } from "../../platform/context.ts";
import { countApp, countOAuth } from "../../platform/gate/rate-limit.ts";
import { type AppContext, callerOf, gateRequestOf } from "../../platform/http/request/app-env.ts";
import type { Parameters } from "../../platform/http/request/form.ts";
import { authenticateClient } from "./client-auth.ts";
import { exchangeCode } from "./code-grant.ts";
import { OAuthError } from "./errors.ts";
import { readOAuthForm, required } from "./form.ts";
import { refresh, type WasUnanswered } from "./refresh-grant.ts";

type GrantType = (caller: Caller, app: App, form: Parameters, wasUnanswered: WasUnanswered) => Promise<Change>;

const grantTypes = { authorization_code: exchangeCode, refresh_token: refresh } satisfies Record<string, GrantType>;

/** POST /oauth/token: authenticates the app, then exchanges its code or refresh token for new tokens. */
export async function exchangeToken(c: AppContext): Promise<Response> {
	// RFC 6749 5.1 demands it beside Cache-Control.
	c.header("Pragma", "no-cache");
	await countOAuth(gateRequestOf(c), "token");
	const form = await readOAuthForm(c);
	const app = await authenticateClient(c, form);
	await countApp(gateRequestOf(c), app.id);
	const grantType = required(form, "grant_type");
	if (!Object.hasOwn(grantTypes, grantType))
		throw new OAuthError("unsupported_grant_type", "The grant types are authorization_code and refresh_token.");
	const caller = callerOf(c, actorOf(app));
	const wasUnanswered: WasUnanswered = async (tenantId, rotation) =>
		(await c.get("writer").gateOf(tenantId)).wasUnanswered(rotation);
	const exchange: GrantType = grantTypes[grantType as keyof typeof grantTypes];
	const { result } = await execute(c.get("writer"), caller, (caller) => exchange(caller, app, form, wasUnanswered));
	// A replay revokes the grant, so it commits a change, and its answer is a refusal all the same.
	if (result instanceof OAuthError) throw result;
	return c.json(result as object);
}

export const actorOf = ({ id }: App) => ({ type: "oauth_app", id }) as const;
