import fc from "fast-check";
import { inject } from "vitest";

// All that is drawn in a run comes from one seed, which the run prints and TEST_SEED sets.
fc.configureGlobal({ seed: inject("seed") });
