import { minuteMs } from "../../../platform/lib/time.ts";

/**
 * What one isolate has under way. It counts what began within a time in which everything ends, so that what the platform
 * cancelled without a word keeps no place.
 */
export class ConcurrencyLimiter {
	private readonly limit: number;
	private readonly expiresAfterMs: number;
	/** When each began, the oldest first. */
	private readonly startedAt = new Map<symbol, number>();

	constructor(most: number, longestMs: number) {
		this.limit = most;
		this.expiresAfterMs = longestMs;
	}

	/** Takes a place and returns what gives it back; null where there is none. */
	acquire(now: number): (() => void) | null {
		for (const [one, at] of this.startedAt) {
			if (at > now - this.expiresAfterMs) break;
			this.startedAt.delete(one);
		}
		if (this.startedAt.size >= this.limit) return null;
		const one = Symbol();
		this.startedAt.set(one, now);
		return () => this.startedAt.delete(one);
	}

	clear(): void {
		this.startedAt.clear();
	}
}

/**
 * An isolate has 128 MB. An attempt at the largest event holds about 1.5 MB: its data, its body and the body in bytes.
 * Most attempts hold a few kilobytes.
 */
const maxConcurrentAttempts = 64;

/** Longer than an attempt and its two transactions last. */
const longestAttemptMs = minuteMs;

export const attemptLimiter = new ConcurrencyLimiter(maxConcurrentAttempts, longestAttemptMs);
