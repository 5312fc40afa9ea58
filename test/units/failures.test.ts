import { describe, expect, it } from "vitest";
import { recent, waitFor, without } from "../../src/platform/gate/counters/failures.ts";

const limit = { failures: 3, windowMs: 900_000 };
const now = 10_000_000;

describe("failures within a window", () => {
	it("let attempts through until there are as many as the limit", () => {
		for (const count of [0, 1, 2]) expect(waitFor(Array(count).fill(now), limit, now)).toBe(0);
		expect(waitFor(Array(3).fill(now), limit, now)).toBe(900);
	});

	it("ask for exactly the wait after which one of them counts no more", () => {
		const failures = [now - 899_001, now - 500, now];
		const wait = waitFor(recent(failures, limit, now), limit, now);
		expect(wait).toBe(1);
		const later = now + wait * 1000;
		expect(waitFor(recent(failures, limit, later), limit, later)).toBe(0);
	});

	it("count up to, and not at, the end of the window", () => {
		expect(recent([now - 900_000], limit, now)).toEqual([]);
		expect(recent([now - 899_999], limit, now)).toEqual([now - 899_999]);
	});

	it("lose one of the same time for each that is taken away, and none for what is not there", () => {
		expect(without([1, 2, 2, 3], [2, 3, 4])).toEqual([1, 2]);
		expect(without([], [1])).toEqual([]);
	});

	it("do not last longer because a clock has gone back", () => {
		const failures = recent([now + 3_600_000], limit, now);
		expect(failures).toEqual([now + 3_600_000]);
		expect(waitFor([...failures, now, now], limit, now)).toBeLessThanOrEqual(900);
	});
});
