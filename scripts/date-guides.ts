// Notes the date of change of each guide that was changed since the last release: `node scripts/date-guides.ts`.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOf } from "../src/web/docs/guide/hash.ts";
import { readIfExists } from "./local/files.mjs";

const root = join(fileURLToPath(import.meta.url), "../..");
const file = join(root, "src/web/docs/guide/dates.json");
const noted: Record<string, { date: string; hash: string }> = JSON.parse(readIfExists(file) ?? "{}");

/** Today for a file that differs from its last commit. */
function dayOf(guide: string): string {
	const git = (...words: string[]) =>
		execFileSync("git", [...words, "--", guide], { cwd: root, encoding: "utf8" }).trim();
	const today = new Date().toISOString().slice(0, 10);
	return git("status", "--porcelain") ? today : git("log", "-1", "--format=%cs") || today;
}

const dated = globSync("docs/guides/*.md", { cwd: root })
	.sort()
	.map((guide) => {
		const name = basename(guide, ".md");
		const hash = hashOf(readFileSync(join(root, guide), "utf8"));
		return [name, noted[name]?.hash === hash ? noted[name] : { date: dayOf(guide), hash }];
	});
writeFileSync(file, `${JSON.stringify(Object.fromEntries(dated), null, "\t")}\n`);
