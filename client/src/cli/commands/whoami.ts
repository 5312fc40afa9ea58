import type { Command } from "../command.ts";
import { glossary } from "../text/table.ts";
import { visible } from "../text/visible.ts";

export const whoami: Command = {
	name: "whoami",
	about: "Show the studio and the credential that the commands use.",
	examples: [["whoami", "Check that you are signed in, and where"]],
	async run({ terminal, json, connect }) {
		const { studio, baseUrl, by } = await connect();
		const me = await studio.me.get();
		if (json) return terminal.out(JSON.stringify({ base_url: baseUrl, ...me }));
		const scopes = (me.api_key ?? me.oauth)?.scopes ?? [];
		const entries: [string, string][] = [
			["Studio", visible(`${me.tenant_name} (${me.tenant_id}), plan ${me.plan_slug}`)],
			["Service", baseUrl],
			["By", by === "key" ? `the key “${me.api_key?.name ?? ""}” in TATTOO_STUDIO_API_KEY` : "login"],
			["Scopes", scopes.join(" ")],
		];
		for (const line of glossary(entries, terminal.columns)) terminal.out(visible(line.slice(2)));
	},
};
