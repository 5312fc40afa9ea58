import type { Caller } from "../../context.ts";
import { clock } from "../../lib/clock.ts";
import type { AnyChange } from "../change.ts";
import { execute } from "../execute.ts";
import type { Writer } from "../writer.ts";
import { mayContinue } from "./may-continue.ts";

/** The change of one step; null if nothing is left. Its result says whether the step found something to do. */
type Step<C> = (at: C) => Promise<AnyChange<boolean> | null> | AnyChange<boolean> | null;

/**
 * Repeats a step until nothing is left to do, or the time or the calls are used up. Each step is a transaction of its own, so that other
 * changes can commit between two steps, and has the caller at its own time: what it deletes is listed with that time.
 */
export async function repeatStep<C extends Caller>(
	writer: Writer,
	caller: C,
	forMs: number,
	step: Step<C>,
): Promise<void> {
	const until = Date.now() + forMs;
	do {
		const at = { ...caller, now: clock.now() };
		const change = await step(at);
		if (!change || !(await execute(writer, at, () => change)).result) return;
	} while (mayContinue(writer, until));
}
