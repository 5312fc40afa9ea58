import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "../..");
const notCloned = ["node_modules", "dist"];

/** Runs `npm pack` for a fresh copy of the client, with its result in a folder. Returns the path of the file. */
export function packClient(into: string): string {
	const clone = mkdtempSync(join(tmpdir(), "client-"));
	try {
		cpSync(join(root, "client"), clone, { recursive: true, filter: (path) => !notCloned.includes(basename(path)) });
		symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
		execFileSync("npm", ["pack", "--silent", "--pack-destination", into], {
			cwd: clone,
			stdio: ["ignore", "ignore", "inherit"],
		});
	} finally {
		rmSync(clone, { recursive: true });
	}
	return join(into, readdirSync(into).find((name) => name.endsWith(".tgz")) ?? "");
}
