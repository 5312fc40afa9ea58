// Checks the references of documents and comments: `node scripts/check-citations.ts`. A comment cites a clause of
// docs/contract.md by its id after the word "contract" and a colon, and each cited clause must exist. So must each path
// that a document names in backticks. The tables of the doors of idempotency, of the scheduled steps and of the groups
// of pages name all that there are.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { citationFaults, clausesOf, numberingFaults } from "./citations.ts";
import { missingPaths } from "./paths.ts";
import { differences, firstColumn, stepsIn } from "./tables.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
	cwd: root,
	encoding: "utf8",
})
	.split("\n")
	.filter((file) => file !== "" && existsSync(join(root, file)));
const sourcesOf = (paths: string[]) => paths.map((path) => ({ path, text: read(path) }));

const citing = /^(?:src|lab|test|scripts|migrations|integrations)\//;
const extensions = new Set([".ts", ".tsx", ".js", ".mjs", ".sql", ".md"]);
const citations = sourcesOf(files.filter((file) => citing.test(file) && extensions.has(extname(file))));

/** The guides speak of their readers' files, and the changelog and the releases of files as they were. */
const ofReaders = /^docs\/(?:guides|released)\/|^CHANGELOG\.md$/;
const documents = sourcesOf(files.filter((file) => file.endsWith(".md") && !ofReaders.test(file)));

const contract = read("docs/contract.md");
const faults = [
	...numberingFaults(contract),
	...citationFaults(contract, citations),
	...missingPaths(documents, files),
	...tableFaults(),
];
// If the form of the contract changes, no clause is found, and then no numbering fault is found either.
if (clausesOf(contract).length === 0) faults.push("docs/contract.md has no clauses.");
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

function tableFaults(): string[] {
	const running = read("docs/architecture/running.md");
	const commit = read("docs/architecture/commit.md");
	const pages = read("docs/architecture/pages.md");
	const groups = readdirSync(join(root, "src/web")).filter((name) => name !== "ui");
	return [
		...differences(
			"The table of the steps of the control database",
			firstColumn(running, "In the control database:"),
			stepsIn(read("src/entry/schedule/control.ts")),
		),
		...differences(
			"The table of the steps of a data database",
			firstColumn(running, "In each data database:"),
			stepsIn(read("src/entry/schedule/data.ts")),
		),
		...differences(
			"The table of the doors of idempotency",
			firstColumn(commit, "A key works behind"),
			doorsOfIdempotency(),
		),
		...differences(
			"The table of the groups of pages",
			firstColumn(pages, "groups of pages"),
			groups.map((group) => `src/web/${group}/`),
		),
	];
}

/** The files that choose the place of their idempotency records. */
function doorsOfIdempotency(): string[] {
	const choosing = /import \{[^}]*\b(?:findStoredAnswer|answersInData|operatorKeys)\b[^}]*\} from "[^"]*commit\/keys\//;
	return citations
		.filter(
			({ path, text }) => path.startsWith("src/") && !path.startsWith("src/platform/commit/") && choosing.test(text),
		)
		.map(({ path }) => path.slice("src/".length));
}
