import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { chart } from "./chart.ts";
import type { Load } from "./drive.ts";
import { costTable, type Result, speedTable, targetTable } from "./report.ts";
import { targets } from "./targets.ts";

export interface SavedRun {
	on: string;
	machine: { cpu: string; cores: number; node: string; platform: string };
	load: Load & { rounds: number };
	results: Result[];
}

const folder = join(import.meta.dirname, "results");
const file = (name: string) => join(folder, name);

export function saveRun(results: Result[], load: SavedRun["load"]): SavedRun {
	const [{ model = "" } = {}] = cpus();
	const machine = { cpu: model, cores: cpus().length, node: process.version, platform: process.platform };
	const saved = { on: new Date().toISOString().slice(0, 10), machine, load, results };
	mkdirSync(folder, { recursive: true });
	writeFileSync(file("results.json"), `${JSON.stringify({ ...saved, targets: targets(results) }, null, "\t")}\n`);
	writeFileSync(file("results.svg"), chart(results));
	return saved;
}

export const lastSavedRun = (): SavedRun => JSON.parse(readFileSync(file("results.json"), "utf8"));

export function textOf({ on, machine, load, results }: SavedRun): string {
	const { cpu, cores, node } = machine;
	const { rounds, seconds, connections } = load;
	return [
		`Taken on ${on} on ${cores} cores (${cpu}), Node ${node}: ${rounds} rounds of ${seconds} seconds, ${connections} connections.`,
		`### Targets\n\n${targetTable(targets(results))}`,
		`### Speed\n\n${speedTable(results)}`,
		`### Cost of a request\n\n${costTable(results)}`,
	].join("\n\n");
}

const marks = /(<!-- results -->\n).*(<!-- end of results -->)/s;

export function updateReadme(saved: SavedRun): void {
	const readme = join(import.meta.dirname, "README.md");
	const shown = `\n![Requests a second](results.svg)\n\n${textOf(saved)}\n\n`;
	writeFileSync(
		readme,
		readFileSync(readme, "utf8").replace(marks, (_, begin, end) => begin + shown + end),
	);
	const biome = join(import.meta.dirname, "../../node_modules/@biomejs/biome/bin/biome");
	execFileSync(process.execPath, [biome, "format", "--write", readme], { stdio: "pipe" });
	writeFileSync(join(import.meta.dirname, "results.svg"), chart(saved.results));
}
