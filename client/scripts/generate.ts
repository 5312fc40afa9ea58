// Writes `src/generated/` from the API document: `npm run generate`. With `--check` it only compares.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { events } from "./write-events.ts";
import { problems } from "./write-problems.ts";
import { records } from "./write-records.ts";
import { operations, resources } from "./write-resources.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const files = { records, events, problems, resources, operations };

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

const stale: string[] = [];
for (const [name, write] of Object.entries(files)) {
	const path = join(root, `client/src/generated/${name}.ts`);
	const text = formatted(path, before + write());
	if (!process.argv.includes("--check")) writeFileSync(path, text);
	else if (readFileSync(path, "utf8") !== text) stale.push(path);
}
for (const path of stale) console.error(`${path} is not what the API document gives: run npm run generate.`);
if (stale.length > 0) process.exitCode = 1;
