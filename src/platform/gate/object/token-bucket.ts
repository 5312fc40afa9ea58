/**
 * A token bucket that holds the requests of a minute and refills evenly (contract: Rate limits 1). It is stored as a
 * debt: the time that the bucket needed at one moment until it would be full. A missing bucket is a full one. When the
 * limit changes, the used share of the bucket stays the same.
 */
export interface Bucket {
	/** Counted from `at` and not from 1970, because sums of large doubles are not exact and would lose tokens. */
	debtMs: number;
	at: number;
}

export interface BucketState {
	remaining: number;
	resetSeconds: number;
	/** Seconds until a request certainly gets a token; 0 when it gets one now. */
	retryAfterSeconds: number;
}

const windowMs = 60_000;
/** Far less than the time of one token, and far more than the rounding errors of the sums. */
const toleranceMs = 1e-3;

export const fullBucket: Bucket = { debtMs: 0, at: 0 };

/** When the clock has gone back, the debt stays, and the bucket refills from the present time on. */
export const clampToNow = (bucket: Bucket, now: number): Bucket =>
	bucket.at > now ? { debtMs: bucket.debtMs, at: now } : bucket;

const debtAt = ({ debtMs, at }: Bucket, now: number) => Math.max(debtMs - Math.max(now - at, 0), 0);

export function stateOf(bucket: Bucket, limit: number, now: number): BucketState {
	const debt = debtAt(bucket, now);
	const tokenMs = windowMs / limit;
	const missing = debt - (windowMs - tokenMs);
	return {
		remaining: Math.max(0, Math.floor((windowMs - debt + toleranceMs) / tokenMs)),
		resetSeconds: Math.ceil((debt - toleranceMs) / 1000) || 0,
		retryAfterSeconds: missing <= toleranceMs ? 0 : Math.max(1, Math.ceil((missing - toleranceMs) / 1000)),
	};
}

export const takeToken = (bucket: Bucket, limit: number, now: number): Bucket => ({
	debtMs: debtAt(bucket, now) + windowMs / limit,
	at: now,
});

export const isFull = (bucket: Bucket, now: number): boolean => debtAt(bucket, now) === 0;
