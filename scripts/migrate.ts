// Migrates the databases of local development: `npm run migrate`. It skips the applied migrations, so it is safe to repeat.
// `npm run deploy` migrates those of a deployment.
import { join, resolve } from "node:path";
import { readArguments } from "./local/command-help.ts";
import { migrateLocally } from "./local/databases.ts";
import { readSettings } from "./local/settings.ts";

readArguments({
	line: "npm run migrate",
	about:
		"Migrates the databases of local development, in the folder that STATE_DIR names. npm run deploy migrates those of a deployment.",
	options: {},
	examples: [["", "applies the migrations that are new"]],
	document: "docs/operating.md",
});
const root = join(import.meta.dirname, "..");

await migrateLocally(root, resolve(root, readSettings(process.env).stateDir));
