import { readFileSync } from "node:fs";
import { inject } from "vitest";
import { defineGlobals } from "../globals.ts";
import type { Bindings } from "../platform.ts";
import { ProcessHost } from "../process-host.ts";

// In place of `cloudflare:workers`, for tests in plain Node.

declare module "vitest" {
	interface ProvidedContext {
		/** The file with the bindings of the platform in one process. Vitest would send a value anew for each file of tests. */
		bindings: string;
	}
}

defineGlobals();

const bindings = (): Bindings => JSON.parse(readFileSync(inject("bindings"), "utf8"));
const holder = globalThis as { labHost?: ProcessHost };
holder.labHost ??= new ProcessHost(bindings(), () => import("../../../src/worker.ts"));
export const host: ProcessHost = holder.labHost;
export const env = host.env;

export class DurableObject {
	protected readonly ctx: unknown;
	protected readonly env: unknown;

	constructor(ctx: unknown, env: unknown) {
		this.ctx = ctx;
		this.env = env;
	}
}

export class WorkerEntrypoint extends DurableObject {}

export const exports = new Proxy({} as Record<string, object>, {
	get: (_, name) =>
		name === "default"
			? { fetch: host.fetch }
			: new Proxy(
					{},
					{
						get:
							(_, method) =>
							(...args: unknown[]) =>
								host.callEntrypoint(String(name), String(method), args),
					},
				),
});
