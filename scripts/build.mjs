// Makes the static files of the Worker: the documentation and Scalar. Wrangler runs it before it bundles the Worker,
// and so do the tests. If no source has changed it does nothing, and quickly, because each start of the service waits
// for it: so it loads the code that makes the files only when it is needed.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readIfExists, replaceFile } from "./local/files.mjs";

const root = join(fileURLToPath(import.meta.url), "../..");
const folder = join(root, "build/files");
/** The sources of the last build, with their hash. */
const stamp = join(root, "build/made-from.json");

/** @param {string[]} inputs */
function hashOf(inputs) {
	const hash = createHash("sha256");
	for (const file of inputs) hash.update(`${file}\0${readIfExists(join(root, file)) ?? ""}\0`);
	return hash.digest("hex");
}

function isMade() {
	const { inputs, hash } = JSON.parse(readIfExists(stamp) ?? '{ "inputs": [], "hash": "" }');
	return existsSync(folder) && hashOf(inputs) === hash;
}

export async function ensureBuilt() {
	if (isMade()) return;
	const { readSources } = await import("./make-files.ts");
	const { inputs, makeFiles } = await readSources(root);
	const madeFrom = [...inputs, "scripts/build.mjs"].sort();
	const hash = hashOf(madeFrom);
	await makeFiles(folder);
	replaceFile(stamp, JSON.stringify({ inputs: madeFrom, hash }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt();
