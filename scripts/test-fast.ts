// `npm run test:fast`: checks the types beside the tests, and remembers what it has checked for the next time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const kept = join(root, "node_modules/.cache/types.json");

// One checker takes half the time of a machine that four take, and the tests need the rest of it. tsc is a program in Go,
// which so frees its memory less often: a fifth less time for a fifth more memory.
const types = spawn(bin("tsc"), ["--pretty", "--checkers", "1", "--incremental", "--tsBuildInfoFile", kept], {
	stdio: ["ignore", "pipe", "inherit"],
	env: { ...process.env, GOGC: "400" },
});
let faults = "";
types.stdout.setEncoding("utf8").on("data", (text) => {
	faults += text;
});
const tests = spawn(bin("vitest"), ["run", "--project", "units", "--project", "process", ...process.argv.slice(2)], {
	stdio: "inherit",
	env: { ...process.env, TEST_DEPTH: "fast" },
});
const codes = await Promise.all([types, tests].map(async (child) => (await once(child, "close"))[0]));
process.stdout.write(faults);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
