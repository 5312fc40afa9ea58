import { AssetsInMemory } from "./assets.ts";
import type { Surroundings } from "./d1/connection.ts";
import { D1 } from "./d1/d1.ts";
import { Sqlite } from "./d1/sqlite.ts";
import { ExecutionContextInMemory } from "./execution-context.ts";
import type { Host } from "./host.ts";
import { ImagesInMemory } from "./images.ts";
import { MailInMemory } from "./mail.ts";
import type { Network } from "./network.ts";
import { ObjectNamespace, ObjectStubs } from "./objects/namespace.ts";
import { type Batch, type ConsumerOptions, QueueInMemory, QueueProducer } from "./queue.ts";
import { BucketInMemory, R2 } from "./r2/bucket.ts";
import { RateLimitInMemory } from "./rate-limit.ts";
import type { Time } from "./time.ts";

/** The bindings of a Worker, as its configuration names them. */
export interface Bindings {
	d1: string[];
	objects: Record<string, string>;
	producers: Record<string, string>;
	consumers: Record<string, ConsumerOptions>;
	rateLimits: Record<string, { limit: number; period: number }>;
	buckets: string[];
	images: string | undefined;
	mail: string[];
	assets: { binding: string; folder: string } | undefined;
	vars: Record<string, unknown>;
}

interface Options {
	time: Time;
	/** The isolate in which the next batch of a queue runs. */
	nextHost: () => Host;
	/** The isolate of an object. */
	hostOfObject: (name: string) => Host;
	/** The delays of the copies in which a queue delivers a message, in seconds. */
	copies?: () => number[];
	/** The clock and the source of randomness of the databases; SQLite's own if absent. */
	surroundings?: Surroundings;
}

/** The parts of Cloudflare that one Worker needs, in this process: all that its isolates share. */
export class Platform {
	readonly databases = new Map<string, Sqlite>();
	readonly namespaces = new Map<string, ObjectNamespace>();
	readonly queues = new Map<string, QueueInMemory>();
	readonly buckets = new Map<string, BucketInMemory>();
	private readonly limiters = new Map<string, RateLimitInMemory>();
	private readonly bindings: Bindings;
	private readonly options: Options;

	constructor(bindings: Bindings, options: Options) {
		this.bindings = bindings;
		this.options = options;
		const { d1, objects, producers, consumers, rateLimits, buckets } = bindings;
		const { time, hostOfObject: hostOf } = options;
		for (const binding of d1) this.databases.set(binding, new Sqlite(options.surroundings));
		for (const [binding, className] of Object.entries(objects))
			this.namespaces.set(binding, new ObjectNamespace({ className, time, hostOf }));
		const names = new Set([...Object.values(producers), ...Object.keys(consumers)]);
		for (const name of names) this.queues.set(name, this.newQueue(name, consumers[name]));
		for (const [binding, limit] of Object.entries(rateLimits))
			this.limiters.set(binding, new RateLimitInMemory(limit, time.now));
		for (const binding of buckets) this.buckets.set(binding, new BucketInMemory(time));
	}

	/** The bindings of one isolate, whose calls travel on this network. */
	envOf(network: Network): Record<string, unknown> {
		const { producers, images, mail, assets, vars } = this.bindings;
		const env: Record<string, unknown> = { ...vars };
		for (const [binding, sqlite] of this.databases) env[binding] = new D1(sqlite, binding, network);
		for (const [binding, namespace] of this.namespaces) env[binding] = new ObjectStubs(namespace, network);
		for (const [binding, name] of Object.entries(producers))
			env[binding] = new QueueProducer(this.queues.get(name) as QueueInMemory, network);
		for (const [binding, limiter] of this.limiters) env[binding] = limiter;
		for (const [binding, bucket] of this.buckets) env[binding] = new R2(bucket, binding, network);
		if (images) env[images] = new ImagesInMemory(images, network);
		for (const binding of mail) env[binding] = new MailInMemory();
		if (assets) env[assets.binding] = new AssetsInMemory(assets.folder);
		return env;
	}

	/** Forgets everything that was stored, sent or counted. */
	reset(): void {
		for (const queue of this.queues.values()) queue.reset();
		for (const namespace of this.namespaces.values()) namespace.reset();
		for (const limiter of this.limiters.values()) limiter.reset();
		for (const bucket of this.buckets.values()) bucket.reset();
		for (const database of this.databases.values()) database.load();
	}

	private newQueue(name: string, consumer: ConsumerOptions | undefined): QueueInMemory {
		const { time, nextHost, copies } = this.options;
		const consume = async (batch: Batch) => {
			const host = nextHost();
			const worker = await host.load();
			await host.run(() => worker.default.queue(batch, host.env, new ExecutionContextInMemory()));
		};
		return new QueueInMemory(time, name, consumer, consume, copies);
	}
}
