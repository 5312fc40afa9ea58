import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type Bucket,
	clampToNow,
	fullBucket,
	isFull,
	stateOf,
	takeToken,
} from "../../src/platform/gate/object/token-bucket.ts";

const start = 1_790_000_000_000;
const limits = fc.oneof(
	fc.constantFrom(1, 2, 3, 7, 30, 59, 60, 61, 99, 100, 250, 500, 999, 1000, 99_999, 100_000),
	fc.integer({ min: 1, max: 100_000 }),
);

/** Asks a bucket `asks` times at each moment. The `gaps` are the times between the moments. */
function run(
	limit: number,
	gaps: number[],
	asks: number,
	bucket: Bucket = fullBucket,
): { now: number; through: number } {
	let now = start;
	let through = 0;
	for (const gap of gaps) {
		now += gap;
		for (let n = 0; n < asks; n++) {
			bucket = clampToNow(bucket, now);
			if (stateOf(bucket, limit, now).retryAfterSeconds > 0) break;
			bucket = takeToken(bucket, limit, now);
			through++;
		}
	}
	return { now, through };
}

const owing = (debtMs: number): Bucket => ({ debtMs, at: start });
const empty = owing(60_000);

const gaps = fc.array(fc.oneof(fc.nat(3), fc.nat(2000), fc.nat(90_000)), { minLength: 1, maxLength: 200 });

describe("a bucket", () => {
	test("never lets more through than its capacity and what has refilled, at any limit and any times", () => {
		fc.assert(
			fc.property(limits, gaps, fc.integer({ min: 1, max: 300 }), (limit, gaps, asks) => {
				const { now, through } = run(limit, gaps, asks);
				const elapsed = now - start - (gaps[0] ?? 0);
				expect(through).toBeLessThanOrEqual(limit + (elapsed * limit) / 60_000 + 0.01);
			}),
			{ numRuns: 100 },
		);
	});

	test("lets exactly its capacity through at one moment", () => {
		fc.assert(
			fc.property(limits, (limit) => {
				expect(run(limit, [0], limit + 10).through).toBe(limit);
			}),
			{ numRuns: 40 },
		);
	});

	test("asked without pause for a minute, lets twice its capacity through and not one more", () => {
		fc.assert(
			fc.property(fc.constantFrom(1, 7, 59, 61, 100, 500, 999, 1000, 7777, 59_999, 60_000), (limit) => {
				const everyMs = Array.from({ length: 60_001 }, (_, n) => (n === 0 ? 0 : 1));
				expect(run(limit, everyMs, limit).through).toBe(2 * limit);
			}),
			{ numRuns: 11 },
		);
	});

	test("loses no refill to being asked in vain", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 2000 }), fc.array(fc.nat(400), { maxLength: 60 }), (limit, gaps) => {
				let now = start;
				for (const gap of gaps) now += gap;
				const often = run(limit, gaps, limit, empty).through;
				const once = run(limit, [now - start], limit, empty).through;
				expect(often).toBeGreaterThanOrEqual(once);
				expect(often - once).toBeLessThanOrEqual(1);
			}),
		);
	});

	test("says truthfully how many requests are let through now", () => {
		fc.assert(
			fc.property(limits, fc.nat(60_000), fc.integer({ min: 0, max: 3000 }), (limit, debt, elapsed) => {
				const [bucket, now] = [owing(debt), start + elapsed];
				const { remaining, retryAfterSeconds } = stateOf(bucket, limit, now);
				expect(remaining).toBeLessThanOrEqual(limit);
				expect(retryAfterSeconds === 0).toBe(remaining > 0);
				expect(run(limit, [elapsed], limit + 1, bucket).through).toBe(remaining);
			}),
			{ numRuns: 100 },
		);
	});

	test("waiting as long as it says always suffices, and a whole second less does not", () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.integer({ min: 1, max: 120 }), limits),
				fc.double({ min: 0, max: 60_000, noNaN: true }),
				(limit, debt) => {
					const bucket = owing(debt);
					const { retryAfterSeconds } = stateOf(bucket, limit, start);
					const later = (seconds: number) => stateOf(bucket, limit, start + seconds * 1000).retryAfterSeconds;
					expect(Number.isInteger(retryAfterSeconds)).toBe(true);
					expect(later(retryAfterSeconds)).toBe(0);
					if (retryAfterSeconds > 1) expect(later(retryAfterSeconds - 1)).toBeGreaterThan(0);
					if (retryAfterSeconds === 1) expect(later(0)).toBeGreaterThan(0);
				},
			),
			{ numRuns: 2000 },
		);
	});

	test("is full after the seconds it says, and not a whole second before", () => {
		fc.assert(
			fc.property(limits, fc.double({ min: 0.01, max: 60_000, noNaN: true }), (limit, debt) => {
				const bucket = owing(debt);
				const { resetSeconds } = stateOf(bucket, limit, start);
				expect(stateOf(bucket, limit, start + resetSeconds * 1000).remaining).toBe(limit);
				expect(resetSeconds).toBeGreaterThan(0);
				expect(isFull(bucket, start + (resetSeconds - 1) * 1000)).toBe(false);
			}),
		);
	});

	test("a full one is the same as one that was never used", () => {
		expect(stateOf(fullBucket, 7, start)).toEqual({ remaining: 7, resetSeconds: 0, retryAfterSeconds: 0 });
		expect(stateOf({ debtMs: 1, at: start - 1 }, 7, start)).toEqual(stateOf(fullBucket, 7, start));
		expect(takeToken(fullBucket, 7, start)).toEqual(takeToken({ debtMs: 1, at: start - 1 }, 7, start));
		expect(isFull(fullBucket, start)).toBe(true);
	});

	test("keeps the share that was used when its limit changes", () => {
		expect(stateOf(owing(30_000), 100, start).remaining).toBe(50);
		expect(stateOf(owing(30_000), 500, start).remaining).toBe(250);
		expect(stateOf(empty, 500, start).remaining).toBe(0);
	});
});

describe("when the clock goes back", () => {
	const backs = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 300 * 86_400_000 }));

	test("by any time, waiting as long as the bucket says from then on suffices", () => {
		fc.assert(
			fc.property(limits, backs, fc.nat(60_000), (limit, back, debt) => {
				const now = start - back;
				const bucket = clampToNow(owing(debt), now);
				const { retryAfterSeconds } = stateOf(bucket, limit, now);
				const later = now + retryAfterSeconds * 1000;
				expect(stateOf(clampToNow(bucket, later), limit, later).retryAfterSeconds).toBe(0);
			}),
		);
	});

	test("by any time, a bucket holds what it held before", () => {
		fc.assert(
			fc.property(limits, backs, fc.nat(60_000), (limit, back, debt) => {
				const now = start - back;
				expect(stateOf(clampToNow(owing(debt), now), limit, now)).toEqual(stateOf(owing(debt), limit, start));
			}),
		);
	});

	test("over and over, no more gets through than the capacity and what refilled while it went forward", () => {
		fc.assert(
			fc.property(limits, fc.array(fc.integer({ min: -90_000, max: 30_000 }), { maxLength: 100 }), (limit, steps) => {
				const forward = steps.filter((step) => step > 0).reduce((a, b) => a + b, 0);
				expect(run(limit, steps, limit).through).toBeLessThanOrEqual(limit + (forward * limit) / 60_000 + 0.01);
			}),
			{ numRuns: 100 },
		);
	});
});
