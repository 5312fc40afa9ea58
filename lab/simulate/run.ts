// Simulates the load of many studios on the databases, gates and queues, and the bill: `npm run simulate`. See
// README.md.
import { parseArgs } from "node:util";
import { report } from "./report.ts";
import { simulate } from "./simulation.ts";

const { values } = parseArgs({
	options: {
		tenants: { type: "string", default: "10000" },
		databases: { type: "string", default: "4,8,16,32,64" },
		days: { type: "string", default: "365" },
		seed: { type: "string", default: "1" },
		"read-ms": { type: "string", default: "1" },
		"commit-ms": { type: "string", default: "5" },
		json: { type: "boolean", default: false },
		measure: { type: "boolean", default: false },
	},
});

/** Parses a positive number. */
function number(name: string, text: string): number {
	const value = Number(text);
	if (!(value > 0)) throw new Error(`--${name} must be a number above 0, and not ${text}.`);
	return value;
}

// Loaded only if needed, because the measurement needs a runtime and the simulation does not.
if (values.measure) await (await import("./measure.ts")).measure();
else {
	const simulation = simulate({
		tenants: number("tenants", values.tenants),
		days: number("days", values.days),
		seed: number("seed", values.seed),
		databases: values.databases.split(",").map((one) => number("databases", one)),
		service: { readMs: number("read-ms", values["read-ms"]), commitMs: number("commit-ms", values["commit-ms"]) },
	});
	console.log(values.json ? JSON.stringify(simulation, null, "\t") : report(simulation));
}
