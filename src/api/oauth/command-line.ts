import { Hono } from "hono";
import { commandLineApp } from "../../domain/access/oauth-apps/apps.ts";
import { countPage } from "../../platform/gate/rate-limit.ts";
import { type AppEnv, gateRequestOf, note } from "../../platform/http/request/app-env.ts";
import { problem } from "../../platform/problems/problem.ts";

/**
 * Names the OAuth app with which the command line signs in here. The command line is the same for all installations
 * (contract: OAuth 36).
 */
export const commandLine = new Hono<AppEnv>();

commandLine.get("/.well-known/tattoo-studio-cli", async (c) => {
	note(c, { operationId: "commandLineApp" });
	await countPage(gateRequestOf(c));
	const app = await commandLineApp(c.get("databases").control.db);
	if (app?.status !== "ACTIVE")
		throw problem("resource_not_found", "This installation has no app with which the command line could sign in.");
	return c.json({ client_id: app.clientId, scopes: app.scopes });
});
