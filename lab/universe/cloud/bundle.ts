import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { build, type Plugin } from "esbuild";
import { ensureBuilt } from "../../../scripts/build.mjs";
import type { WorkerModule } from "../../platform/host.ts";
import { textFiles } from "../../platform/text-modules.ts";

const repository = join(import.meta.dirname, "../../..");

export interface IsolateGlobals {
	require: (module: string) => unknown;
	Date: typeof Date;
	virtualRandom: () => number;
	virtualNow: () => number;
	setTimeout: unknown;
	clearTimeout: unknown;
	setInterval: unknown;
	clearInterval: unknown;
	scheduler: unknown;
	performance: unknown;
	crypto: unknown;
	fetch: unknown;
	caches: unknown;
	console: unknown;
	AbortSignal: unknown;
	WebSocketPair: unknown;
	cloudflare: { DurableObject: unknown; WorkerEntrypoint: unknown; env: unknown; exports: unknown };
}

const names = [
	"require",
	"Date",
	"virtualRandom",
	"virtualNow",
	"setTimeout",
	"clearTimeout",
	"setInterval",
	"clearInterval",
	"scheduler",
	"performance",
	"crypto",
	"fetch",
	"caches",
	"console",
	"AbortSignal",
	"WebSocketPair",
	"cloudflare",
] as const satisfies (keyof IsolateGlobals)[];

/** The Worker's code. Each call of it makes the modules of one more isolate. */
export type WorkerCode = (globals: IsolateGlobals) => WorkerModule;

const cloudflareModule: Plugin = {
	name: "cloudflare",
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /^cloudflare:workers$/ }, () => ({ path: "workers", namespace: "cloudflare" }));
		onLoad({ filter: /.*/, namespace: "cloudflare" }, () => ({
			contents:
				"const { DurableObject, WorkerEntrypoint, env, exports } = cloudflare; export { DurableObject, WorkerEntrypoint, env, exports };",
		}));
	},
};

const workerScript = "worker.js";

interface BundleOptions {
	root?: string;
	/** A fault to put into the code. */
	planted?: { file: string; from: string; to: string };
}

/** The code is a function of the globals of an isolate. */
export async function bundleWorker({ root = repository, planted }: BundleOptions = {}): Promise<WorkerCode> {
	await ensureBuilt();
	const { outputFiles } = await build({
		entryPoints: [join(root, "src/worker.ts")],
		absWorkingDir: root,
		bundle: true,
		write: false,
		format: "cjs",
		platform: "node",
		conditions: ["workerd", "worker", "browser"],
		mainFields: ["module", "main"],
		target: "es2024",
		define: { "Math.random": "virtualRandom", "Date.now": "virtualNow" },
		plugins: [cloudflareModule, textFiles, ...(planted ? [withFault(root, planted)] : [])],
		jsx: "automatic",
		jsxImportSource: "hono/jsx",
		logLevel: "error",
	});
	const [output] = outputFiles;
	const text = `(function ({ ${names.join(", ")} }) { const module = { exports: {} }; { const exports = module.exports; ${output?.text}
} return module.exports; })`;
	return new Script(text, { filename: workerScript }).runInThisContext() as WorkerCode;
}

const withFault = (root: string, { file, from, to }: NonNullable<BundleOptions["planted"]>): Plugin => ({
	name: "planted fault",
	setup({ onLoad }) {
		onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
			if (path !== join(root, file)) return undefined;
			const text = readFileSync(path, "utf8");
			if (text.split(from).length !== 2) throw new Error(`The text of the fault must occur once in ${file}: ${from}`);
			return { contents: text.replace(from, () => to), loader: path.endsWith("x") ? "tsx" : "ts" };
		});
	},
});
