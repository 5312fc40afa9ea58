import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Miniflare, V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";
import { deployedModules, mainModule } from "../../scripts/deployed-modules.ts";
import { type Module, mainPath } from "./bundle.ts";

const root = join(import.meta.dirname, "../..");
export const operatorToken = "svcop_bench";

/** The product as `wrangler deploy` would upload it, its code first. */
const modules = (): Module[] =>
	deployedModules()
		.map(({ name, contents }): Module => {
			const isMain = name === mainModule;
			return { type: isMain ? "ESModule" : "Text", path: isMain ? mainPath : name, contents };
		})
		.sort((a, b) => Number(b.path === mainPath) - Number(a.path === mainPath));

const optionsOfToml = () => optionsOf(join(root, "wrangler.toml")).workerOptions;

/**
 * The files of the product, apart from it. Together they would be reached through two more workers, which locally play
 * the part of the platform's own router.
 */
export function files(): V4WorkerOptions {
	const nothing = { type: "ESModule", path: mainPath, contents: "export default {}" } as const;
	return { name: "files", rootPath: root, modules: [nothing], assets: optionsOfToml().assets } as V4WorkerOptions;
}

export function product(): V4WorkerOptions {
	const { assets: _, ...workerOptions } = optionsOfToml();
	return {
		...workerOptions,
		name: "product",
		serviceBindings: { FILES: "files" },
		rootPath: root,
		modules: modules(),
		bindings: {
			// Receivers of webhooks may be on this machine. Nothing else about a request is cheaper.
			ENVIRONMENT: "development",
			BASE_URL: "http://127.0.0.1",
			OPERATOR_TOKEN: operatorToken,
			ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
		},
	} as V4WorkerOptions;
}

export async function migrateProduct(runtime: Miniflare): Promise<void> {
	await migrate(await runtime.getD1Database("DB", "product"), "control");
	await migrate(await runtime.getD1Database("DATA_1", "product"), "data");
}

async function migrate(d1: D1Database, folder: "control" | "data"): Promise<void> {
	const path = join(root, "migrations", folder);
	for (const file of readdirSync(path)
		.filter((name) => name.endsWith(".sql"))
		.sort())
		await d1.prepare(readFileSync(join(path, file), "utf8")).run();
}
