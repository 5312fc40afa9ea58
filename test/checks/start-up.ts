// Starts the modules that it gets on standard input, as an isolate does, and prints the CPU time that this takes, and that
// of something else that always is the same: `node --experimental-vm-modules test/checks/start-up.ts`
import { readFileSync } from "node:fs";
import { Script, SourceTextModule, SyntheticModule } from "node:vm";
import { type DeployedModule, mainModule } from "../../scripts/deployed-modules.ts";

/** A module that exists before the Worker starts. */
const ready = (exports: object) =>
	new SyntheticModule(Object.keys(exports), function () {
		for (const [name, value] of Object.entries(exports)) this.setExport(name, value);
	});

const ofPlatform = { DurableObject: class {}, WorkerEntrypoint: class {} };

const modules: DeployedModule[] = JSON.parse(readFileSync(0, "utf8"));
const source = modules.find(({ name }) => name === mainModule)?.contents ?? "";
const imported = new Map<string, SyntheticModule>([["cloudflare:workers", ready(ofPlatform)]]);
for (const { name, contents } of modules) imported.set(`./${name}`, ready({ default: contents }));
for (const [, name = ""] of source.matchAll(/\bfrom\s*"(node:[^"]+)"/g)) imported.set(name, ready(await import(name)));

function cpuMs(since?: NodeJS.CpuUsage): number {
	const { user, system } = process.threadCpuUsage(since);
	return (user + system) / 1000;
}

/** Compiles and runs small functions, which tells how fast the machine is at what a start consists of. */
function reference(): number {
	const before = process.threadCpuUsage();
	for (let n = 0; n < 5000; n++)
		new Script(`(() => {
			const record = { id: ${n}, name: "n${n}", tags: ["a", "b"], run: (x) => x * ${n} };
			return Object.entries(record).map(([key, value]) => key + typeof value).join();
		})()`).runInThisContext();
	return cpuMs(before);
}

const before = process.threadCpuUsage();
const worker = new SourceTextModule(source);
await worker.link((name) => {
	const found = imported.get(name);
	if (!found) throw new Error(`The Worker imports ${name}, which is not there.`);
	return found;
});
await worker.evaluate();
const startMs = cpuMs(before);
console.log(JSON.stringify({ startMs, referenceMs: reference() }));
