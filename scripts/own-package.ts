import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Installs a package of its own inside this one, unless it is what its package-lock.json says. */
export async function installOwnPackage(folder: string): Promise<void> {
	const stamp = join(folder, "node_modules/.installed-from");
	const hash = createHash("sha256")
		.update(readFileSync(join(folder, "package-lock.json")))
		.digest("hex");
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
	await run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder });
	writeFileSync(stamp, hash);
}
