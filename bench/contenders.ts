import { join } from "node:path";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from "miniflare";
import { migrateProduct, productWorker } from "../scripts/product-runtime.ts";
import { floorTables } from "./floor/tables.ts";

export const operatorToken = "svcop_bench";

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
			workers: [productWorker({ operatorToken }), await floor()],
		}),
	);
	await runtime.ready;
	await migrateProduct(runtime);
	const floors = await runtime.getD1Database("DATA", "floor");
	await floors.batch(floorTables.map((sql) => floors.prepare(sql)));
	return runtime;
}
