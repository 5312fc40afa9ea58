import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { messageOf } from "../local/errors.mjs";
import { root } from "./base.ts";
import { UsageError } from "./options.ts";
import { wrangler } from "./wrangler.ts";

/** The real account, the terminal and the folder of this clone. */
export const access = {
	wrangler,
	say: console.log,
	deployments: ".deploy",
	environment: process.env,
	retriesMs: [500, 2000, 5000],
};

/** Runs a command of the terminal. Its exit code is 2 if it was called wrongly. */
export async function runCommand(run: () => Promise<number>): Promise<void> {
	enableCompileCache(join(root, "node_modules/.cache/compiled"));
	try {
		process.exitCode = await run();
	} catch (error) {
		console.error(messageOf(error));
		const isUsage = error instanceof UsageError || (error instanceof TypeError && "code" in error);
		process.exitCode = isUsage ? 2 : 1;
	}
}
