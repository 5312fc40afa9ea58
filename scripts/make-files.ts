import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { replaceFile } from "./local/files.mjs";

const scalar = "vendor/scalar/standalone.js";
const pictures = "docs/images/front-door";

/** Also returns the paths of the sources. */
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
	const search = await build({
		entryPoints: [join(root, "src/web/docs/search/browser/dialog.ts")],
		absWorkingDir: root,
		bundle: true,
		minify: true,
		write: false,
		metafile: true,
		format: "esm",
		target: "es2022",
		tsconfigRaw: {},
	});
	const program = Buffer.from(outputFiles[0]?.text ?? "").toString("base64");
	const library = readFileSync(join(root, scalar));
	const pictureFiles = globSync(`${pictures}/*`, { cwd: root });
	return {
		inputs: [
			...Object.keys({ ...metafile.inputs, ...search.metafile.inputs }),
			"scripts/make-files.ts",
			scalar,
			...pictureFiles,
		],
		async makeFiles(folder) {
			const { documentationFiles } = await import(`data:text/javascript;base64,${program}`);
			const documentation: ReadonlyMap<string, () => string> = documentationFiles();
			const made = [...documentation].map(([path, make]): [string, string] => [path, make()]);
			const shown = pictureFiles.map((file): [string, Buffer] => [
				`/front-door/${basename(file)}`,
				readFileSync(join(root, file)),
			]);
			const others: [string, string | Buffer][] = [
				["/scalar/standalone.js", library],
				["/docs-search.js", search.outputFiles[0]?.text ?? ""],
				...shown,
			];
			write(new Map<string, string | Buffer>([...made, ...others]), folder);
		},
	};
}

/** Writes only the changed files, so that a running server does not reload the others. */
function write(files: ReadonlyMap<string, string | Buffer>, folder: string): void {
	for (const [path, content] of files) {
		const file = join(folder, path);
		const bytes = Buffer.from(content);
		if (!existsSync(file) || !readFileSync(file).equals(bytes)) replaceFile(file, bytes);
	}
	for (const entry of globSync("**", { cwd: folder, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		// The `.tmp` files may belong to another build that is running.
		if (entry.isFile() && !path.endsWith(".tmp") && !files.has(path.slice(folder.length)))
			rmSync(path, { force: true });
	}
}
