/** Round trips: all of them, and those in sequence. Trips that overlap count once in the sequence. */
interface Trips {
	calls: number;
	inSequence: number;
}

export interface Counts {
	gate: Trips;
	d1: Trips;
	rowsRead: number;
	rowsWritten: number;
}

/** The cost of a request until its answer, and the cost of the work after it. */
export interface Cost {
	untilAnswer: Counts;
	afterwards: Counts;
}

export const noCounts = (): Counts => ({
	gate: { calls: 0, inSequence: 0 },
	d1: { calls: 0, inSequence: 0 },
	rowsRead: 0,
	rowsWritten: 0,
});
