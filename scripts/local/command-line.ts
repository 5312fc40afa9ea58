import { createHash } from "node:crypto";
import { Service } from "../demo/service.ts";

interface Installation {
	origin: string;
	operatorToken: string;
	owner: () => string | Promise<string>;
}

interface App {
	id: string;
	client_id: string;
	command_line: boolean;
	scopes: string[];
}

interface Page {
	data: App[];
	has_more: boolean;
	next_cursor: string;
}

/** An existing app gets the new scopes. Returns the `client_id`, or undefined if the OAuth server is closed. */
export async function ensureCommandLineApp({ origin, operatorToken: token, owner }: Installation) {
	const discovery = await fetch(`${origin}/.well-known/oauth-authorization-server`);
	if (discovery.status === 503) return undefined;
	if (!discovery.ok) throw new Error(`GET ${origin}/.well-known/oauth-authorization-server gave ${discovery.status}.`);
	const { scopes_supported: scopes } = (await discovery.json()) as { scopes_supported: string[] };
	const service = new Service(origin);
	const app = (await findApp(service, token)) ?? (await register(service, token, await owner(), scopes));
	if (app.scopes.length !== scopes.length)
		await service.send({ method: "PATCH", path: `/admin/oauth_apps/${app.id}`, token, body: { scopes } });
	return app.client_id;
}

async function findApp(service: Service, token: string): Promise<App | undefined> {
	for (let cursor = ""; ; ) {
		const path = `/admin/oauth_apps?limit=100&cursor=${cursor}`;
		const page = await service.send<Page>({ method: "GET", path, token });
		const found = page.data.find((app) => app.command_line);
		if (found || !page.has_more) return found;
		cursor = page.next_cursor;
	}
}

async function register(service: Service, token: string, tenantId: string, scopes: string[]): Promise<App> {
	const body = {
		tenant_id: tenantId,
		name: "Tattoo Studio command line",
		description: "The command `tattoo-studio`, run by you in your own terminal.",
		type: "public",
		native: true,
		command_line: true,
		redirect_uris: ["http://127.0.0.1/callback", "http://[::1]/callback"],
		scopes,
	};
	// Of two that register it at once, both get the same app.
	const hash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
	const request = { method: "POST", path: "/admin/oauth_apps", token, body, idempotencyKey: `command-line-${hash}` };
	return (await service.send<{ app: App }>(request)).app;
}
