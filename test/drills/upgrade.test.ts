import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

// A deployment migrates first, while the last release still serves. So the last release must serve on the new schema.

const root = join(import.meta.dirname, "../..");
// It is within the repository, because the packages of node_modules are found from there.
const folder = join(root, "build/released");

const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * The commit of the last release: the release kept its API document. A foundation that was made anew since then begins the
 * schema again, and no code from before it serves on it. A clone without its history has only the last commit.
 */
const released = (): string =>
	git("log", "-1", "--format=%H", "--", "docs/released/openapi.json", "migrations/*/0000_*.sql");

function checkOut(commit: string): void {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const files = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
	execFileSync("tar", ["-x", "-C", folder], { input: files });
	rmSync(join(folder, "migrations"), { recursive: true });
	cpSync(join(root, "migrations"), join(folder, "migrations"), { recursive: true });
	symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}

it("the last release passes its contract tests on the schema of this one", { timeout: 1_200_000 }, () => {
	const commit = released();
	checkOut(commit);
	const program = join(root, "node_modules/vitest/vitest.mjs");
	const { VITEST: _, ...environment } = process.env;
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[program, "run", "--project", "process", "test/contract"],
		{ cwd: folder, env: { ...environment, NO_COLOR: "1" }, encoding: "utf8" },
	);
	expect([commit, status, status === 0 ? "" : stdout + stderr]).toEqual([commit, 0, ""]);
	expect(stdout).toMatch(/Test Files +\d+ passed/);
});
