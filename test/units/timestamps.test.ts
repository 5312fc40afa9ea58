import fc from "fast-check";
import { expect, test } from "vitest";
import { timestamp, timestampsInOrder } from "../../src/platform/lib/time.ts";

const minuteMs = 60_000;

test("times of a list are written like each of them alone, in any order", () => {
	const minutes = fc.integer({ min: -1e9, max: 1e9 }).map((n) => n * minuteMs);
	const near = fc.tuple(minutes, fc.array(fc.integer({ min: -2000, max: 2000 }).map((n) => n * minuteMs)));
	const any = fc.array(fc.integer({ min: 0, max: Date.UTC(2200, 0) }));
	const times = fc.oneof(
		any,
		near.map(([first, steps]) => steps.map((step) => first + step)),
	);
	fc.assert(
		fc.property(times, (all) => {
			const write = timestampsInOrder();
			expect(all.map((ms) => write(ms))).toEqual(all.map(timestamp));
		}),
		{ numRuns: 300 },
	);
});
