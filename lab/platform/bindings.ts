import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../scripts/local/files.mjs";
import { configuration, root } from "./configuration.ts";
import type { Bindings } from "./platform.ts";

/** The bindings of wrangler.toml, and those that a test adds. */
export function bindingsOf(further: { d1: string[]; vars: Record<string, unknown> }): Bindings {
	const config = configuration();
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
					maxConcurrency: consumer.max_concurrency ?? 250,
				},
			]),
		),
		rateLimits: Object.fromEntries((config.ratelimits ?? []).map(({ name, simple }) => [name, simple])),
		buckets: (config.r2_buckets ?? []).map(({ binding }) => binding),
		images: config.images?.binding,
		mail: (config.send_email ?? []).map(({ name }) => name),
		assets: config.assets?.binding
			? { binding: config.assets.binding, folder: join(root, config.assets.directory ?? "") }
			: undefined,
		vars: { ...config.vars, ...further.vars },
	};
}

/** Writes bindings into a file that is named by its content, and returns its path. */
export function fileOf(bindings: Bindings): string {
	const text = JSON.stringify(bindings);
	const name = createHash("sha256").update(text).digest("hex").slice(0, 16);
	const path = join(root, `node_modules/.cache/bindings-${name}.json`);
	if (!existsSync(path)) replaceFile(path, text);
	return path;
}
