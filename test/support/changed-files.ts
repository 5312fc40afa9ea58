import { spawnSync } from "node:child_process";

/** Somebody who commits to main itself is looked after for so many commits. */
const lastCommits = 5;

/**
 * The files that differ from main, committed or not, or on main from some commits before. It is undefined where git does
 * not know, such as in a clone without history.
 */
export function changedFiles(folder = "."): string[] | undefined {
	const git = (...args: string[]): string[] | undefined => {
		const { status, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
		return status === 0 ? stdout.split("\n").filter(Boolean) : undefined;
	};
	const [head] = git("rev-parse", "HEAD") ?? [];
	const bases = ["origin/main", "main"].map((main) => git("merge-base", "HEAD", main)?.[0]);
	const base = bases.find((commit) => commit !== undefined && commit !== head) ?? `HEAD~${lastCommits}`;
	const changed = git("diff", "--name-only", "--no-renames", base);
	const untracked = git("ls-files", "--others", "--exclude-standard");
	return changed && untracked && [...changed, ...untracked];
}
