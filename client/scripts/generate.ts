// Writes `src/generated/` and the samples of the app for Zapier from the API document and its examples: `npm run generate`.
// With `--check` it only compares.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { events } from "./write-events.ts";
import { problems } from "./write-problems.ts";
import { records } from "./write-records.ts";
import { operations, resources } from "./write-resources.ts";
import { samples } from "./write-samples.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

const formatted = (path: string, text: string): string =>
	execFileSync(
		process.execPath,
		[join(root, "node_modules/@biomejs/biome/bin/biome"), "check", "--write", `--stdin-file-path=${path}`],
		{
			cwd: root,
			input: text,
			encoding: "utf8",
		},
	);

const before =
	"// Written by client/scripts/generate.ts from the API document. Change the declarations, not this file.\n\n";

const files: [path: string, write: () => string][] = [
	...Object.entries({ records, events, problems, resources, operations }).map(
		([name, write]): [string, () => string] => [`client/src/generated/${name}.ts`, () => before + write()],
	),
	["integrations/zapier/samples.json", samples],
];

const stale: string[] = [];
for (const [path, write] of files) {
	const file = join(root, path);
	const text = formatted(path, write());
	if (!process.argv.includes("--check")) writeFileSync(file, text);
	else if (readFileSync(file, "utf8") !== text) stale.push(path);
}
for (const path of stale) console.error(`${path} is not what the API document gives: run npm run generate.`);
if (stale.length > 0) process.exitCode = 1;
