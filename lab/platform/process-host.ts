import { ExecutionContextInMemory } from "./execution-context.ts";
import type { Host, WorkerModule } from "./host.ts";
import { networkOf } from "./network.ts";
import { type Bindings, Platform } from "./platform.ts";
import { machineTime } from "./time.ts";

/** A platform on which this process itself is the only isolate. */
export class ProcessHost implements Host {
	readonly platform: Platform;
	/** The object stays the same, because modules hold on to it. Tests replace its members. */
	readonly env: Record<string, unknown>;
	readonly load: () => Promise<WorkerModule>;

	/** `load` imports the Worker. It is called late, because the Worker's modules import the bindings. */
	constructor(bindings: Bindings, load: () => Promise<object>) {
		this.load = load as () => Promise<WorkerModule>;
		this.platform = new Platform(bindings, {
			time: machineTime,
			nextHost: () => this,
			hostOfObject: () => this,
		});
		this.env = this.platform.envOf(networkOf(machineTime));
	}

	run = async <T>(work: () => T | Promise<T>): Promise<T> => await work();

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
}
