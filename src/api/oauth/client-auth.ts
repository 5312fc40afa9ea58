import { type App, findApp, isSecretOf } from "../../domain/access/oauth-apps/apps.ts";
import { type AppContext, note } from "../../platform/http/request/app-env.ts";
import type { Parameters } from "../../platform/http/request/body/urlencoded.ts";
import { OAuthError } from "./errors.ts";

interface ClientCredentials {
	clientId: string;
	secret: string | undefined;
}

/** The app that sends a request. It authenticates by Basic or in the body (RFC 6749 2.3; contract: OAuth 15). */
export async function authenticateClient(c: AppContext, parameters: Parameters): Promise<App> {
	return await verifyClient(c, clientCredentialsOf(c.req.header("Authorization"), parameters));
}

/** The app that sends a request. It must have a secret and send it by Basic (contract: OAuth 28). */
export async function authenticateByBasic(c: AppContext): Promise<App> {
	const credentials = parseBasic(c.req.header("Authorization") ?? "");
	const app = await verifyClient(c, credentials);
	if (app.type === "public") throw authenticationFailed();
	return app;
}

function clientCredentialsOf(authorization: string | undefined, parameters: Parameters): ClientCredentials {
	const { client_id, client_secret } = parameters;
	if (authorization !== undefined) {
		if (client_secret !== undefined)
			throw new OAuthError("invalid_request", "Authenticate by the Authorization header or by the body, not by both.");
		const credentials = parseBasic(authorization);
		if (client_id !== undefined && client_id !== credentials.clientId)
			throw new OAuthError("invalid_request", "The body names another client than the Authorization header.");
		return credentials;
	}
	if (client_id === undefined) throw authenticationFailed();
	return { clientId: client_id, secret: client_secret };
}

/** Clients form-encode both parts before they join them (RFC 6749 2.3.1). */
function parseBasic(authorization: string): ClientCredentials {
	const [, encoded = ""] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization.trim()) ?? [];
	const pair = Buffer.from(encoded, "base64").toString("utf8");
	const colon = pair.indexOf(":");
	if (colon < 1) throw authenticationFailed();
	return { clientId: urlDecoded(pair.slice(0, colon)), secret: urlDecoded(pair.slice(colon + 1)) || undefined };
}

function urlDecoded(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		throw authenticationFailed();
	}
}

async function verifyClient(c: AppContext, { clientId, secret }: ClientCredentials): Promise<App> {
	const app = await findApp(c.get("databases").control.db, clientId);
	if (!app) throw authenticationFailed();
	note(c, { credentialId: app.id });
	if (app.type === "public") {
		// A public app has no secret. A request with one does not come from the app.
		if (secret !== undefined) throw authenticationFailed();
		return app;
	}
	if (secret === undefined || !(await isSecretOf(c.get("databases").control.db, app, secret)))
		throw authenticationFailed();
	return app;
}

const authenticationFailed = () => new OAuthError("invalid_client", "Client authentication failed.");
