/**
 * A token bucket that holds a minute's requests and refills evenly, kept as the time it lacked to be
 * full at a moment. Absence means full, and a limit that changes keeps the share that was used.
 */
export interface Bucket {
	/** Counted from `at` and not from 1970: sums of large doubles would lose tokens. */
	debtMs: number;
	at: number;
}

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

export const full: Bucket = { debtMs: 0, at: 0 };

/** A clock that has gone back refills nothing; from then on the bucket refills as ever. */
export const settle = (bucket: Bucket, now: number): Bucket =>
	bucket.at > now ? { debtMs: bucket.debtMs, at: now } : bucket;

const debtAt = ({ debtMs, at }: Bucket, now: number) => Math.max(debtMs - Math.max(now - at, 0), 0);

export function look(bucket: Bucket, limit: number, now: number): BucketState {
	const debt = debtAt(bucket, now);
	const tokenMs = windowMs / limit;
	const missing = debt - (windowMs - tokenMs);
	return {
		remaining: Math.max(0, Math.floor((windowMs - debt + toleranceMs) / tokenMs)),
		resetSeconds: Math.ceil((debt - toleranceMs) / 1000) || 0,
		retryAfterSeconds: missing <= toleranceMs ? 0 : Math.max(1, Math.ceil((missing - toleranceMs) / 1000)),
	};
}

/** The bucket after one token was taken from it. */
export const take = (bucket: Bucket, limit: number, now: number): Bucket => ({
	debtMs: debtAt(bucket, now) + windowMs / limit,
	at: now,
});

export const isFull = (bucket: Bucket, now: number): boolean => debtAt(bucket, now) === 0;
