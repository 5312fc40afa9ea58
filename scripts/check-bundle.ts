// Checks the cost of a new isolate: the size of the uploaded code, and the CPU time until the isolate can answer.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type DeployedModule, deployedModules } from "./deployed-modules.ts";

/**
 * A little above the present values. Lower them when the Worker gets smaller or faster. One `import { z } from "zod"`
 * brings the error messages of fifty languages along, a fifth of the whole: `import * as z` does not.
 */
const limits = { kibi: 1545, gzippedKibi: 500, startMs: 150 };
/**
 * The time of the reference in `start-up.ts` on the machine that `startMs` is for. A slower machine may take longer.
 */
const referenceMs = 130;
/** Other programs on the machine make a start slower, never faster. So one fast start is enough. */
const starts = 9;

interface Start {
	startMs: number;
	referenceMs: number;
}

function startOf(modules: DeployedModule[]): Start {
	const args = ["--experimental-vm-modules", "--no-warnings", join(import.meta.dirname, "start-up.ts")];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, {
		input: JSON.stringify(modules),
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`The Worker does not start.\n${stderr}`);
	return JSON.parse(stdout);
}

/** The CPU time of the fastest start. It stops trying as soon as a start is fast enough. */
function fastestStart(modules: DeployedModule[]): number {
	const seen: Start[] = [];
	const fastest = () =>
		(Math.min(...seen.map(({ startMs }) => startMs)) * referenceMs) /
		Math.min(...seen.map(({ referenceMs }) => referenceMs));
	do seen.push(startOf(modules));
	while (seen.length < starts && fastest() > limits.startMs);
	return fastest();
}

const modules = deployedModules();
const bytes = Buffer.from(modules.map(({ contents }) => contents).join(""));
const seen = {
	kibi: bytes.length / 1024,
	gzippedKibi: gzipSync(bytes).length / 1024,
	startMs: fastestStart(modules),
};
const words = { kibi: "KiB", gzippedKibi: "KiB compressed", startMs: "ms of CPU time to start" };
const names = Object.keys(limits) as (keyof typeof limits)[];
console.log(`The Worker takes ${names.map((name) => `${seen[name].toFixed(0)} ${words[name]}`).join(", ")}.`);
for (const name of names.filter((name) => !(seen[name] <= limits[name]))) {
	console.error(`It may take at most ${limits[name]} ${words[name]}.`);
	process.exitCode = 1;
}
