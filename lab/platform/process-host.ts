import { ExecutionContextInMemory } from "./execution-context.ts";
import type { Host, WorkerModule } from "./host.ts";
import { received, sent } from "./http.ts";
import { networkOf } from "./network.ts";
import { fromElsewhere, travelled } from "./objects/travel.ts";
import { type Bindings, Platform } from "./platform.ts";
import { machineTime } from "./time.ts";

/** This process itself is the only isolate. */
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
		const response = await worker.default.fetch(received(request), this.env, new ExecutionContextInMemory());
		return sent(request, response);
	};

	/** Calls a method of a named entrypoint of the Worker. */
	async callEntrypoint(name: string, method: string, args: unknown[]): Promise<unknown> {
		const entrypoint = (await this.load())[name] as new (
			ctx: unknown,
			env: unknown,
		) => Record<string, (...args: unknown[]) => unknown>;
		const instance = new entrypoint(new ExecutionContextInMemory(), this.env);
		const given = travelled(args);
		return await fromElsewhere(async () => {
			if (typeof instance[method] !== "function")
				throw new TypeError(`The RPC receiver does not implement "${method}".`);
			return travelled(await instance[method](...given));
		});
	}
}
