// Checks that each guide has its date of change: `node scripts/check-guides.ts`. With --write it dates those that were
// changed since.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOf } from "../src/web/docs/guide/hash.ts";
import { readIfExists } from "./local/files.mjs";

const root = join(fileURLToPath(import.meta.url), "../..");
const file = join(root, "src/web/docs/guide/dates.json");
const noted: Record<string, { date: string; hash: string }> = JSON.parse(readIfExists(file) ?? "{}");

/** The day of the last commit, or today for a file that differs from it. */
function dayOf(guide: string): string {
	const git = (...words: string[]) =>
		execFileSync("git", [...words, "--", guide], { cwd: root, encoding: "utf8" }).trim();
	const today = new Date().toISOString().slice(0, 10);
	return git("status", "--porcelain") ? today : git("log", "-1", "--format=%cs") || today;
}

const guides = globSync("docs/guides/*.md", { cwd: root }).sort();
const texts = new Map(guides.map((guide) => [guide, hashOf(readFileSync(join(root, guide), "utf8"))]));
const changed = guides.filter((guide) => noted[basename(guide, ".md")]?.hash !== texts.get(guide));

if (process.argv.includes("--write")) {
	const dated = guides.map((guide) => {
		const name = basename(guide, ".md");
		const kept = changed.includes(guide) ? undefined : noted[name];
		return [name, kept ?? { date: dayOf(guide), hash: texts.get(guide) }];
	});
	writeFileSync(file, `${JSON.stringify(Object.fromEntries(dated), null, "\t")}\n`);
} else if (changed.length > 0) {
	console.error(`Changed and not dated: ${changed.join(", ")}. Run \`node scripts/check-guides.ts --write\`.`);
	process.exitCode = 1;
}
