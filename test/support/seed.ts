import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
	interface ProvidedContext {
		/** All random values of a run follow from it. The run prints it, and TEST_SEED sets it. */
		seed: number;
	}
}

fc.configureGlobal({ seed: inject("seed") });
