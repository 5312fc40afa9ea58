/**
 * @typedef {object} Installation
 * @property {string} origin
 * @property {string} operatorToken
 * @property {string} tenantId The studio that owns the app: that of whoever runs the installation.
 */
/** @typedef {{ id: string; client_id: string; command_line: boolean; scopes: string[] }} App */

/**
 * Registers the app with which the command line signs in, or gives the one that is there every scope that there is by
 * now. Repeated, it changes nothing. Returns the `client_id`, or undefined where the OAuth server is closed.
 *
 * @param {Installation} installation
 */
export async function ensureCommandLineApp(installation) {
	const [discovery, found] = await Promise.all([
		fetch(`${installation.origin}/.well-known/oauth-authorization-server`),
		findApp(installation),
	]);
	if (discovery.status === 503) return undefined;
	const scopes = /** @type {{ scopes_supported: string[] }} */ (await discovery.json()).scopes_supported;
	const app = found ?? (await register(installation, scopes));
	if (app.scopes.length !== scopes.length) {
		await call(installation, "PATCH", `/admin/oauth_apps/${app.id}`, { scopes });
	}
	return app.client_id;
}

/**
 * @param {Installation} installation
 * @returns {Promise<App | undefined>}
 */
async function findApp(installation) {
	for (let cursor = ""; ; ) {
		const page = await call(installation, "GET", `/admin/oauth_apps?limit=100&cursor=${cursor}`);
		const found = page.data.find((/** @type {App} */ app) => app.command_line);
		if (found || !page.has_more) return found;
		cursor = page.next_cursor;
	}
}

/**
 * @param {Installation} installation
 * @param {string[]} scopes
 * @returns {Promise<App>}
 */
async function register(installation, scopes) {
	const { app } = await call(installation, "POST", "/admin/oauth_apps", {
		tenant_id: installation.tenantId,
		name: "Tattoo Studio command line",
		description: "The command `tattoo-studio`, run by you in your own terminal.",
		type: "public",
		native: true,
		command_line: true,
		redirect_uris: ["http://127.0.0.1/callback", "http://[::1]/callback"],
		scopes,
	});
	return app;
}

/**
 * @param {Installation} installation
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call({ origin, operatorToken }, method, path, body) {
	const response = await fetch(origin + path, {
		method,
		headers: {
			Authorization: `Bearer ${operatorToken}`,
			...(body ? { "Content-Type": "application/json" } : {}),
		},
		...(body ? { body: JSON.stringify(body) } : {}),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`The app of the command line: ${method} ${path} gave ${response.status} ${text}`);
	return JSON.parse(text);
}
