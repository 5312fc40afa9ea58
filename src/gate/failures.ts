/** How many failures there may be within a window before the next attempt has to wait. */
export interface FailureLimit {
	failures: number;
	windowMs: number;
}

/** The longest window of any limit: what is older bears on nothing. */
export const longestWindowMs = 15 * 60_000;

/** The failures that still count. */
export const recent = (failures: number[], { windowMs }: Pick<FailureLimit, "windowMs">, now: number): number[] =>
	failures.filter((at) => Math.min(at, now) > now - windowMs);

/** Seconds until an attempt is let through; 0 when one is let through now. A clock that has gone back makes no wait longer. */
export function waitFor(failures: number[], { failures: most, windowMs }: FailureLimit, now: number): number {
	const next = failures.at(-most);
	return next === undefined ? 0 : Math.max(1, Math.ceil((Math.min(next, now) + windowMs - now) / 1000));
}

/** The failures but for these, each of which takes one of the same time away. */
export function without(failures: number[], taken: number[]): number[] {
	const left = [...failures];
	for (const at of taken) {
		const index = left.lastIndexOf(at);
		if (index >= 0) left.splice(index, 1);
	}
	return left;
}
