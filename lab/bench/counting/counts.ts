/** Round trips: all of them, and those that ran one after the other. Trips that overlap count once. */
interface Trips {
	calls: number;
	inSequence: number;
}

/** What a piece of work cost. */
export interface Counts {
	gate: Trips;
	d1: Trips;
	rowsRead: number;
	rowsWritten: number;
}

/** What a request cost until its answer, and what followed it. */
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
