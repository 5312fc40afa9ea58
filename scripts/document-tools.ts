import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The programs that only `npm run check` needs, as a package of their own. */
export const tools = join(import.meta.dirname, "document-tools");

export const toolPath = (path: string): string => join(tools, "node_modules", path);

/** Installs them, unless they are what package-lock.json says. */
export async function installTools(): Promise<void> {
	const stamp = toolPath(".installed-from");
	const hash = createHash("sha256")
		.update(readFileSync(join(tools, "package-lock.json")))
		.digest("hex");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
	await run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: tools });
	writeFileSync(stamp, hash);
}
