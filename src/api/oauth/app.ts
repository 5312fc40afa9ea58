import { Hono } from "hono";
import { execute } from "../../platform/commit/execute.ts";
import { audiences } from "../../platform/db/tables/control/oauth.ts";
import { resourceMetadataPath } from "../../platform/gate/credentials/audience.ts";
import { countOAuth } from "../../platform/gate/rate-limit.ts";
import { type AppContext, type AppEnv, callerOf, gateRequestOf, note } from "../../platform/http/request/app-env.ts";
import { cors } from "../../platform/http/request/headers/cors.ts";
import { docsUrl, toProblem } from "../../platform/http/request/respond.ts";
import { type Code, Problem } from "../../platform/problems/problem.ts";
import { authenticateByBasic, authenticateClient } from "./client-auth.ts";
import { failureCode, OAuthError } from "./errors.ts";
import { issuer } from "./issuer.ts";
import { metadata, resourceMetadata } from "./metadata.ts";
import { readParameters, required } from "./parameters.ts";
import { introspect } from "./tokens/introspect.ts";
import { revoke } from "./tokens/revoke.ts";
import { actorOf, exchangeToken } from "./tokens/token.ts";

/** The routes of the authorization server that programs call. The pages for people are in authorize.tsx. */
export const oauth = new Hono<AppEnv>();

for (const path of ["/oauth/token", "/oauth/revoke", "/.well-known/oauth-authorization-server"]) oauth.use(path, cors);

oauth.get("/.well-known/oauth-authorization-server", async (c) => {
	await countOAuth(gateRequestOf(c), "metadata");
	return c.json(metadata(issuer(c)));
});

for (const audience of audiences) {
	const path = resourceMetadataPath(audience);
	oauth.use(path, cors);
	oauth.get(path, (c) => c.json(resourceMetadata(issuer(c), audience, docsUrl(c))));
}

oauth.post("/oauth/token", exchangeToken);

oauth.post("/oauth/revoke", async (c) => {
	await countOAuth(gateRequestOf(c), "revoke");
	try {
		const parameters = await readParameters(c);
		const app = await authenticateClient(c, parameters);
		const caller = callerOf(c, actorOf(app));
		const value = required(parameters, "token");
		await execute(c.get("writer"), caller, (caller) => revoke(caller, app, value));
	} catch (error) {
		// Always 200, so that the answer reveals nothing about the token or the client (contract: OAuth 26).
		const refused = error instanceof OAuthError || (error instanceof Problem && bodyFaults.includes(error.code));
		if (!refused) throw error;
	}
	return c.body(null, 200);
});

/** The problems of a body, before its parameters are read. */
const bodyFaults: Code[] = ["payload_too_large", "request_timeout"];

oauth.post("/oauth/introspect", async (c) => {
	await countOAuth(gateRequestOf(c), "introspect");
	const app = await authenticateByBasic(c);
	if (!app.firstParty || app.status === "SUSPENDED")
		throw new OAuthError("invalid_client", "Introspection is for first-party apps.");
	const parameters = await readParameters(c);
	return c.json(await introspect(callerOf(c, actorOf(app)), required(parameters, "token"), () => issuer(c)));
});

oauth.onError((error, c: AppContext) => {
	const request_id = c.get("requestId");
	if (error instanceof OAuthError) {
		note(c, { code: error.error });
		if (error.status === 401) c.header("WWW-Authenticate", 'Basic realm="oauth"');
		return c.json({ error: error.error, error_description: error.message, request_id }, error.status);
	}
	const { status, message, headers } = toProblem(c, error);
	for (const [name, value] of Object.entries(headers)) c.header(name, value);
	// RFC 6749 has no error code for a rate limit. This one tells the app to try later.
	const code = status === 429 ? "temporarily_unavailable" : status >= 500 ? failureCode(status) : "invalid_request";
	return c.json({ error: code, error_description: message, request_id }, status as 400);
});
