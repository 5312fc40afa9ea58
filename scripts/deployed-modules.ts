import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { SourceMapPayload } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

export const mainModule = "worker.js";

export interface DeployedModule {
	name: string;
	contents: string;
}

/** `wrangler deploy` would upload these. The entry is called `worker.ts`. */
export const deployedModules = (entry?: string): DeployedModule[] => deployed(entry).modules;

/** The map is that of the code. */
export function deployed(entry = "src/worker.ts"): { modules: DeployedModule[]; map: SourceMapPayload } {
	const out = mkdtempSync(join(tmpdir(), "deployed-"));
	try {
		const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
		execFileSync(process.execPath, [wrangler, "deploy", entry, "--dry-run", "--outdir", out], {
			cwd: root,
			stdio: "pipe",
		});
		const modules = readdirSync(out)
			.filter((name) => !/\.map$|^README/.test(name))
			.map((name) => ({ name, contents: readFileSync(join(out, name), "utf8") }));
		return { modules, map: JSON.parse(readFileSync(join(out, `${mainModule}.map`), "utf8")) };
	} finally {
		rmSync(out, { recursive: true });
	}
}
