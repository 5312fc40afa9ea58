import { join } from "node:path";
import { ExecutionContextInMemory } from "../../../lab/platform/execution-context.ts";
import type { Host, WorkerModule } from "../../../lab/platform/host.ts";
import { received, sent } from "../../../lab/platform/http.ts";
import { networkOf } from "../../../lab/platform/network.ts";
import { Platform } from "../../../lab/platform/platform.ts";
import { machineTime } from "../../../lab/platform/time.ts";
import { root } from "../../../scripts/deploy/base.ts";
import type { Cloud } from "./cloud.ts";
import type { Version, Worker } from "./resources.ts";

/** The Workers of an account on their domains. Each deployed version runs with the bindings that were uploaded with it. */
export class Edge {
	/** The code of the Worker. Tests give another. */
	load: (version: Version) => Promise<object> = () => import("../../../src/worker.ts");
	/** Changes the bindings of a version. */
	change: (env: Record<string, unknown>, version: Version) => Record<string, unknown> = (env) => env;
	/** So many calls fail, because the domain has no certificate yet. */
	callsWithoutCertificate = 0;
	private readonly cloud: Cloud;
	private readonly hosts = new Map<string, VersionHost>();

	constructor(cloud: Cloud) {
		this.cloud = cloud;
	}

	async fetch(hostname: string, request: Request): Promise<Response> {
		const version = this.versionAt(hostname);
		if (!version || this.callsWithoutCertificate-- > 0) throw new TypeError("fetch failed");
		return await this.hostOf(version).fetch(request);
	}

	versionAt(hostname: string): Version | undefined {
		const worker = this.workerAt(hostname);
		const id = worker?.deployments[0]?.versions[0]?.version_id;
		return worker?.versions.find((version) => version.id === id);
	}

	private workerAt(hostname: string): Worker | undefined {
		const domain = this.cloud.domains.find((each) => each.hostname === hostname);
		if (domain) return this.cloud.workers.get(domain.service);
		const worker = this.cloud.workers.get(hostname.replace(`.${this.cloud.subdomain}.workers.dev`, ""));
		return worker?.subdomain ? worker : undefined;
	}

	/** Starts new isolates. */
	forget = () => this.hosts.clear();

	hostOf(version: Version): VersionHost {
		const host = this.hosts.get(version.id) ?? new VersionHost(this.cloud, version, this);
		this.hosts.set(version.id, host);
		return host;
	}
}

/** An isolate with one version of the Worker. */
export class VersionHost implements Host {
	readonly env: Record<string, unknown>;
	readonly load: () => Promise<WorkerModule>;

	constructor(cloud: Cloud, version: Version, { load, change }: Pick<Edge, "load" | "change">) {
		this.load = () => load(version) as Promise<WorkerModule>;
		const { bindings } = version;
		const named = (type: string) => bindings.filter((binding) => binding.type === type);
		const values = (type: string, key: string) => Object.fromEntries(named(type).map((each) => [each.name, each[key]]));
		const [assets] = named("assets");
		const platform = new Platform(
			{
				d1: [],
				objects: values("durable_object_namespace", "class_name") as Record<string, string>,
				producers: values("queue", "queue_name") as Record<string, string>,
				consumers: consumersOf(cloud),
				rateLimits: values("ratelimit", "simple") as Record<string, { limit: number; period: number }>,
				buckets: named("r2_bucket").map(({ name }) => name),
				images: named("images")[0]?.name,
				mail: named("send_email").map(({ name }) => name),
				// The files that were uploaded are still where they were built.
				assets: assets && { binding: assets.name, folder: join(root, "build/files") },
				vars: {
					...values("plain_text", "text"),
					...values("secret_text", "text"),
					...Object.fromEntries(named("version_metadata").map(({ name }) => [name, metadataOf(version)])),
				},
			},
			{ time: machineTime, nextHost: () => this, hostOfObject: () => this },
		);
		for (const { name, id } of named("d1")) platform.databases.set(name, databaseOf(cloud, id));
		this.env = change(platform.envOf(networkOf(machineTime)), version);
	}

	run = async <T>(work: () => T | Promise<T>): Promise<T> => await work();

	async fetch(request: Request): Promise<Response> {
		const worker = await this.load();
		const response = await worker.default.fetch(received(request), this.env, new ExecutionContextInMemory());
		return sent(request, response);
	}
}

const metadataOf = ({ id, tag, created_on }: Version) => ({ id, tag: tag ?? "", timestamp: created_on });

function databaseOf(cloud: Cloud, id: unknown) {
	const found = cloud.databases.find(({ uuid }) => uuid === id);
	if (!found) throw new Error(`There is no database ${id}.`);
	return found.sqlite;
}

const consumersOf = ({ queues }: Cloud) =>
	Object.fromEntries(
		queues.flatMap(({ queue_name, consumers: [consumer] }) => {
			const settings = consumer?.settings;
			if (!settings) return [];
			const options = {
				maxBatchSize: settings.batch_size ?? 10,
				maxBatchTimeoutMs: settings.max_wait_time_ms ?? 5000,
				maxRetries: settings.max_retries ?? 3,
				maxConcurrency: settings.max_concurrency ?? 250,
			};
			return [[queue_name, options]];
		}),
	);
