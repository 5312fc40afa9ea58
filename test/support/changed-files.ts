import { spawnSync } from "node:child_process";

/**
 * The files that differ from main, committed or not. On main itself that is what is not committed, and what the last
 * commits have changed, as many of them as are asked for. It is undefined where git does not know, such as in a clone
 * without history.
 */
export function changedFiles(folder = ".", { lastOfMain = 0 } = {}): string[] | undefined {
	const git = (...args: string[]): string[] | undefined => {
		const { status, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
		return status === 0 ? stdout.split("\n").filter(Boolean) : undefined;
	};
	const [head] = git("rev-parse", "HEAD") ?? [];
	const bases = ["origin/main", "main"].map((main) => git("merge-base", "HEAD", main)?.[0]);
	const base = bases.find((commit) => commit !== undefined && commit !== head) ?? `HEAD~${lastOfMain}`;
	const changed = git("diff", "--name-only", "--no-renames", base);
	const untracked = git("ls-files", "--others", "--exclude-standard");
	return changed && untracked && [...changed, ...untracked];
}
