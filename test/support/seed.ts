import fc from "fast-check";
import { inject } from "vitest";

// One seed decides all random values of a run. The run prints it, and TEST_SEED sets it.
fc.configureGlobal({ seed: inject("seed") });
