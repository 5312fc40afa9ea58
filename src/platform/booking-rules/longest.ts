import { dayMs } from "../lib/time.ts";

export const longestTimeBlockMs = 366 * dayMs;
