// Makes the files that the Worker sends as they are: the documentation and Scalar. Wrangler runs it before it bundles the
// Worker, and so do the tests. Without a change of what they are made from it does nothing.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { readIfExists, replaceFile } from "./local/files.mjs";

const root = join(fileURLToPath(import.meta.url), "../..");
const folder = join(root, "build/files");
/** What the files were made from, with a hash of it. */
const stamp = join(root, "build/made-from.json");
const scalar = "vendor/scalar/standalone.js";

interface Stamp {
	inputs: string[];
	hash: string;
}

function hashOf(inputs: string[]): string {
	const hash = createHash("sha256");
	for (const file of inputs) hash.update(`${file}\0${readIfExists(join(root, file)) ?? ""}\0`);
	return hash.digest("hex");
}

function isMade(): boolean {
	const { inputs, hash }: Stamp = JSON.parse(readIfExists(stamp) ?? '{ "inputs": [], "hash": "" }');
	return existsSync(folder) && hashOf(inputs) === hash;
}

async function makeFiles(): Promise<void> {
	const { metafile, outputFiles } = await build({
		entryPoints: [join(root, "src/docs/files.tsx")],
		absWorkingDir: root,
		bundle: true,
		write: false,
		metafile: true,
		format: "esm",
		platform: "neutral",
		mainFields: ["module", "main"],
		external: ["node:*"],
		jsx: "automatic",
		jsxImportSource: "hono/jsx",
		loader: { ".md": "text", ".css": "text", ".client.js": "text" },
	});
	const inputs = [...Object.keys(metafile.inputs), "scripts/build.ts", scalar].sort();
	const hash = hashOf(inputs);
	const program = Buffer.from(outputFiles[0]?.text ?? "").toString("base64");
	const { documentationFiles } = await import(`data:text/javascript;base64,${program}`);
	write(documentationFiles());
	const made: Stamp = { inputs, hash };
	replaceFile(stamp, JSON.stringify(made));
}

/** Only what has changed, so that a running server does not load the rest again. */
function write(documentation: ReadonlyMap<string, string>): void {
	const files = new Map([...documentation, ["/scalar/standalone.js", readFileSync(join(root, scalar), "utf8")]]);
	for (const [path, text] of files) {
		const file = join(folder, path);
		if (readIfExists(file) !== text) replaceFile(file, text);
	}
	for (const entry of globSync("**", { cwd: folder, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		// Another build may run, and have drafts here.
		if (entry.isFile() && !path.endsWith(".tmp") && !files.has(path.slice(folder.length)))
			rmSync(path, { force: true });
	}
}

export async function ensureBuilt(): Promise<void> {
	if (!isMade()) await makeFiles();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt();
