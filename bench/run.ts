// Compares the product with the floor: `npm run bench`. See README.md.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Miniflare } from "miniflare";
import { chart } from "./chart.ts";
import { startContenders } from "./contenders.ts";
import { runtimeCpuMs } from "./cpu.ts";
import { drive } from "./drive.ts";
import { type Round, roundOf } from "./figures.ts";
import { type Result, table } from "./report.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { fill, newStudios } from "./studios.ts";

const { values } = parseArgs({
	options: {
		rounds: { type: "string", default: "5" },
		seconds: { type: "string", default: "4" },
		connections: { type: "string", default: "8" },
		rows: { type: "string", default: "100,10000" },
		only: { type: "string", default: "" },
	},
});
const sizes = values.rows.split(",").map(Number);
const load = { connections: Number(values.connections), seconds: Number(values.seconds) };
const contenders = ["floor", "product"] as const;

const runtime = await startContenders();
try {
	const origins = Object.fromEntries(
		await Promise.all(contenders.map(async (name) => [name, (await runtime.unsafeGetDirectURL(name)).origin])),
	);
	console.error("Makes the studios …");
	const studios = await newStudios(origins.product);
	const results: Result[] = [];
	for (const scenario of scenarios(studios, sizes).filter(({ name }) => name.includes(values.only))) {
		if (scenario.records) await fill(runtime, studios, scenario.records);
		results.push(await measured(scenario, origins));
		console.error(table(results.slice(-1)));
	}
	save(results);
} finally {
	await end(runtime);
}

/** Each round drives the contenders one after the other, so that what disturbs the machine disturbs them all. */
async function measured({ name, contenders: asked }: Scenario, origins: Record<string, string>): Promise<Result> {
	const rounds: Record<(typeof contenders)[number], Round[]> = { floor: [], product: [] };
	for (const each of contenders) await drive(origins[each] ?? "", asked[each], { ...load, seconds: 1 });
	for (let round = 0; round < Number(values.rounds); round++)
		for (const each of contenders) {
			const before = runtimeCpuMs();
			const driven = await drive(origins[each] ?? "", asked[each], load);
			const after = runtimeCpuMs();
			rounds[each].push(roundOf(driven, before === null || after === null ? null : after - before));
		}
	return { name, ...rounds };
}

function save(results: Result[]): void {
	const folder = join(import.meta.dirname, "results");
	mkdirSync(folder, { recursive: true });
	const [{ model = "" } = {}] = cpus();
	const machine = { cpu: model, cores: cpus().length, node: process.version, platform: process.platform };
	writeFileSync(join(folder, "results.json"), `${JSON.stringify({ machine, load, results }, null, "\t")}\n`);
	writeFileSync(join(folder, "results.svg"), chart(results));
	console.log(table(results));
}

async function end(running: Miniflare): Promise<void> {
	await running.dispose();
}
