import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { wrangler } from "../../scripts/local/databases.ts";
import { readIfExists, replaceFile } from "../../scripts/local/files.mjs";

export const root = join(import.meta.dirname, "../..");
const file = join(root, "wrangler.toml");
/** It goes with node_modules when a newer wrangler is installed. */
const kept = join(root, "node_modules/.cache/wrangler-configuration.json");

/** The part of wrangler's configuration that the platform knows. Wrangler's own type is `any`. */
export interface Configuration {
	d1_databases: { binding: string }[];
	durable_objects: { bindings: { name: string; class_name: string }[] };
	queues: {
		producers?: { binding: string; queue: string }[];
		consumers?: {
			queue: string;
			max_batch_size?: number;
			max_batch_timeout?: number;
			max_retries?: number;
			max_concurrency?: number;
		}[];
	};
	ratelimits?: { name: string; simple: { limit: number; period: number } }[];
	r2_buckets?: { binding: string }[];
	images?: { binding: string };
	send_email?: { name: string }[];
	assets?: { binding?: string; directory?: string };
	vars: Record<string, unknown>;
}

export function configuration(): Configuration {
	const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
	const last = JSON.parse(readIfExists(kept) ?? "{}");
	if (last.hash === hash) return last.config;
	const config: Configuration = wrangler().unstable_readConfig({ config: file });
	mkdirSync(dirname(kept), { recursive: true });
	replaceFile(kept, JSON.stringify({ hash, config }));
	return config;
}
