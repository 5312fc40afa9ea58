// Shows how a deployment does, in one screen: `npm run status`. The exit code is for a monitor: 0 if all is well, 1 if not,
// 3 if nobody can tell.
import { access, runCommand } from "./deploy/command.ts";
import { defaultName } from "./deploy/names.ts";
import { showStatus } from "./deploy/status/status.ts";
import { type Command, readArguments } from "./local/command-help.ts";
import { messageOf } from "./local/errors.mjs";

const command = {
	line: "npm run status",
	about:
		"Shows how a deployment does, in one screen. The exit code is for a monitor: 0 if all is well, 1 if not, 3 if nobody can tell.",
	options: {
		name: { type: "string", value: "NAME", about: "the installation", default: defaultName },
	},
	examples: [
		["", "shows the deployment of this clone"],
		["--name second", "shows a second installation"],
	],
	document: "docs/operating.md",
} as const satisfies Command;

await runCommand(async () => {
	const { name } = readArguments(command).values;
	try {
		return (await showStatus(name, access)) ? 0 : 1;
	} catch (error) {
		console.error(messageOf(error));
		return 3;
	}
});
