import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import manifest from "../../client/package.json" with { type: "json" };
import workspace from "../../package.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");
const cloned = [
	"package.json",
	"package-lock.json",
	"client",
	...workspace.workspaces.map((path) => `${path}/package.json`),
];
const notCloned = ["node_modules", "dist"];

it("one command in a clone installs the command line, and the same command installs it again", () => {
	const folder = mkdtempSync(join(tmpdir(), "clone-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const [clone, prefix] = [join(folder, "clone"), join(folder, "machine")];
	for (const path of cloned) {
		const filter = (source: string) => !notCloned.includes(basename(source));
		cpSync(join(root, path), join(clone, path), { recursive: true, filter });
	}
	for (let n = 0; n < 2; n++) {
		const command = ["run", "install:command-line", "--", "--prefix", prefix];
		execFileSync("npm", command, { cwd: clone, stdio: ["ignore", "ignore", "inherit"] });
		const program = join(prefix, "bin/tattoo-studio");
		expect(execFileSync(program, ["--version"], { encoding: "utf8" })).toBe(`${manifest.version}\n`);
	}
});
