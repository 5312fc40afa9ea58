/** The Worker's exports. */
export type WorkerModule = Record<string, unknown> & {
	default: {
		fetch(request: Request, env: unknown, ctx: unknown): Promise<Response> | Response;
		queue(batch: unknown, env: unknown, ctx: unknown): Promise<void>;
		scheduled(event: unknown, env: unknown, ctx: unknown): Promise<void> | void;
	};
};

/** An isolate: one copy of the Worker's modules with its bindings. */
export interface Host {
	load(): Promise<WorkerModule>;
	readonly env: Record<string, unknown>;
	/** Runs code of the isolate. Rejects if the isolate ends meanwhile. */
	run<T>(work: () => T | Promise<T>): Promise<T>;
}
