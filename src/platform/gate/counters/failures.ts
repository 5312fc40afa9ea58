/** After this many failures within the window the next attempt must wait. */
export interface FailureLimit {
	failures: number;
	windowMs: number;
}

/** No limit has a longer window, so older failures may be deleted. */
export const longestWindowMs = 15 * 60_000;

export const recent = (failures: number[], { windowMs }: Pick<FailureLimit, "windowMs">, now: number): number[] =>
	failures.filter((at) => Math.min(at, now) > now - windowMs);

/** Seconds until an attempt may go on; 0 if it may go on now. A clock that goes back does not make the wait longer. */
export function waitFor(failures: number[], { failures: most, windowMs }: FailureLimit, now: number): number {
	const next = failures.at(-most);
	return next === undefined ? 0 : Math.max(1, Math.ceil((Math.min(next, now) + windowMs - now) / 1000));
}

/** The failures without one of the same time for each of `taken`. */
export function without(failures: number[], taken: number[]): number[] {
	const left = [...failures];
	for (const at of taken) {
		const index = left.lastIndexOf(at);
		if (index >= 0) left.splice(index, 1);
	}
	return left;
}
