import { type App, findApp, isSecretOf } from "../../domain/access/oauth-apps/apps.ts";
import { type AppContext, note } from "../../platform/http/request/app-env.ts";
import type { Parameters } from "../../platform/http/request/form.ts";
import { OAuthError } from "./errors.ts";

interface Claimed {
	clientId: string;
	secret: string | undefined;
}

/** The app that sends a request. It authenticates by Basic or in the body (RFC 6749 2.3; contract: OAuth 15). */
export async function authenticateClient(c: AppContext, form: Parameters): Promise<App> {
	return await verified(c, claimedBy(c.req.header("Authorization"), form));
}

/** The app that sends a request. It must have a secret and send it by Basic (contract: OAuth 28). */
export async function authenticateByBasic(c: AppContext): Promise<App> {
	const claimed = basic(c.req.header("Authorization") ?? "");
	const app = await verified(c, claimed);
	if (app.type === "public") throw failed();
	return app;
}

function claimedBy(authorization: string | undefined, form: Parameters): Claimed {
	const { client_id, client_secret } = form;
	if (authorization !== undefined) {
		if (client_secret !== undefined)
			throw new OAuthError("invalid_request", "Authenticate by the Authorization header or by the body, not by both.");
		const claimed = basic(authorization);
		if (client_id !== undefined && client_id !== claimed.clientId)
			throw new OAuthError("invalid_request", "The body names another client than the Authorization header.");
		return claimed;
	}
	if (client_id === undefined) throw failed();
	return { clientId: client_id, secret: client_secret };
}

/** Clients form-encode both parts before they join them (RFC 6749 2.3.1). */
function basic(authorization: string): Claimed {
	const [, encoded = ""] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization.trim()) ?? [];
	const pair = Buffer.from(encoded, "base64").toString("utf8");
	const colon = pair.indexOf(":");
	if (colon < 1) throw failed();
	return { clientId: formDecoded(pair.slice(0, colon)), secret: formDecoded(pair.slice(colon + 1)) || undefined };
}

function formDecoded(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		throw failed();
	}
}

async function verified(c: AppContext, { clientId, secret }: Claimed): Promise<App> {
	const app = await findApp(c.get("databases").control.db, clientId);
	if (!app) throw failed();
	note(c, { credentialId: app.id });
	if (app.type === "public") {
		// A public app has no secret. A request with one does not come from the app.
		if (secret !== undefined) throw failed();
		return app;
	}
	if (secret === undefined || !(await isSecretOf(c.get("databases").control.db, app, secret))) throw failed();
	return app;
}

const failed = () => new OAuthError("invalid_client", "Client authentication failed.");
