import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { readArguments } from "../../scripts/local/command-help.ts";
import { defineGlobals } from "../platform/globals.ts";
import { bundleWorker } from "./cloud/bundle.ts";
import { historyFrom } from "./life/history.ts";
import { type Life, live } from "./life/live.ts";
import { asTest, shrink } from "./life/shrink.ts";
import { liveMany } from "./lives.ts";

const text = { type: "string", value: "N" } as const;
const { values } = readArguments({
	line: "npm run universe",
	about: "Lives days of many studios in virtual time, with faults, and looks whether every promise is kept.",
	options: {
		seed: { ...text, about: "everything that happens comes from it; a random one without it" },
		days: { ...text, default: "2", about: "the days that are lived" },
		studios: { ...text, default: "100", about: "the number of studios" },
		steps: { ...text, default: "12", about: "the steps of a studio in a day" },
		faults: { ...text, default: "20", about: "the faults of the platform in a day" },
		schedule: { ...text, default: "5", about: "the minutes between two runs of the schedule" },
		shrink: { ...text, default: "0", about: "the minutes to look for a short history that still breaks the promise" },
		lives: {
			...text,
			default: "1",
			about: "lives with so many seeds from --seed on, as many at once as there are processors",
		},
		old: {
			type: "string",
			value: "FOLDER",
			about: "a checkout of an earlier version with its packages; deployments change between both versions",
		},
		quiet: { type: "boolean", default: false, about: "does not list the promises" },
	},
	examples: [
		["--seed 7 --days 30 --studios 100", "lives a month"],
		["--seed 1 --lives 34 --days 30 --studios 1000 --steps 1", "lives a million days of studios that do little"],
		["--seed 7 --shrink 10", "lives the days of a seed that broke a promise, and looks for a shorter history"],
	],
	document: "lab/universe/README.md",
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const number = (name: "days" | "studios" | "steps" | "faults" | "schedule" | "shrink" | "lives"): number =>
	Number(values[name]);

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

async function liveOnce(): Promise<void> {
	defineGlobals();
	const present = await bundleWorker();
	const versions = values.old ? [await bundleWorker({ root: resolve(values.old) }), present] : [present];
	const size = {
		seed,
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
}

if (number("lives") > 1) {
	const seeds = Array.from({ length: number("lives") }, (_, n) => seed + n);
	const areClean = await liveMany(seeds, number("studios") * number("days"));
	if (!areClean) process.exitCode = 1;
} else await liveOnce();
