/**
 * A token bucket that holds a minute's requests and refills evenly, kept as one number: the time
 * at which it will be full again. A full bucket is one whose time has passed, so absence means full,
 * and a limit that changes keeps the share that was used.
 */
export interface BucketState {
	remaining: number;
	/** Seconds until the bucket is full. */
	resetSeconds: number;
	/** Seconds until a request is sure to be let through; 0 when one is let through now. */
	retryAfterSeconds: number;
}

const windowMs = 60_000;
/** Far below a token's worth of time, far above what sums of doubles lose. */
const toleranceMs = 1e-3;

/** A bucket is never more than empty: a time further away comes from a clock that has since gone back. */
const debtMs = (fullAt: number, now: number) => Math.min(Math.max(fullAt - now, 0), windowMs);

export function look(fullAt: number, limit: number, now: number): BucketState {
	const debt = debtMs(fullAt, now);
	const tokenMs = windowMs / limit;
	const missing = debt - (windowMs - tokenMs);
	return {
		remaining: Math.max(0, Math.floor((windowMs - debt + toleranceMs) / tokenMs)),
		resetSeconds: Math.ceil((debt - toleranceMs) / 1000) || 0,
		retryAfterSeconds: missing <= toleranceMs ? 0 : Math.max(1, Math.ceil((missing - toleranceMs) / 1000)),
	};
}

/** The bucket's time after one token was taken from it. */
export const take = (fullAt: number, limit: number, now: number): number =>
	now + debtMs(fullAt, now) + windowMs / limit;

export const isFull = (fullAt: number, now: number): boolean => debtMs(fullAt, now) === 0;
