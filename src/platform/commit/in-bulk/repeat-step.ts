import type { Caller } from "../../context.ts";
import type { AnyChange } from "../change.ts";
import { execute } from "../execute.ts";
import type { Writer } from "../writer.ts";
import { mayContinue } from "./may-continue.ts";

/** The change of one step; null if nothing is left. Its result says whether the step found something to do. */
type Step = () => Promise<AnyChange<boolean> | null> | AnyChange<boolean> | null;

/**
 * Repeats a step until nothing is left to do, or the time or the calls are used up. Each step is a transaction of its own, so that other
 * changes can commit between two steps.
 */
export async function repeatStep(writer: Writer, caller: Caller, forMs: number, step: Step): Promise<void> {
	const until = Date.now() + forMs;
	do {
		const change = await step();
		if (!change || !(await execute(writer, caller, () => change)).result) return;
	} while (mayContinue(writer, until));
}
