import { mkdirSync, writeFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { WebSocket } from "undici";
import { drive, type Load } from "./drive.ts";
import { markdownTable } from "./report.ts";
import type { Running } from "./runtime.ts";
import type { Scenario } from "./scenarios/scenario.ts";

interface CallFrame {
	functionName: string;
	url: string;
	lineNumber: number;
	columnNumber: number;
}

/** A CPU profile as V8 records it: each sample is a place in the code. */
interface Profile {
	nodes: { id: number; callFrame: CallFrame }[];
	samples: number[];
	/** Microseconds before each sample. */
	timeDeltas: number[];
}

const warmUpSeconds = 5;
const everyMicroseconds = 100;

/** The file is for Chromium's developer tools. */
export async function profile(scenario: Scenario, running: Running, load: Load, map: SourceMapPayload) {
	const { agent, product } = scenario.contenders;
	const next = agent ?? product;
	if (!next) throw new Error(`The product has no part in ${scenario.name}.`);
	await scenario.prepare();
	let turn = 0;
	const driving = (load: Load) => drive(running.origins.product, () => next(turn++), load);
	await driving({ ...load, seconds: warmUpSeconds });
	const { profile, result } = await recorded(running.runtime, () => driving(load));
	await scenario.end?.();
	const folder = join(import.meta.dirname, "results");
	mkdirSync(folder, { recursive: true });
	const file = join(folder, `${scenario.name.replace(/\W+/g, "-")}.cpuprofile`);
	writeFileSync(file, JSON.stringify(profile));
	const requests = result.latencies.length;
	const rows = timeOfParts(profile, map).map(([part, us]) => [part, (us / requests).toFixed(1)]);
	return { table: markdownTable([["Part", "µs a request"], ...rows]), file };
}

async function recorded<T>(runtime: Miniflare, work: () => Promise<T>): Promise<{ profile: Profile; result: T }> {
	const socket = new WebSocket(new URL("/core:user:product", await runtime.getInspectorURL()));
	const waiting = new Map<number, (result: unknown) => void>();
	let last = 0;
	socket.addEventListener("message", ({ data }) => {
		const { id, result } = JSON.parse(String(data));
		waiting.get(id)?.(result);
	});
	await new Promise((resolve, reject) => {
		socket.addEventListener("open", resolve);
		socket.addEventListener("error", reject);
	});
	const call = (method: string, params = {}) =>
		new Promise<unknown>((resolve) => {
			waiting.set(++last, resolve);
			socket.send(JSON.stringify({ id: last, method, params }));
		});
	await call("Profiler.enable");
	await call("Profiler.setSamplingInterval", { interval: everyMicroseconds });
	await call("Profiler.start");
	const result = await work();
	const { profile } = (await call("Profiler.stop")) as { profile: Profile };
	socket.close();
	return { profile, result };
}

/** The longest first, for each folder of the product and for each library. */
export function timeOfParts({ nodes, samples, timeDeltas }: Profile, map: SourceMapPayload): [string, number][] {
	const sources = new SourceMap(map);
	const partOf = new Map(nodes.map(({ id, callFrame }) => [id, part(callFrame, sources)]));
	const parts = new Map<string, number>();
	for (const [n, id] of samples.entries()) {
		const name = partOf.get(id);
		if (name) parts.set(name, (parts.get(name) ?? 0) + (timeDeltas[n] ?? 0));
	}
	return [...parts].sort(([, a], [, b]) => b - a);
}

/** The folder or library of a call; null if it is not code of the product. */
function part({ functionName, url, lineNumber, columnNumber }: CallFrame, sources: SourceMap): string | null {
	if (functionName === "(garbage collector)") return "garbage collection";
	// The thread was idle, or ran native code, such as a database.
	if (/^\((idle|program|root)\)$/.test(functionName)) return null;
	if (url === "" || /^(cloudflare|node)-internal:/.test(url)) return "calls into the runtime";
	const entry = sources.findEntry(lineNumber, columnNumber);
	const source = "originalSource" in entry ? entry.originalSource : url;
	const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
	// Drizzle's own source map leaves out the name of its package.
	if (library) return library === "src" ? "drizzle-orm" : library;
	const [folder] = /src\/(?:[^/]+\/){0,2}/.exec(source) ?? [source];
	return folder;
}
