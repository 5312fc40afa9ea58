// Takes all databases of a deployment back to one time: `npm run restore -- --to 2026-11-21T10:00:00Z` prints the plan, and
// with `--yes` does it. docs/restoring.md says what it means. It is safe to repeat, wherever it was cut off.
import { access, runCommand } from "./deploy/command.ts";
import { defaultName } from "./deploy/names.ts";
import { restore } from "./deploy/restoring/restore.ts";
import { type Command, readArguments, UsageError } from "./local/command-help.ts";

const command = {
	line: "npm run restore",
	about:
		"Takes all databases of a deployment back to one time. Without --yes it prints the plan and changes nothing. It is safe to repeat, wherever it was cut off.",
	options: {
		to: { type: "string", value: "TIME", about: "the time, at most 30 days ago" },
		yes: { type: "boolean", about: "does it", default: false },
		name: { type: "string", value: "NAME", about: "the installation", default: defaultName },
	},
	examples: [
		["--to 2026-11-21T10:00:00Z", "prints the plan"],
		["--to 2026-11-21T10:00:00Z --yes", "does it"],
	],
	document: "docs/restoring.md",
} as const satisfies Command;

await runCommand(async () => {
	const { to, name, yes } = readArguments(command).values;
	if (to === undefined) throw new UsageError("Usage: npm run restore -- --to 2026-11-21T10:00:00Z [--yes]");
	const options = { name, to: new Date(to), isConfirmed: yes };
	return (await restore(options, access)) ? 0 : 1;
});
