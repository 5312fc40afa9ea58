import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin as BundlerPlugin, build } from "esbuild";
import { type Plugin, parseAst } from "vite";
import { textFiles } from "../../lab/platform/text-modules.ts";
import { replaceFile } from "../../scripts/local/files.mjs";

const root = join(import.meta.dirname, "../..");
const bundle = join(root, "build/tests.js");

/**
 * Makes one module of those that the test files import and of all that these import themselves, because to load a
 * thousand modules one by one takes seconds in each process. A module of the bundle is evaluated when a test first
 * imports it, as it would be by itself. Test files and other packages than Drizzle remain modules of their own.
 * @param importers The test files, and what Vitest runs before them: those of all runs, so that each run makes the same.
 * @param alias Modules that stand in place of others, by the names of these.
 */
export function bundledModules(importers: string[], alias: Record<string, string>): Plugin {
	const files = importers.map((file) => join(root, file));
	const modules = importedBy(files, Object.values(alias));
	let isMade: Promise<unknown> | undefined;
	const make = async () => {
		const { outputFiles } = await build({
			stdin: { contents: importsOf(modules), resolveDir: root },
			absWorkingDir: root,
			bundle: true,
			outfile: bundle,
			format: "esm",
			platform: "node",
			target: "es2024",
			packages: "external",
			sourcemap: "inline",
			sourcesContent: false,
			write: false,
			// Node would parse the long list of Drizzle's exports again for each of Drizzle's modules.
			alias: { ...alias, "drizzle-orm": join(root, "node_modules/drizzle-orm") },
			mainFields: ["module"],
			plugins: [ownPlace, textFiles],
			logLevel: "error",
		});
		// Another run may be reading the file.
		replaceFile(bundle, outputFiles[0]?.text ?? "");
	};
	return {
		name: "bundled-modules",
		enforce: "pre",
		buildStart: async () => {
			isMade ??= make();
			await isMade;
		},
		load(id) {
			if (modules.has(id)) return stubOf(id);
			// Otherwise it would be there twice, each with a state of its own.
			if (isOfProject(id) && !files.includes(id))
				throw new Error(`No test file imports ${relative(root, id)} by this name.`);
			return null;
		},
	};
}

const isOfProject = (id: string): boolean =>
	/\.tsx?$/.test(id) && id.startsWith(join(root, "/")) && !id.includes("/node_modules/");

/** The modules of the project that these files import, and the given ones. */
function importedBy(files: string[], given: string[]): Set<string> {
	const modules = new Set(given);
	const add = (file: string, imports: RegExp) => {
		for (const [, source = ""] of readFileSync(file, "utf8").matchAll(imports)) {
			const path = join(dirname(file), source);
			const found = path.includes("*") ? globSync(path) : [path].filter(existsSync);
			for (const module of found) if (isOfProject(module) && !module.endsWith(".test.ts")) modules.add(module);
		}
	};
	for (const file of files) add(file, /\b(?:from |import |import\(|import\.meta\.glob\()"(\.[^"]+)"/g);
	for (const module of modules) add(module, /^export \* from "(\.[^"]+)"/gm);
	return modules;
}

/** A function for each module, which imports it. */
const importsOf = (modules: Set<string>): string =>
	`export const modules = {${[...modules].map((path) => `${JSON.stringify(path)}: () => import(${JSON.stringify(path)})`).join()}};`;

/** A module knows its own place. */
const ownPlace: BundlerPlugin = {
	name: "own place",
	setup({ onLoad }) {
		onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
			const text = readFileSync(path, "utf8");
			if (!text.includes("import.meta.")) return undefined;
			const contents = text
				.replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
				.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path)));
			return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
		});
	},
};

/** A module in place of this one, which exports what is in the bundle. */
function stubOf(path: string): string {
	const names = new Set<string>();
	const lines = [`import { modules } from ${JSON.stringify(bundle)};`];
	for (const statement of parseAst(readFileSync(path, "utf8"), { lang: path.endsWith("x") ? "tsx" : "ts" }).body) {
		if ("exportKind" in statement && statement.exportKind === "type") continue;
		if (statement.type === "ExportAllDeclaration")
			lines.push(`export * from ${JSON.stringify(statement.source.value)};`);
		if (statement.type === "ExportDefaultDeclaration") names.add("default");
		if (statement.type === "ExportNamedDeclaration") for (const name of namesOf(statement)) names.add(name);
	}
	lines.push(`const module = await modules[${JSON.stringify(path)}]();`);
	for (const name of names) lines.push(`const $${name} = module.${name};`, `export { $${name} as ${name} };`);
	return lines.join("\n");
}

type Statement = ReturnType<typeof parseAst>["body"][number];

function namesOf({ declaration, specifiers }: Extract<Statement, { type: "ExportNamedDeclaration" }>): string[] {
	const names = specifiers
		.filter(({ exportKind }) => exportKind !== "type")
		.map(({ exported }) => ("name" in exported ? exported.name : exported.value));
	if (!declaration) return names;
	const declared = "declarations" in declaration ? declaration.declarations : [declaration];
	for (const one of declared) {
		if (!("id" in one) || one.id?.type !== "Identifier") throw new Error("Each export needs a name.");
		names.push(one.id.name);
	}
	return names;
}
