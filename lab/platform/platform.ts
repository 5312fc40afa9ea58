import { AssetsInMemory } from "./assets.ts";
import { D1 } from "./d1/d1.ts";
import { Sqlite } from "./d1/sqlite.ts";
import { ExecutionContextInMemory } from "./execution-context.ts";
import { MailInMemory } from "./mail.ts";
import { ObjectNamespace, type ObjectState } from "./objects/namespace.ts";
import { type Batch, type ConsumerOptions, QueueInMemory } from "./queue.ts";
import { RateLimitInMemory } from "./rate-limit.ts";

/** The bindings of a Worker, as its configuration names them. */
export interface Bindings {
	d1: string[];
	/** The class of each binding. */
	objects: Record<string, string>;
	/** The queue of each binding. */
	producers: Record<string, string>;
	/** The options of each queue's consumer. */
	consumers: Record<string, ConsumerOptions>;
	rateLimits: Record<string, { limit: number; period: number }>;
	mail: string[];
	assets: { binding: string; folder: string } | undefined;
	/** Plain values. */
	vars: Record<string, unknown>;
}

type WorkerModule = Record<string, unknown> & {
	default: {
		fetch(request: Request, env: unknown, ctx: unknown): Promise<Response> | Response;
		queue(batch: unknown, env: unknown, ctx: unknown): Promise<void>;
		scheduled(event: unknown, env: unknown, ctx: unknown): Promise<void>;
	};
};

/** The parts of Cloudflare that one Worker needs, in this process. */
export class Platform {
	/** The object stays the same, because modules hold on to it. Tests replace its members. */
	readonly env: Record<string, unknown> = {};
	private readonly databases: Sqlite[] = [];
	private readonly namespaces: ObjectNamespace[] = [];
	private readonly queues = new Map<string, QueueInMemory>();
	private readonly limiters: RateLimitInMemory[] = [];
	private readonly load: () => Promise<WorkerModule>;

	/** `load` imports the Worker. It is called late, because the Worker's modules import the bindings. */
	constructor(bindings: Bindings, load: () => Promise<object>) {
		this.load = load as () => Promise<WorkerModule>;
		const { d1, objects, producers, consumers, rateLimits, mail, assets, vars } = bindings;
		Object.assign(this.env, vars);
		for (const binding of d1) this.env[binding] = this.newDatabase();
		for (const [binding, className] of Object.entries(objects)) this.env[binding] = this.newNamespace(className);
		const names = new Set([...Object.values(producers), ...Object.keys(consumers)]);
		for (const name of names) this.queues.set(name, this.newQueue(name, consumers[name]));
		for (const [binding, name] of Object.entries(producers)) this.env[binding] = this.queues.get(name);
		for (const [binding, limit] of Object.entries(rateLimits)) this.env[binding] = this.newLimiter(limit);
		for (const binding of mail) this.env[binding] = new MailInMemory();
		if (assets) this.env[assets.binding] = new AssetsInMemory(assets.folder);
	}

	/** The Worker as a caller on the network meets it. */
	fetch = async (request: Request): Promise<Response> => {
		const worker = await this.load();
		return await worker.default.fetch(request, this.env, new ExecutionContextInMemory());
	};

	/** Calls a method of a named entrypoint of the Worker. */
	async callEntrypoint(name: string, method: string, args: unknown[]): Promise<unknown> {
		const entrypoint = (await this.load())[name] as new (
			ctx: unknown,
			env: unknown,
		) => Record<string, (...args: unknown[]) => unknown>;
		const instance = new entrypoint(new ExecutionContextInMemory(), this.env);
		return structuredClone(await instance[method]?.(...structuredClone(args)));
	}

	/** Forgets everything that was stored, sent or counted. */
	reset(): void {
		for (const queue of this.queues.values()) queue.reset();
		for (const namespace of this.namespaces) namespace.reset();
		for (const limiter of this.limiters) limiter.reset();
		for (const database of this.databases) database.load();
	}

	private newDatabase(): D1 {
		const sqlite = new Sqlite();
		this.databases.push(sqlite);
		return new D1(sqlite);
	}

	private newNamespace(className: string): ObjectNamespace {
		const namespace = new ObjectNamespace(async (state: ObjectState) => {
			const objectClass = (await this.load())[className] as new (state: ObjectState, env: unknown) => object;
			return new objectClass(state, this.env);
		});
		this.namespaces.push(namespace);
		return namespace;
	}

	private newQueue(name: string, consumer: ConsumerOptions | undefined): QueueInMemory {
		const consume = async (batch: Batch) => {
			const ctx = new ExecutionContextInMemory();
			await (await this.load()).default.queue(batch, this.env, ctx);
		};
		return new QueueInMemory(name, consumer, consume, () => this.queues.get(consumer?.deadLetterQueue ?? ""));
	}

	private newLimiter(limit: { limit: number; period: number }): RateLimitInMemory {
		const limiter = new RateLimitInMemory(limit);
		this.limiters.push(limiter);
		return limiter;
	}
}
