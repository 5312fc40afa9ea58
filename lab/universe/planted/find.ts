// Puts one fault after the other into the code, and tells how many the universe finds.
import { parseArgs } from "node:util";
import { defineGlobals } from "../../platform/globals.ts";
import { bundleWorker } from "../cloud/bundle.ts";
import { historyFrom } from "../life/history.ts";
import { live } from "../life/live.ts";
import { plantedFaults } from "./faults.ts";

const { values } = parseArgs({
	options: {
		seed: { type: "string", default: "1" },
		/** How many seeds are lived for a fault until it is found. */
		lives: { type: "string", default: "3" },
		days: { type: "string", default: "0.5" },
		studios: { type: "string", default: "12" },
		/** Only the faults whose names fit this expression. */
		only: { type: "string", default: "" },
	},
});

defineGlobals();
const rates = { ofStudio: 40, ofPlatform: 80 };
let found = 0;
const faults = plantedFaults.filter(({ name }) => new RegExp(values.only).test(name));
for (const fault of faults) {
	const code = await bundleWorker({ planted: fault });
	const began = performance.now();
	let told = "not found";
	for (let n = 0; n < Number(values.lives) && told === "not found"; n++) {
		const size = {
			seed: Number(values.seed) + n,
			studios: Number(values.studios),
			days: Number(values.days),
			scheduleMs: 5 * 60_000,
		};
		const { findings } = await live(historyFrom(size, rates), [code], { stopAtFirst: true });
		const [first] = findings;
		if (first) told = `found by seed ${size.seed}: ${first.promise}: ${first.message.slice(0, 160)}`;
	}
	if (told !== "not found") found++;
	console.log(`${fault.name}: ${told} (${((performance.now() - began) / 1000).toFixed(0)} s)`);
}
console.log(`${found} of ${faults.length} planted faults were found.`);
