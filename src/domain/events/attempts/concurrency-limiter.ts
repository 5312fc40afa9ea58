import { minuteMs } from "../../../platform/lib/time.ts";

/**
 * Limits how many pieces of work one isolate runs at the same time. A slot expires after the longest time that the work
 * can take, because the platform may cancel work without a word.
 */
export class ConcurrencyLimiter {
	private readonly limit: number;
	private readonly expiresAfterMs: number;
	/** The start of each piece of work, the oldest first. */
	private readonly startedAt = new Map<symbol, number>();

	constructor(limit: number, expiresAfterMs: number) {
		this.limit = limit;
		this.expiresAfterMs = expiresAfterMs;
	}

	/** Takes a slot and returns the function that gives it back; null if no slot is free. */
	acquire(now: number): (() => void) | null {
		for (const [slot, at] of this.startedAt) {
			if (at > now - this.expiresAfterMs) break;
			this.startedAt.delete(slot);
		}
		if (this.startedAt.size >= this.limit) return null;
		const slot = Symbol();
		this.startedAt.set(slot, now);
		return () => this.startedAt.delete(slot);
	}

	clear(): void {
		this.startedAt.clear();
	}
}

/**
 * An isolate has 128 MB. An attempt at the largest event takes about 1.5 MB: its data, its body and the body in bytes.
 * Most attempts take a few kilobytes.
 */
const maxConcurrentAttempts = 64;

/** Longer than an attempt lasts with its two transactions. */
const longestAttemptMs = minuteMs;

export const attemptLimiter = new ConcurrencyLimiter(maxConcurrentAttempts, longestAttemptMs);
