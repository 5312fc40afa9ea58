// The product in its own runtime, without the development server and its proxy: for the bench, the drills and the
// measurements of the simulation.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Miniflare, V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";
import { deployedModules, mainModule } from "../../scripts/deployed-modules.ts";

const root = join(import.meta.dirname, "../..");

export const operatorToken = "svcop_local_runtime";

export interface Module {
	type: "ESModule" | "Text";
	path: string;
	contents: string;
}

/** The main module of a worker. */
export const mainPath = "main.js";

/** The modules that `wrangler deploy` would upload, the code first. */
const modulesOf = (entry: string): Module[] =>
	deployedModules(entry)
		.map(({ name, contents }): Module => {
			const isMain = name === mainModule;
			return { type: isMain ? "ESModule" : "Text", path: isMain ? mainPath : name, contents };
		})
		.sort((a, b) => Number(b.path === mainPath) - Number(a.path === mainPath));

const optionsOfToml = () => optionsOf(join(root, "wrangler.toml")).workerOptions;

const dataDatabases = (count: number) => Array.from({ length: count }, (_, n) => `DATA_${n + 1}`);

/**
 * The worker `product`, which needs the worker of `productFiles` in the same runtime. `entry` may be a module that
 * wraps the product.
 */
export function productWorker({ entry = "src/worker.ts", databases = 1 } = {}): V4WorkerOptions {
	const { assets: _, ...workerOptions } = optionsOfToml();
	const names = ["DB", ...dataDatabases(databases)];
	return {
		...workerOptions,
		name: "product",
		rootPath: root,
		modules: modulesOf(entry),
		serviceBindings: { FILES: "files" },
		d1Databases: Object.fromEntries(names.map((name) => [name, { id: name }])),
		bindings: {
			// Lets receivers of webhooks be on this machine. It makes no request cheaper.
			ENVIRONMENT: "development",
			BASE_URL: "http://127.0.0.1",
			OPERATOR_TOKEN: operatorToken,
			ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
		},
	} as V4WorkerOptions;
}

/**
 * The static files of the product, as a worker of their own. In the same worker, each request would go through two more
 * workers, with which Miniflare imitates the platform's router.
 */
export function productFiles(): V4WorkerOptions {
	const nothing = { type: "ESModule", path: mainPath, contents: "export default {}" } as const;
	const routerConfig = { has_user_worker: false, invoke_user_worker_ahead_of_assets: false };
	const assets = { ...(optionsOfToml().assets as object), run_worker_first: false, routerConfig };
	return { name: "files", rootPath: root, modules: [nothing], assets } as V4WorkerOptions;
}

/** Applies the migrations to the databases of the product. */
export async function migrateProduct(runtime: Miniflare, databases = 1): Promise<void> {
	const all = ["DB", ...dataDatabases(databases)].map(async (name) =>
		migrate(await runtime.getD1Database(name, "product"), name === "DB" ? "control" : "data"),
	);
	await Promise.all(all);
}

async function migrate(d1: D1Database, folder: "control" | "data"): Promise<void> {
	const path = join(root, "migrations", folder);
	for (const file of readdirSync(path)
		.filter((name) => name.endsWith(".sql"))
		.sort())
		await d1.prepare(readFileSync(join(path, file), "utf8")).run();
}
