import { join } from "node:path";
import { wrangler } from "../../scripts/local/databases.ts";
import type { Bindings } from "./platform.ts";

const root = join(import.meta.dirname, "../..");

/** The part of wrangler's configuration that the platform knows. Wrangler's own type is `any`. */
interface Configuration {
	d1_databases: { binding: string }[];
	durable_objects: { bindings: { name: string; class_name: string }[] };
	queues: {
		producers?: { binding: string; queue: string }[];
		consumers?: {
			queue: string;
			max_batch_size?: number;
			max_batch_timeout?: number;
			max_retries?: number;
			dead_letter_queue?: string;
			max_concurrency?: number;
		}[];
	};
	ratelimits?: { name: string; simple: { limit: number; period: number } }[];
	send_email?: { name: string }[];
	assets?: { binding?: string; directory?: string };
	vars: Record<string, unknown>;
}

/** The bindings of wrangler.toml, and those that a test adds. */
export function bindingsOf(further: { d1: string[]; vars: Record<string, unknown> }): Bindings {
	const config: Configuration = wrangler().unstable_readConfig({ config: join(root, "wrangler.toml") });
	const consumers = config.queues.consumers ?? [];
	return {
		d1: [...config.d1_databases.map(({ binding }) => binding), ...further.d1],
		objects: Object.fromEntries(config.durable_objects.bindings.map(({ name, class_name }) => [name, class_name])),
		producers: Object.fromEntries((config.queues.producers ?? []).map(({ binding, queue }) => [binding, queue])),
		consumers: Object.fromEntries(
			consumers.map((consumer) => [
				consumer.queue,
				{
					maxBatchSize: consumer.max_batch_size ?? 10,
					maxBatchTimeoutMs: (consumer.max_batch_timeout ?? 5) * 1000,
					maxRetries: consumer.max_retries ?? 3,
					deadLetterQueue: consumer.dead_letter_queue,
					maxConcurrency: consumer.max_concurrency ?? 250,
				},
			]),
		),
		rateLimits: Object.fromEntries((config.ratelimits ?? []).map(({ name, simple }) => [name, simple])),
		mail: (config.send_email ?? []).map(({ name }) => name),
		assets: config.assets?.binding
			? { binding: config.assets.binding, folder: join(root, config.assets.directory ?? "") }
			: undefined,
		vars: { ...config.vars, ...further.vars },
	};
}
