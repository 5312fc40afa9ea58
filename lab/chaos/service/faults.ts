/** What goes wrong around the product. */
export interface Faults {
	/** Every so many statements the database refuses, in turn before and after it executes them; 0 is never. */
	refuseEveryStatement: number;
	/** Every so many messages the queues forget one; 0 is never. */
	forgetEveryMessage: number;
	/** How far the clock of the machine is ahead, or with a negative number behind. */
	clockMs: number;
}

export const noFaults: Faults = { refuseEveryStatement: 0, forgetEveryMessage: 0, clockMs: 0 };

/** How often it did. */
export interface FaultCounts {
	statements: number;
	refusedBefore: number;
	refusedAfter: number;
	messages: number;
	forgotten: number;
}
