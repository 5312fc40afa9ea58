// Tries the service's promises under races and faults: `npm run drill`. See README.md.
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { readArguments } from "../../scripts/local/command-help.ts";
import { type Drill, type DrillContext, Findings } from "./drill.ts";
import { drills } from "./drills.ts";
import { Service } from "./service/service.ts";

const text = { type: "string", value: "N" } as const;
const { values } = readArguments({
	line: "npm run drill",
	about: "Tries the service's promises under races and faults.",
	options: {
		only: { ...text, value: "NAMES", default: "", about: "the drills whose name contains one of these" },
		seed: { ...text, about: "the same seed gives the same requests of the fuzzer; a random one without it" },
		requests: { ...text, default: "10000", about: "how many requests the fuzzer sends" },
		minutes: { ...text, default: "10", about: "how long the soak lasts" },
		short: { type: "boolean", default: false, about: "makes the long drills shorter" },
	},
	examples: [
		["--only slot,database", "runs the drills of free times and of databases"],
		["--only fuzzer --seed 4711", "repeats the requests of an earlier run"],
	],
	document: "lab/chaos/README.md",
});

let service: Promise<Service> | undefined;
const at: DrillContext = {
	service: () => (service ??= Service.start()),
	seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed),
	requests: Number(values.requests),
	minutes: Number(values.minutes),
	short: values.short,
};

/** A drill that takes longer counts as hanging. */
const maxMinutes = 15;

async function withTimeout(minutes: number, running: Promise<void>): Promise<void> {
	const timer = new AbortController();
	const late = sleep(minutes * 60_000, undefined, { signal: timer.signal }).then(() => {
		throw new Error(`It took more than ${minutes} minutes.`);
	});
	late.catch(() => {});
	try {
		await Promise.race([running, late]);
	} finally {
		timer.abort();
	}
}

// An interrupted run ends its runtime, too.
for (const name of ["SIGINT", "SIGTERM"])
	process.on(name, async () => {
		await (await service)?.stop();
		process.exit(1);
	});

const chosen = drills.filter(({ name }) => values.only.split(",").some((part) => name.includes(part)));
const results: { drill: Drill; findings: Findings; seconds: number }[] = [];
console.log(`${chosen.length} drills, seed ${at.seed}\n`);
try {
	for (const drill of chosen) {
		const findings = new Findings();
		const began = Date.now();
		console.log(`${drill.name}: ${drill.promise}`);
		try {
			await withTimeout(maxMinutes + at.minutes, drill.run(at, findings));
		} catch (error) {
			findings.expect(false, `The drill ended early: ${error instanceof Error ? error.stack : error}`);
		}
		const seconds = (Date.now() - began) / 1000;
		results.push({ drill, findings, seconds });
		for (const line of findings.did) console.log(`    ${line}`);
		for (const line of findings.broken) console.log(`  ✗ ${line}`);
		const told = `${seconds.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
		console.log(findings.broken.length === 0 ? `  ✓ held, ${told}\n` : `  ✗ broken, ${told}\n`);
	}
} finally {
	await (await service)?.stop();
}

const broken = results.filter(({ findings }) => findings.broken.length > 0);
console.log(`${results.length - broken.length} of ${results.length} promises held, seed ${at.seed}.`);
for (const { drill } of broken) console.log(`Broken: ${drill.name}`);
process.exitCode = broken.length > 0 || results.length === 0 ? 1 : 0;
