// Migrates the databases of local development: `npm run migrate`, or those of a deployment: `npm run migrate -- --remote`.
// It skips the applied migrations, so it is safe to repeat.
import { join, resolve } from "node:path";
import { access, runCommand } from "./deploy/command.ts";
import { migrateDeployed } from "./deploy/migrate.ts";
import { defaultName } from "./deploy/names.ts";
import { type Command, readArguments } from "./local/command-help.ts";
import { migrateLocally } from "./local/databases.ts";
import { readSettings } from "./local/settings.ts";

const command = {
	line: "npm run migrate",
	about:
		"Migrates the databases of local development, in the folder that STATE_DIR names, or those of a deployment. npm run deploy migrates, too.",
	options: {
		remote: { type: "boolean", about: "migrates the databases of the deployment", default: false },
		name: { type: "string", value: "NAME", about: "the installation, with --remote", default: defaultName },
	},
	examples: [
		["", "applies the migrations that are new"],
		["--remote", "applies them to the deployment of this clone"],
	],
	document: "docs/operating.md",
} as const satisfies Command;

await runCommand(async () => {
	const { remote, name } = readArguments(command).values;
	const root = join(import.meta.dirname, "..");
	if (remote) await migrateDeployed(name, access);
	else await migrateLocally(root, resolve(root, readSettings(process.env).stateDir));
	return 0;
});
