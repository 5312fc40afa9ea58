import type { Change } from "../commit/commit.ts";
import { type AppContext, callerOf } from "../http/app-env.ts";
import { carryOut } from "../http/carry-out.ts";
import type { App } from "./apps.ts";
import { authenticateClient } from "./client-auth.ts";
import { exchangeCode } from "./code-grant.ts";
import { OAuthError } from "./errors.ts";
import { readForm, required } from "./form.ts";
import { refresh } from "./refresh-grant.ts";

const grantTypes = { authorization_code: exchangeCode, refresh_token: refresh };

/** POST /oauth/token: who is it, by what right, and in exchange for what. */
export async function token(c: AppContext): Promise<Response> {
	// RFC 6749 5.1, beside Cache-Control.
	c.header("Pragma", "no-cache");
	const form = await readForm(c);
	const app = await authenticateClient(c, form);
	const grantType = required(form, "grant_type");
	if (!Object.hasOwn(grantTypes, grantType))
		throw new OAuthError("unsupported_grant_type", "The grant types are authorization_code and refresh_token.");
	const caller = callerOf(c, actorOf(app));
	const exchange: () => Promise<Change> = () => grantTypes[grantType as keyof typeof grantTypes](caller, app, form);
	const { result } = await carryOut(c, caller, exchange);
	// A replay: it changed something, and is refused all the same.
	if (result instanceof OAuthError) throw result;
	return c.json(result as object);
}

export const actorOf = ({ id }: App) => ({ type: "oauth_app", id }) as const;
