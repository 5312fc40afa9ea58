import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { UsageError } from "../local/command-help.ts";
import { messageOf } from "../local/errors.mjs";
import { root } from "./base.ts";
import { wrangler } from "./wrangler.ts";

/** The real account, the terminal and the folder of this clone. */
export const access = {
	wrangler,
	say: console.log,
	deployments: ".deploy",
	environment: process.env,
	retriesMs: [500, 2000, 5000],
};

/** The exit code is 2 if the command was called wrongly. */
export async function runCommand(run: () => Promise<number>): Promise<void> {
	enableCompileCache(join(root, "node_modules/.cache/compiled"));
	try {
		process.exitCode = await run();
	} catch (error) {
		console.error(messageOf(error));
		process.exitCode = error instanceof UsageError ? 2 : 1;
	}
}
