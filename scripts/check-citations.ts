// Checks the citations of docs/contract.md: `node scripts/check-citations.ts`. A comment cites a clause by its id after
// the word "contract" and a colon. Each cited clause must exist.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { citationFaults, clausesOf, numberingFaults, type Source } from "./citations.ts";

const folders = ["src", "test", "scripts", "migrations", "integrations"];
const extensions = new Set([".ts", ".tsx", ".js", ".mjs", ".sql", ".md"]);

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const sourcesIn = (folder: string): Source[] =>
	readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && extensions.has(extname(entry.name)))
		.map((entry) => join(entry.parentPath, entry.name))
		.filter((path) => !path.includes("node_modules"))
		.map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));

const contract = readFileSync(join(root, "docs/contract.md"), "utf8");

const faults = [...numberingFaults(contract), ...citationFaults(contract, folders.flatMap(sourcesIn))];
// If the form of the contract changes, no clause is found, and then no numbering fault is found either.
if (clausesOf(contract).length === 0) faults.push("docs/contract.md has no clauses.");
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
