// Starts the modules that it gets on standard input, as an isolate does, and prints the CPU time in milliseconds:
// `node --experimental-vm-modules scripts/start-up.ts`
import { readFileSync } from "node:fs";
import { SourceTextModule, SyntheticModule } from "node:vm";
import { type DeployedModule, mainModule } from "./deployed-modules.ts";

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
for (const [, name = ""] of source.matchAll(/^import .*"(node:[^"]+)";$/gm))
	imported.set(name, ready(await import(name)));

const before = process.threadCpuUsage();
const worker = new SourceTextModule(source);
await worker.link((name) => {
	const found = imported.get(name);
	if (!found) throw new Error(`The Worker imports ${name}, which is not there.`);
	return found;
});
await worker.evaluate();
const { user, system } = process.threadCpuUsage(before);
console.log((user + system) / 1000);
