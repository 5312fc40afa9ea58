import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changesBetween, unmentioned } from "./changes.ts";
import { factsOf } from "./facts.ts";

// Saves the released state: the API document and the changelog as they were at the last release.

const root = join(fileURLToPath(import.meta.url), "../../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);

const kept = { document: "docs/released/openapi.json", changelog: "docs/released/changelog.md" };
const changelog = "CHANGELOG.md";

/** A line for each part, so that a difference between two releases can be read. */
export function keepRelease(document: object): void {
	write(kept.document, `${JSON.stringify(document, null, 1)}\n`);
	write(kept.changelog, read(changelog));
}

/** The changes since the last release that the changelog does not mention. */
export function unmentionedSinceRelease(document: object): string[] {
	const old = new Set(read(kept.changelog).split("\n"));
	const newLines = read(changelog)
		.split("\n")
		.filter((line) => !old.has(line));
	return unmentioned(changesBetween(factsOf(JSON.parse(read(kept.document))), factsOf(document)), newLines);
}
