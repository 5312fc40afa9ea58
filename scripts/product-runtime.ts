// The product in a runtime of its own, without the development server and its proxy.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Miniflare, V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";

const root = join(import.meta.dirname, "..");

/** The files that `wrangler deploy` would upload. The entry is called `worker.ts`. */
function modulesOf(entry: string): { type: "ESModule" | "Text"; path: string; contents: string }[] {
	const out = mkdtempSync(join(tmpdir(), "product-"));
	const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
	execFileSync(process.execPath, [wrangler, "deploy", entry, "--dry-run", "--outdir", out], {
		cwd: root,
		stdio: "pipe",
	});
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

interface Given {
	operatorToken: string;
	/** Another entry than the product's own, which has the product inside. */
	entry?: string;
	/** How many data databases it has. */
	databases?: number;
}

/** A worker called `product`, at a socket of its own. */
export function productWorker({ operatorToken, entry = "src/worker.ts", databases = 1 }: Given): V4WorkerOptions {
	const { workerOptions } = optionsOf(join(root, "wrangler.toml"));
	const data = Array.from({ length: databases }, (_, n) => `DATA_${n + 1}`);
	return {
		...workerOptions,
		name: "product",
		rootPath: root,
		modules: modulesOf(entry),
		d1Databases: Object.fromEntries(["DB", ...data].map((name) => [name, { id: name }])),
		bindings: {
			ENVIRONMENT: "development",
			BASE_URL: "http://127.0.0.1",
			OPERATOR_TOKEN: operatorToken,
			ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
		},
		unsafeDirectSockets: [{}],
	} as V4WorkerOptions;
}

/** Brings the databases of the worker up to date. */
export async function migrateProduct(runtime: Miniflare, databases = 1): Promise<void> {
	const data = Array.from({ length: databases }, (_, n) => `DATA_${n + 1}`);
	const all = ["DB", ...data].map(async (name) =>
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
