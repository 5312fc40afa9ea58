import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { changedFiles } from "../support/changed-files.ts";

let folder: string;
const git = (...args: string[]) => {
	const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.com"];
	const { status, stderr } = spawnSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
};
const write = (name: string) => writeFileSync(join(folder, name), `${Math.random()}`);
function commit(name: string): void {
	write(name);
	git("add", "-A");
	git("commit", "-qm", name);
}
const changed = () => changedFiles(folder)?.sort();

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "changed-"));
	git("init", "-qb", "main");
	for (const name of ["1", "2", "3"]) commit(name);
});
afterEach(() => rmSync(folder, { recursive: true }));

it("a branch has changed what it has committed, what it has not, and nothing that main has", () => {
	git("switch", "-qc", "branch");
	for (let n = 0; n < 9; n++) commit(`own-${n}`);
	git("switch", "-q", "main");
	commit("of main");
	git("switch", "-q", "branch");
	write("1");
	write("new");
	expect(changed()).toEqual(["1", "new", ...Array.from({ length: 9 }, (_, n) => `own-${n}`)]);
});

it("on main itself the last five commits have changed their files, and before there are so many nobody knows", () => {
	expect(changed()).toBeUndefined();
	for (const name of ["4", "5", "6", "7"]) commit(name);
	write("1");
	expect(changed()).toEqual(["1", "3", "4", "5", "6", "7"]);
});

it("without git nobody knows", () => {
	rmSync(join(folder, ".git"), { recursive: true });
	expect(changedFiles(folder)).toBeUndefined();
});
