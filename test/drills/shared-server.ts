import { inject } from "vitest";
import { Server, type ServerAddress } from "../../lab/harness/server.ts";

declare module "vitest" {
	interface ProvidedContext {
		sharedServer: ServerAddress;
	}
}

/**
 * The one server of those drills that neither measure nor stop it, nor move its clock. It starts when the first
 * of them waits for it with `ready()` (setup.ts), and ends with the run.
 */
export const sharedServer = (): Server => new Server({ at: inject("sharedServer") });
