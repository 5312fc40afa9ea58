/** The paths in documents, for check-citations.ts. It reads no files, so that a test can call it. */
import { dirname, join } from "node:path/posix";
import type { Source } from "./citations.ts";

/** A document names a path in backticks. A name alone is that of a file or a folder that lies somewhere. */
const named = /`([\w*{}<>,.-]+(?:\/[\w*{}<>,.-]+)*\/?)`/g;
const isPath = (text: string): boolean =>
	/\.(?:tsx?|mjs|css|sql|toml|svg)$/.test(text) || /^[a-z][\w*{}<>,.-]*(?:\/[\w*{}<>,.-]+)*\/$/.test(text);

/** Folders that the project makes, or that a reader makes. */
const madeLater = /^(?:build|node_modules|screenshots|pictures|client\/dist)\//;

/** From which folders a document may name a path. */
const roots = ["", "src", "test", "client/src", "client/src/cli"];

/** Each path that a document names must exist. */
export function missingPaths(documents: Source[], files: readonly string[]): string[] {
	const everything = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
	const basenames = new Set([...everything].map((path) => path.slice(path.lastIndexOf("/") + 1)));
	const exists = (path: string, from: string): boolean => {
		const wanted = path.replace(/\/$/, "");
		if (!wanted.includes("/")) return basenames.has(wanted) || matches(wanted, [...basenames]);
		return [from, ...roots].some((root) => {
			const whole = join(root, wanted);
			return everything.has(whole) || matches(whole, [...everything]);
		});
	};
	return documents.flatMap(({ path: document, text }) =>
		text.split("\n").flatMap((line, at) =>
			[...line.matchAll(named)]
				.map(([, path = ""]) => path)
				.filter((path) => isPath(path) && !madeLater.test(path) && !exists(path, dirname(document)))
				.map((path) => `${document}:${at + 1} names the path ${path}, which does not exist.`),
		),
	);
}

function foldersOf(file: string): string[] {
	const folder = dirname(file);
	return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

/** `*` and `<name>` stand for one part of a path, and `{a,b}` for one of several. */
function matches(pattern: string, paths: readonly string[]): boolean {
	if (!/[*<{]/.test(pattern)) return false;
	const source = pattern
		.replace(/[.+^$()|[\]\\]/g, "\\$&")
		.replace(/\*|<[^>]*>/g, "[^/]*")
		.replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.split(",").join("|")})`);
	const expression = new RegExp(`^${source}$`);
	return paths.some((path) => expression.test(path));
}
