import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inPrivateFolder } from "./private-folder.ts";
import type { Secrets } from "./secrets.ts";
import type { Wrangler } from "./wrangler.ts";

interface Given {
	wrangler: Wrangler;
	missingSecrets: string[];
	secrets: Secrets;
	config: string;
	release: string;
}

/** Returns the id of the version. The Worker also gets the secrets that it lacks. */
export const release = ({ wrangler, missingSecrets, secrets, config, release }: Given): Promise<string> =>
	inPrivateFolder(async (folder) => {
		const output = join(folder, "output");
		const missing = Object.fromEntries(missingSecrets.map((name) => [name, secrets[name as keyof Secrets]]));
		// JSON, because of a file of NAME=value wrangler would take the values from the environment if they are there, too.
		const file = join(folder, "secrets.json");
		writeFileSync(file, JSON.stringify(missing), { mode: 0o600 });
		const added = missingSecrets.length > 0 ? ["--secrets-file", file] : [];
		const command = ["deploy", "--config", config, "--tag", release, "--message", `Release ${release}`, ...added];
		await wrangler(command, { WRANGLER_OUTPUT_FILE_PATH: output });
		return versionIn(readFileSync(output, "utf8"));
	});

/** Wrangler writes a line of JSON for each thing that it did. */
function versionIn(output: string): string {
	for (const line of output.trim().split("\n")) {
		const entry = JSON.parse(line);
		if (entry.type === "deploy" && entry.version_id) return entry.version_id;
	}
	throw new Error("wrangler did not say which version it deployed.");
}
