// Shows how a deployment does, in one screen: `npm run status`. The exit code is for a monitor: 0 if all is well, 1 if not,
// 3 if nobody can tell.
import { parseArgs } from "node:util";
import { access, runCommand } from "./deploy/command.ts";
import { defaultName } from "./deploy/names.ts";
import { showStatus } from "./deploy/status/status.ts";
import { messageOf } from "./local/errors.mjs";

await runCommand(async () => {
	const { name = defaultName } = parseArgs({ options: { name: { type: "string" } } }).values;
	try {
		return (await showStatus(name, access)) ? 0 : 1;
	} catch (error) {
		console.error(messageOf(error));
		return 3;
	}
});
