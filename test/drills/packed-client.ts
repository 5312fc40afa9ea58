import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packClient } from "../../client/scripts/pack.ts";

/** An empty project with the client installed from the file of `npm pack`. */
export class ProjectWithClient {
	readonly folder = mkdtempSync(join(tmpdir(), "project-"));

	constructor() {
		const tarball = packClient(this.folder);
		this.write("package.json", JSON.stringify({ name: "project", private: true }));
		this.npm("install", "--offline", "--no-audit", "--no-fund", "--silent", tarball);
	}

	write(name: string, text: string): string {
		const path = join(this.folder, name);
		writeFileSync(path, text);
		return path;
	}

	/** The output of a program in the project. */
	run(name: string, text: string, env: Record<string, string> = {}): string {
		return execFileSync(process.execPath, [this.write(name, text)], {
			cwd: this.folder,
			encoding: "utf8",
			env: { ...process.env, ...env },
			timeout: 60_000,
		});
	}

	remove(): void {
		rmSync(this.folder, { recursive: true });
	}

	private npm(...args: string[]): void {
		execFileSync("npm", args, { cwd: this.folder, stdio: ["ignore", "ignore", "inherit"] });
	}
}
