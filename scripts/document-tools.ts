import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { readIfExists } from "./local/files.mjs";

const run = promisify(execFile);

const folder = join(import.meta.dirname, "document-tools");

/** The path of a file in the packages of the tools. */
export const toolPath = (path: string): string => join(folder, "node_modules", path);

/** Installs the tools, unless the installed ones match their package-lock.json. */
export async function installTools(): Promise<void> {
	const stamp = toolPath(".installed-from");
	const hash = createHash("sha256")
		.update(readFileSync(join(folder, "package-lock.json")))
		.digest("hex");
	if (readIfExists(stamp) === hash) return;
	await run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder });
	writeFileSync(stamp, hash);
}
