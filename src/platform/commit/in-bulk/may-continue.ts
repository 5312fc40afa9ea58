import type { Writer } from "../writer.ts";

/** Whether work in several transactions may begin another one. The next run does the rest. */
export const mayContinue = ({ hasCallsLeft }: Pick<Writer, "hasCallsLeft">, until: number): boolean =>
	Date.now() < until && (hasCallsLeft?.() ?? true);
