// Checks the order of the rooms of the service and of its client, and their table in ARCHITECTURE.md, which it writes
// with `--write`: `node scripts/check-rooms.ts`. A file imports from its own room and from the floors below it, no
// files import each other in a circle, and neither side imports code of the other. The programs of lab/ have no floors.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { client, forbiddenImports, type Graph, importCycles, service, withTable } from "./rooms.ts";

const root = join(import.meta.dirname, "..");

function graphOf(source: string): Graph {
	const files = globSync("**/*.{ts,tsx}", { cwd: source, exclude: ["**/node_modules"] });
	return new Map(files.map((file) => [file, importsOf(source, file)]));
}

function importsOf(source: string, file: string): string[] {
	const text = readFileSync(join(source, file), "utf8");
	const found = text.matchAll(
		/^(?:import|export)\s[^"';]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm,
	);
	return (
		[...found]
			.map(([, from, bare, called]) => relative(source, join(source, dirname(file), from ?? bare ?? called ?? "")))
			// Text files from other folders belong to no room.
			.filter((imported) => !imported.startsWith("..") || /\.[cm]?[jt]sx?$/.test(imported))
	);
}

function faultsIn(source: string, floors?: typeof service): string[] {
	const graph = graphOf(join(root, source));
	const forbidden = floors ? forbiddenImports(graph, floors) : [];
	return [
		...forbidden.map((fault) => `An arrow points up in ${source}: ${fault}.`),
		...importCycles(graph).map((circle) => `Files in ${source} import each other in a circle: ${circle}.`),
	];
}

const faults = [...faultsIn("src", service), ...faultsIn("client/src", client), ...faultsIn("lab")];
const page = join(root, "ARCHITECTURE.md");
const before = readFileSync(page, "utf8");
const after = withTable(before, service);
if (process.argv.includes("--write")) writeFileSync(page, after);
else if (after !== before)
	faults.push("ARCHITECTURE.md has another table of rooms: node scripts/check-rooms.ts --write");
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
