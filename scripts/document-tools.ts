import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const source = join(import.meta.dirname, "document-tools");
const hash = createHash("sha256")
	.update(readFileSync(join(source, "package-lock.json")))
	.digest("hex");
const folder = join(import.meta.dirname, "../.wrangler/document-tools");
const installed = join(folder, hash.slice(0, 16));

export const toolPath = (path: string): string => join(installed, "node_modules", path);

/** Several tests may install the tools at once: the first one to be ready counts. */
export async function installTools(): Promise<void> {
	if (existsSync(installed)) return;
	mkdirSync(folder, { recursive: true });
	const draft = mkdtempSync(join(folder, "draft-"));
	for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(source, name), join(draft, name));
	await run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: draft });
	try {
		renameSync(draft, installed);
	} catch (error) {
		if (!existsSync(installed)) throw error;
		rmSync(draft, { recursive: true });
	}
}
