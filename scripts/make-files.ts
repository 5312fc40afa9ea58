import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { readIfExists, replaceFile } from "./local/files.mjs";

const scalar = "vendor/scalar/standalone.js";

/** Reads the sources of the Worker's static files. Returns their paths, and a function that makes the files. */
export async function readSources(
	root: string,
): Promise<{ inputs: string[]; makeFiles(folder: string): Promise<void> }> {
	const { metafile, outputFiles } = await build({
		entryPoints: [join(root, "src/web/docs/files.tsx")],
		absWorkingDir: root,
		bundle: true,
		write: false,
		metafile: true,
		format: "esm",
		platform: "neutral",
		mainFields: ["module", "main"],
		external: ["node:*"],
		// The paths in `tsconfig.json` lead to types.
		tsconfigRaw: {},
		jsx: "automatic",
		jsxImportSource: "hono/jsx",
		loader: { ".md": "text", ".css": "text", ".client.js": "text" },
	});
	const program = Buffer.from(outputFiles[0]?.text ?? "").toString("base64");
	const library = readFileSync(join(root, scalar), "utf8");
	return {
		inputs: [...Object.keys(metafile.inputs), "scripts/make-files.ts", scalar],
		async makeFiles(folder) {
			const { documentationFiles } = await import(`data:text/javascript;base64,${program}`);
			const documentation: ReadonlyMap<string, string> = documentationFiles();
			write(new Map([...documentation, ["/scalar/standalone.js", library]]), folder);
		},
	};
}

/** Writes only the changed files, so that a running server does not reload the others. */
function write(files: ReadonlyMap<string, string>, folder: string): void {
	for (const [path, text] of files) {
		const file = join(folder, path);
		if (readIfExists(file) !== text) replaceFile(file, text);
	}
	for (const entry of globSync("**", { cwd: folder, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		// The `.tmp` files may belong to another build that is running.
		if (entry.isFile() && !path.endsWith(".tmp") && !files.has(path.slice(folder.length)))
			rmSync(path, { force: true });
	}
}
