import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";
import { floorTables } from "./floor/tables.ts";

const root = join(import.meta.dirname, "..");
export const operatorToken = "svcop_bench";

/** The product as `wrangler deploy` would upload it. */
function productModules(): { type: "ESModule" | "Text"; path: string; contents: string }[] {
	const out = mkdtempSync(join(tmpdir(), "bench-"));
	const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
	execFileSync(process.execPath, [wrangler, "deploy", "--dry-run", "--outdir", out], { cwd: root, stdio: "pipe" });
	const modules = readdirSync(out)
		.filter((name) => !/\.map$|^README/.test(name))
		.sort((a, b) => Number(b === "worker.js") - Number(a === "worker.js"))
		.map((name) => ({
			type: name === "worker.js" ? ("ESModule" as const) : ("Text" as const),
			path: name,
			contents: readFileSync(join(out, name), "utf8"),
		}));
	rmSync(out, { recursive: true });
	return modules;
}

/**
 * The product and, apart from it, its files. Together they would be reached through two more workers, which locally play
 * the part of the platform's own router.
 */
export function product(): V4WorkerOptions[] {
	const { assets, ...workerOptions } = optionsOf(join(root, "wrangler.toml")).workerOptions;
	const nothing = { type: "ESModule", path: "files.js", contents: "export default {}" } as const;
	const files = { name: "files", rootPath: root, modules: [nothing], assets } as V4WorkerOptions;
	const service = {
		...workerOptions,
		name: "product",
		serviceBindings: { FILES: "files" },
		rootPath: root,
		modules: productModules(),
		bindings: {
			ENVIRONMENT: "development",
			BASE_URL: "http://127.0.0.1",
			OPERATOR_TOKEN: operatorToken,
			ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
		},
		unsafeDirectSockets: [{}],
	} as V4WorkerOptions;
	return [service, files];
}

async function floor(): Promise<V4WorkerOptions> {
	const { outputFiles } = await build({
		entryPoints: [join(import.meta.dirname, "floor/worker.ts")],
		bundle: true,
		write: false,
		format: "esm",
		minify: true,
		external: ["cloudflare:workers"],
	});
	return {
		name: "floor",
		compatibilityDate: "2026-11-01",
		modules: [{ type: "ESModule", path: "floor.js", contents: outputFiles[0]?.text ?? "" }],
		d1Databases: { DATA: { id: "floor" } },
		durableObjects: { GATE: { className: "Gate", useSQLite: true } },
		unsafeDirectSockets: [{}],
	} as V4WorkerOptions;
}

/** All contenders in one runtime, each at a socket of its own, with nothing in between. */
export async function startContenders(): Promise<Miniflare> {
	const runtime = new Miniflare(
		convertV4MiniflareOptions({
			log: new Log(LogLevel.ERROR),
			// The product's lines about requests are written and go nowhere.
			handleStructuredLogs: () => {},
			workers: [...product(), await floor()],
		}),
	);
	await runtime.ready;
	const [control, data, floors] = await Promise.all([
		runtime.getD1Database("DB", "product"),
		runtime.getD1Database("DATA_1", "product"),
		runtime.getD1Database("DATA", "floor"),
	]);
	await migrate(control, "control");
	await migrate(data, "data");
	await floors.batch(floorTables.map((sql) => floors.prepare(sql)));
	return runtime;
}

export async function migrate(d1: D1Database, folder: "control" | "data"): Promise<void> {
	const path = join(root, "migrations", folder);
	for (const file of readdirSync(path)
		.filter((name) => name.endsWith(".sql"))
		.sort())
		await d1.prepare(readFileSync(join(path, file), "utf8")).run();
}
