// Takes all databases of a deployment back to one time: `npm run restore -- --to 2026-11-21T10:00:00Z` prints the plan, and
// with `--yes` does it. docs/restoring.md says what it means. It is safe to repeat, wherever it was cut off.
import { parseArgs } from "node:util";
import { access, runCommand } from "./deploy/command.ts";
import { defaultName } from "./deploy/names.ts";
import { UsageError } from "./deploy/options.ts";
import { restore } from "./deploy/restoring/restore.ts";

await runCommand(async () => {
	const text = { type: "string" } as const;
	const { to, name, yes } = parseArgs({ options: { to: text, name: text, yes: { type: "boolean" } } }).values;
	if (to === undefined) throw new UsageError("Usage: npm run restore -- --to 2026-11-21T10:00:00Z [--yes]");
	const options = { name: name ?? defaultName, to: new Date(to), isConfirmed: yes ?? false };
	return (await restore(options, access)) ? 0 : 1;
});
