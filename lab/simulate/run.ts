// Simulates the load of many studios on the databases, gates and queues, and the bill: `npm run simulate`. See
// README.md.
import { readArguments } from "../../scripts/local/command-help.ts";
import { report } from "./report.ts";
import { simulate } from "./simulation.ts";

const text = { type: "string", value: "N" } as const;
const flag = { type: "boolean", default: false } as const;
const { values } = readArguments({
	line: "npm run simulate",
	about: "Simulates the load of many studios on the databases, gates and queues, and the bill.",
	options: {
		tenants: { ...text, default: "10000", about: "how many studios have signed up at the end" },
		databases: { ...text, default: "4,8,16,32,64", about: "the numbers of data databases to compare" },
		days: { ...text, default: "365", about: "how long it takes until all have signed up" },
		seed: { ...text, default: "1", about: "any other number draws other studios" },
		"read-ms": { ...text, default: "1", about: "how long a read keeps a database busy" },
		"commit-ms": { ...text, default: "5", about: "how long a commit does" },
		json: { ...flag, about: "prints the numbers as JSON" },
		measure: { ...flag, about: "measures again what requests and records cost, and writes measured.json" },
	},
	examples: [
		["--tenants 50000 --databases 16,32", "compares two numbers of databases"],
		["--json", "prints the numbers for a program"],
	],
	document: "lab/simulate/README.md",
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
