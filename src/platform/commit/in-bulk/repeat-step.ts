import type { Caller } from "../../context.ts";
import type { AnyChange } from "../change.ts";
import { execute } from "../execute.ts";
import type { Writer } from "../writer.ts";

/** The change of one step. Its result says whether the step found something to do. Null: nothing was left to read. */
type Step = () => Promise<AnyChange<boolean> | null> | AnyChange<boolean> | null;

/**
 * Takes a step, and others until nothing is left to do, as far as the time allows. Each step is a transaction of its own,
 * so that everybody else has a turn between two of them.
 */
export async function repeatStep(writer: Writer, caller: Caller, forMs: number, step: Step): Promise<void> {
	const until = Date.now() + forMs;
	do {
		const change = await step();
		if (!change || !(await execute(writer, caller, () => change)).result) return;
	} while (Date.now() < until);
}
