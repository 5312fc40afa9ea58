import { clock } from "../../../platform/lib/clock.ts";

/**
 * The present time by two clocks. A function that runs an attempt, a sweep or an operation reads them and hands them
 * down; a function that builds SQL never reads a clock.
 */
export interface Clocks {
	/** By the service's clock, which development can move forward (contract: Running 7). */
	now: number;
	/** By the machine's clock, which measures how long an attempt really takes. */
	machineNow: number;
}

/** The clocks of work whose `now` is known already, such as an operation's. */
export const clocksAt = (now: number): Clocks => ({ now, machineNow: Date.now() });

export const clocksNow = (): Clocks => clocksAt(clock.now());
