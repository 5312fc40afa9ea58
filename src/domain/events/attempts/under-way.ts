import { minuteMs } from "../../../platform/lib/time.ts";

/**
 * What one isolate has under way. It counts what began within a time in which everything ends, so that what the platform
 * cancelled without a word keeps no place.
 */
export class UnderWay {
	private readonly most: number;
	private readonly longestMs: number;
	/** When each began, the oldest first. */
	private readonly begun = new Map<symbol, number>();

	constructor(most: number, longestMs: number) {
		this.most = most;
		this.longestMs = longestMs;
	}

	/** Takes a place and returns what gives it back; null where there is none. */
	begin(now: number): (() => void) | null {
		for (const [one, at] of this.begun) {
			if (at > now - this.longestMs) break;
			this.begun.delete(one);
		}
		if (this.begun.size >= this.most) return null;
		const one = Symbol();
		this.begun.set(one, now);
		return () => this.begun.delete(one);
	}

	clear(): void {
		this.begun.clear();
	}
}

/**
 * An isolate has 128 MB. An attempt at the largest event holds about 1.5 MB: its data, its body and the body in bytes.
 * Most attempts hold a few kilobytes.
 */
const mostAttempts = 64;

/** Longer than an attempt and its two transactions last. */
const longestAttemptMs = minuteMs;

export const attemptsUnderWay = new UnderWay(mostAttempts, longestAttemptMs);
