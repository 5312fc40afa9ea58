/** Finds missing paths in documents, for check-citations.ts. It reads no files, so a test can call it. */
import { dirname, join } from "node:path/posix";
import type { Source } from "./citations.ts";

/** A path in backticks. Without a folder it may be a file in any folder. */
const named = /`([\w*{}<>,.-]+(?:\/[\w*{}<>,.-]+)*\/?)`/g;
const isPath = (text: string): boolean =>
	/\.(?:tsx?|mjs|css|sql|toml|svg)$/.test(text) || /^[a-z][\w*{}<>,.-]*(?:\/[\w*{}<>,.-]+)*\/$/.test(text);

/** Folders that the project makes, or that a reader makes. */
const madeLater = /^(?:build|node_modules|screenshots|pictures|client\/dist)\//;

/** The folders to which a path in a document may be relative. */
const roots = ["", "src", "test", "client/src", "client/src/cli"];

/** Each path that a document names must exist. */
export function missingPaths(documents: Source[], files: readonly string[]): string[] {
	const basenames = new Set(files.map((file) => file.slice(file.lastIndexOf("/") + 1)));
	const everything = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
	const exists = (path: string, from: string): boolean => {
		if (!path.includes("/")) return basenames.has(path) || matches(path, [...basenames]);
		const wanted = path.replace(/\/$/, "");
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
