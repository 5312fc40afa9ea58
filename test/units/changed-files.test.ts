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

it("on main itself nothing has changed but what is not committed", () => {
	expect(changed()).toEqual([]);
	write("1");
	write("new");
	expect(changed()).toEqual(["1", "new"]);
});

it("on main itself the last commits have changed their files, and before there are so many nobody knows", () => {
	const changedByLast = (lastOfMain: number) => changedFiles(folder, { lastOfMain })?.sort();
	expect(changedByLast(2)).toEqual(["2", "3"]);
	expect(changedByLast(3)).toBeUndefined();
	write("1");
	expect(changedByLast(1)).toEqual(["1", "3"]);
});

it("without git nobody knows", () => {
	rmSync(join(folder, ".git"), { recursive: true });
	expect(changedFiles(folder)).toBeUndefined();
});
