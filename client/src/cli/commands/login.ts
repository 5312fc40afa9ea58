import type { Call, Command } from "../command.ts";
import { givenBaseUrl, studioAt } from "../connection.ts";
import { exitCodes, Failure, usageFailure } from "../failure.ts";
import { authorize } from "../session/authorize.ts";
import { askServer, commandLineApp, discover } from "../session/oauth.ts";
import { expiryOf } from "../session/tokens.ts";
import { Logins } from "../store/logins.ts";
import { visible } from "../text/visible.ts";

/** Contract: Command line 4. */
export const login: Command = {
	name: "login",
	about: "Sign in with your browser.",
	more: [
		"You sign in at the service itself, choose the studio and allow this program to act for you. Its tokens are kept in your config folder, where only you can read them. Owners of a studio on the plan Solo or higher can sign in.",
	],
	options: {
		"no-browser": { about: "Only print the address to open, for a browser on another machine." },
		scope: {
			value: "<scope>",
			several: true,
			about: "Ask for this scope only, such as read:events. May be repeated. Default: all scopes.",
		},
	},
	examples: [
		["login --base-url http://localhost:8787", "Sign in at a service on this machine"],
		["login --no-browser", "Sign in from a machine that has no browser"],
		["login --scope read:events --scope read:clients", "Sign in to read only events and clients"],
	],
	run,
};

async function run(call: Call): Promise<void> {
	const { terminal } = call;
	const logins = new Logins(terminal.env);
	const baseUrl = givenBaseUrl(terminal, call.text("base-url")) ?? logins.current;
	if (!baseUrl)
		throw usageFailure(
			"The address of the service is missing.",
			"Type: tattoo-studio login --base-url https://api.example.com",
		);
	const [server, app] = await Promise.all([discover(baseUrl), commandLineApp(baseUrl)]);
	const scopes = requestedScopes(call.texts("scope"), app.scopes);
	const browser = !call.isOn("no-browser");
	const { tokens, reply } = await authorize(terminal, { server, clientId: app.client_id, scopes, browser });
	const before = logins.at(baseUrl);
	const me = await studioAt(baseUrl, tokens.access_token).me.get();
	const { access_token, refresh_token, scope } = tokens;
	const { tenant_id, tenant_name } = me;
	const login = {
		client_id: app.client_id,
		access_token,
		refresh_token,
		expires_at: expiryOf(tokens),
		scope,
		tenant_id,
		tenant_name,
	};
	logins.save(baseUrl, login, { current: true });
	reply(`You are signed in to ${tenant_name}. You can close this page and go back to your terminal.`, true);
	// The replaced login ends now, not after its ninety days.
	if (before)
		await askServer(server.revocation_endpoint, { client_id: before.client_id, token: before.refresh_token }).catch(
			() => {},
		);
	if (call.json) return terminal.out(JSON.stringify({ base_url: baseUrl, tenant_id, tenant_name, scope }));
	terminal.out(`Signed in to ${visible(tenant_name)} at ${baseUrl}.`);
	if (terminal.env.TATTOO_STUDIO_API_KEY)
		terminal.note("TATTOO_STUDIO_API_KEY is set, so the other commands use that key instead of this login.");
}

function requestedScopes(asked: string[], all: string[]): string[] {
	const unknown = asked.find((scope) => !all.includes(scope));
	if (unknown)
		throw new Failure(`There is no scope ${unknown}.`, {
			exitCode: exitCodes.usage,
			hint: `There are: ${all.join(" ")}`,
		});
	return asked.length > 0 ? asked : all;
}
