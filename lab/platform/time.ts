/** The time of a platform: the machine's, or that of a simulation. */
export interface Time {
	now(): number;
	/** Calls `work` after this time, unless the returned function cancels it. */
	after(ms: number, work: () => void): () => void;
	/** Calls `work` after everything that is ready now. */
	soon(work: () => void): void;
}

/** A timer of more than 2^31 ms would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export const machineTime: Time = {
	now: () => Date.now(),
	after(ms, work) {
		const timer = setTimeout(work, Math.min(Math.max(0, ms), longestTimerMs));
		timer.unref();
		return () => clearTimeout(timer);
	},
	soon: (work) => void setImmediate(work),
};
