import { inject } from "vitest";
import { defineGlobals } from "../globals.ts";
import { type Bindings, Platform } from "../platform.ts";

// In place of `cloudflare:workers`, for tests in plain Node.

declare module "vitest" {
	interface ProvidedContext {
		/** The bindings of the platform in one process. */
		bindings: Bindings;
	}
}

defineGlobals();

const holder = globalThis as { labPlatform?: Platform };
holder.labPlatform ??= new Platform(inject("bindings"), () => import("../../../src/worker.ts"));
export const platform: Platform = holder.labPlatform;
export const env = platform.env;

export class DurableObject {
	protected readonly ctx: unknown;
	protected readonly env: unknown;

	constructor(ctx: unknown, env: unknown) {
		this.ctx = ctx;
		this.env = env;
	}
}

export class WorkerEntrypoint extends DurableObject {}

/** The entrypoints of the Worker. */
export const exports = new Proxy({} as Record<string, object>, {
	get: (_, name) =>
		name === "default"
			? { fetch: platform.fetch }
			: new Proxy(
					{},
					{
						get:
							(_, method) =>
							(...args: unknown[]) =>
								platform.callEntrypoint(String(name), String(method), args),
					},
				),
});
