import type { Command } from "../command.ts";
import { givenBaseUrl } from "../connection.ts";
import { askServer } from "../session/oauth.ts";
import { Logins } from "../store/logins.ts";
import { visible } from "../text/visible.ts";

export const logout: Command = {
	name: "logout",
	about: "Sign out, and revoke the tokens of the login.",
	examples: [["logout", "Sign out of the service of your last login"]],
	async run(call) {
		const { terminal } = call;
		const logins = new Logins(terminal.env);
		const baseUrl = givenBaseUrl(terminal, call.text("base-url")) ?? logins.current;
		const login = baseUrl ? logins.at(baseUrl) : undefined;
		if (!baseUrl || !login) return terminal.out(call.json ? "{}" : "Nobody is signed in.");
		const ended = await askServer(`${baseUrl}/oauth/revoke`, { client_id: login.client_id, token: login.refresh_token })
			.then(({ status }) => status === 200)
			.catch(() => false);
		logins.forget(baseUrl);
		if (call.json) return terminal.out(JSON.stringify({ base_url: baseUrl, revoked: ended }));
		terminal.out(`Signed out of ${visible(login.tenant_name)} at ${baseUrl}.`);
		if (!ended)
			terminal.note(
				"The service did not answer, so the tokens are not revoked. Disconnect the app in the dashboard, under Connected apps.",
			);
	},
};
