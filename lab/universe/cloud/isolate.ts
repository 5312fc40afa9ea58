import type { Host, WorkerModule } from "../../platform/host.ts";
import type { Destination, Network } from "../../platform/network.ts";
import type { WorkerCode } from "./bundle.ts";
import { isolateGlobals } from "./isolate-globals.ts";
import type { Simulation } from "./simulation.ts";

/** How a call goes: when it arrives, whether it is refused, whether its answer comes back, and when. */
export interface Journey {
	thereMs: number;
	refusal?: Error | undefined;
	lostAnswer?: Error | undefined;
	backMs: number;
}

interface Options {
	code: WorkerCode;
	simulation: Simulation;
	envOf: (network: Network) => Record<string, unknown>;
	journeyTo: (to: Destination) => Journey;
	/** Sends a request to another server. */
	fetch: (request: Request) => Promise<Response>;
	log: (line: string) => void;
	clockOffsetMs: () => number;
}

export const isolateEnded = (): Error => new Error("Network connection lost.");

class DurableObject {
	protected readonly ctx: unknown;
	protected readonly env: unknown;

	constructor(ctx: unknown, env: unknown) {
		this.ctx = ctx;
		this.env = env;
	}
}

/** One copy of the Worker's modules. When it ends, nothing of it goes on, whatever it was doing. */
export class Isolate implements Host, Network {
	readonly env: Record<string, unknown>;
	private readonly options: Options;
	private module: WorkerModule | undefined;
	private alive = true;
	/** The calls of this isolate's code by others. */
	private readonly callers = new Set<(error: Error) => void>();

	constructor(options: Options) {
		this.options = options;
		this.env = options.envOf(this);
	}

	get isAlive(): boolean {
		return this.alive;
	}

	/** How many calls of its code are under way. */
	get busy(): number {
		return this.callers.size;
	}

	async load(): Promise<WorkerModule> {
		if (!this.alive) throw isolateEnded();
		const { code, simulation, fetch, log, clockOffsetMs } = this.options;
		const globals = { DurableObject, WorkerEntrypoint: DurableObject, env: this.env, exports: {} };
		this.module ??= code(
			isolateGlobals({
				time: simulation,
				random: simulation.random,
				isAlive: () => this.alive,
				clockOffsetMs,
				fetch: (request) => this.travel(1, 1, () => fetch(request)),
				log: (line) => this.alive && log(line),
				cloudflare: globals,
			}),
		);
		return this.module;
	}

	run<T>(work: () => T | Promise<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			if (!this.alive) {
				reject(isolateEnded());
				return;
			}
			this.callers.add(reject);
			// A synchronous error becomes a rejection.
			void Promise.resolve()
				.then(work)
				.finally(() => this.callers.delete(reject))
				.then(resolve, reject);
		});
	}

	call<T>(to: Destination, work: () => T | Promise<T>): Promise<T> {
		const { thereMs, refusal, lostAnswer, backMs } = this.options.journeyTo(to);
		return this.travel(thereMs, backMs, async () => {
			if (refusal) throw refusal;
			const answer = await work();
			if (lostAnswer) throw lostAnswer;
			return answer;
		});
	}

	/** Ends at once. Its calls still arrive, and their answers find nobody. */
	end(): void {
		this.alive = false;
		const callers = [...this.callers];
		this.callers.clear();
		for (const reject of callers) reject(isolateEnded());
	}

	private travel<T>(thereMs: number, backMs: number, work: () => T | Promise<T>): Promise<T> {
		const { simulation } = this.options;
		const back = (settle: () => void) =>
			simulation.after(backMs, () => {
				if (this.alive) settle();
			});
		return new Promise((resolve, reject) => {
			if (!this.alive) return;
			simulation.after(thereMs, () => {
				void Promise.resolve()
					.then(work)
					.then(
						(value) => back(() => resolve(value)),
						(error) => back(() => reject(error)),
					);
			});
		});
	}
}
