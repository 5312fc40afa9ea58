import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { wrangler } from "../local/databases.ts";

export const root = join(import.meta.dirname, "../..");

interface D1 {
	binding: string;
	database_name: string;
	database_id?: string;
	migrations_dir: string;
}

export interface Configuration {
	name: string;
	main: string;
	build: { command: string; cwd?: string };
	assets: { directory: string };
	vars: Record<string, string>;
	d1_databases: D1[];
	r2_buckets: { binding: string; bucket_name: string; jurisdiction?: string }[];
	durable_objects: { bindings: { name: string; class_name: string }[] };
	queues: {
		producers: { binding: string; queue: string }[];
		consumers: { queue: string }[];
	};
	ratelimits: { name: string; namespace_id: string }[];
	account_id?: string;
	workers_dev?: boolean;
	routes?: { pattern: string; custom_domain: boolean }[];
}

export function baseConfiguration(): Configuration {
	const { rawConfig } = wrangler().experimental_readRawConfig({ config: join(root, "wrangler.toml") });
	return rawConfig as unknown as Configuration;
}

/** Each queue keeps its messages for a time. */
export function queuesOf({ queues }: Configuration): { name: string; retentionS: number | undefined }[] {
	const names = [...queues.consumers, ...queues.producers].map(({ queue }) => queue);
	return [...new Set(names)].map((name) => ({ name, retentionS: retentions[name] }));
}

/** Cloudflare keeps this setting outside of the configuration. Deliveries are retried for days. */
const retentions: Record<string, number | undefined> = { "webhook-deliveries": 14 * 86_400 };

/** The names of the migrations. */
export const migrationFiles = (kind: "control" | "data"): string[] =>
	readdirSync(join(root, "migrations", kind))
		.filter((file) => file.endsWith(".sql"))
		.sort();

export const releaseOf = (): string => JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
