import { dayMs } from "../lib/time.ts";

/** Longer time blocks are refused. */
export const longestTimeBlockMs = 366 * dayMs;
