// Puts one fault after the other into the code, and tells how many the universe finds.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { defineGlobals } from "../../platform/globals.ts";
import { bundleWorker } from "../cloud/bundle.ts";
import { historyFrom } from "../life/history.ts";
import { live } from "../life/live.ts";
import { type PlantedFault, plantedFaults } from "./faults.ts";

const { values } = parseArgs({
	options: {
		seed: { type: "string", default: "1" },
		/** How many seeds are lived for a fault until it is found. */
		lives: { type: "string", default: "3" },
		days: { type: "string", default: "0.5" },
		studios: { type: "string", default: "12" },
		/** Only the faults whose names fit this expression. */
		only: { type: "string", default: "" },
		/** The fault of this name, in this process. */
		one: { type: "string" },
	},
});

const rates = { ofStudio: 40, ofPlatform: 80 };

/** How the universe finds a fault. Undefined if it does not. */
async function tryToFind(fault: PlantedFault): Promise<string | undefined> {
	defineGlobals();
	const code = await bundleWorker({ planted: fault });
	for (let n = 0; n < Number(values.lives); n++) {
		const size = {
			seed: Number(values.seed) + n,
			studios: Number(values.studios),
			days: Number(values.days),
			scheduleMs: 5 * 60_000,
		};
		const { findings } = await live(historyFrom(size, rates), [code], { stopAtFirst: true });
		const [first] = findings;
		if (first) return `found by seed ${size.seed}: ${first.promise}: ${first.message.slice(0, 160)}`;
	}
	return undefined;
}

/** Each fault has a process of its own, because the memory of a life is not free again until its process ends. */
function findAll(): void {
	const faults = plantedFaults.filter(({ name }) => new RegExp(values.only).test(name));
	const found = faults.filter(({ name }) => {
		const args = [...process.execArgv, ...process.argv.slice(1), "--one", name];
		return spawnSync(process.execPath, args, { stdio: "inherit" }).status === 0;
	});
	console.log(`${found.length} of ${faults.length} planted faults were found.`);
}

const fault = plantedFaults.find(({ name }) => name === values.one);
if (fault) {
	const began = performance.now();
	const told = await tryToFind(fault);
	console.log(`${fault.name}: ${told ?? "not found"} (${((performance.now() - began) / 1000).toFixed(0)} s)`);
	process.exitCode = told === undefined ? 1 : 0;
} else findAll();
