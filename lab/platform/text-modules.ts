import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";

const prefix = "\0text:";

/**
 * Imports the files as text that the rules of wrangler.toml name. Their ids hide the extension, which Vite knows.
 * `build` makes the files that the Worker serves.
 */
export const textModules = (build: () => Promise<void>) => ({
	name: "text-modules",
	enforce: "pre" as const,
	buildStart: build,
	resolveId: (source: string, importer?: string) =>
		importer && /\.(css|md|client\.js)$/.test(source) ? `${prefix}${join(importer, "..", source)}.text` : null,
	load: (id: string) =>
		id.startsWith(prefix)
			? `export default ${JSON.stringify(readFileSync(id.slice(prefix.length, -".text".length), "utf8"))}`
			: null,
});

/** The same for esbuild, whose loaders know a file by the end of its name after the last dot alone. */
export const textFiles: Plugin = {
	name: "text files",
	setup({ onLoad }) {
		onLoad({ filter: /\.(css|md|client\.js)$/ }, ({ path }) => ({
			contents: readFileSync(path, "utf8"),
			loader: "text",
		}));
	},
};
