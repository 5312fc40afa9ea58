import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Source {
	/** The files whose paths it has. */
	paths: string[];
	/** It uses more than these: files that it looks for, programs that it starts, or the client by its name. */
	usesMore: boolean;
}

const relativePath = /["'`](\.\.?\/[^"'`\s?]+)(?:\?\w+)?["'`]/g;
const more = /["']node:(fs|fs\/promises|child_process|module|worker_threads)["']|\bfrom ["']tattoo-studio|\bglob\b/;

const known = new Map<string, Source>();
function read(file: string): Source {
	const source = known.get(file) ?? sourceOf(file);
	known.set(file, source);
	return source;
}

function sourceOf(file: string): Source {
	const text = readFileSync(file, "utf8");
	const named = [...text.matchAll(relativePath)].map(([, path = ""]) => join(file, "..", path));
	const paths = named.filter((path) => existsSync(path));
	// The text of a program is what it runs. Other files are only read.
	return /\.(tsx?|m?js)$/.test(file) ? { paths, usesMore: more.test(text) } : { paths: [], usesMore: false };
}

/** The files that decide what a test does: itself and all that it imports. It is undefined for a test that uses more. */
export function filesOf(test: string): ReadonlySet<string> | undefined {
	const found = new Set([test]);
	// The set grows while it is read.
	for (const file of found) {
		const { paths, usesMore } = read(file);
		if (usesMore) return undefined;
		for (const path of paths) found.add(path);
	}
	return found;
}
