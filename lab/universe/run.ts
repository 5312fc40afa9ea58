import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { defineGlobals } from "../platform/globals.ts";
import { bundleWorker } from "./cloud/bundle.ts";
import { historyFrom } from "./life/history.ts";
import { type Life, live } from "./life/live.ts";
import { asTest, shrink } from "./life/shrink.ts";

const { values } = parseArgs({
	options: {
		seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
		days: { type: "string", default: "2" },
		studios: { type: "string", default: "100" },
		steps: { type: "string", default: "12" },
		faults: { type: "string", default: "20" },
		schedule: { type: "string", default: "5" },
		shrink: { type: "string", default: "0" },
		/** A checkout of an earlier version, with its packages. Deployments change between both versions. */
		old: { type: "string" },
		quiet: { type: "boolean", default: false },
	},
});
const number = (name: "seed" | "days" | "studios" | "steps" | "faults" | "schedule" | "shrink"): number =>
	Number(values[name]);

/** Tells what was lived and found. */
function report({ hash, looks, requests, findings }: Life, seconds: number): void {
	const all = [...looks].sort(([a], [b]) => a.localeCompare(b));
	if (!values.quiet) for (const [promise, times] of all) console.log(`${String(times).padStart(9)}  ${promise}`);
	const perSecond = (number("studios") * number("days")) / seconds;
	console.log(`${requests} requests in ${seconds.toFixed(0)} s, ${perSecond.toFixed(1)} studio-days a second`);
	console.log(`hash ${hash}`);
	for (const { promise, message, at } of findings) console.log(`${new Date(at).toISOString()} ${promise}: ${message}`);
}

/** With seed and lock file it decides the hash. */
function commit(): string {
	try {
		const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();
		return (
			git("rev-parse", "HEAD") + (git("status", "--porcelain", "--", "src", "lab", "migrations") ? ", changed" : "")
		);
	} catch {
		return "unknown";
	}
}

defineGlobals();
const present = await bundleWorker();
const versions = values.old ? [await bundleWorker({ root: resolve(values.old) }), present] : [present];
const size = {
	seed: number("seed"),
	studios: number("studios"),
	days: number("days"),
	scheduleMs: number("schedule") * 60_000,
};
const history = historyFrom(size, { ofStudio: number("steps"), ofPlatform: number("faults") });
console.log(`commit ${commit()}`);
console.log(`seed ${size.seed}, ${size.studios} studios, ${size.days} days, ${history.steps.length} steps`);
const began = performance.now();
const life = await live(history, versions);
report(life, (performance.now() - began) / 1000);
const [first] = life.findings;
if (first) {
	process.exitCode = 1;
	const longestMs = number("shrink") * 60_000;
	if (longestMs > 0) {
		const progress = (steps: number) => console.log(`${steps} steps still break it`);
		const short = await shrink(history, { versions, promise: first.promise, longestMs, progress });
		console.log(asTest(short, first.promise));
	}
}
