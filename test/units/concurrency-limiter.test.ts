import { expect, test } from "vitest";
import { ConcurrencyLimiter } from "../../src/domain/events/attempts/concurrency-limiter.ts";

test("no more are under way than may be, and each that ends makes room for one, once", () => {
	const underWay = new ConcurrencyLimiter(2, 1000);
	const [first, second] = [underWay.acquire(0), underWay.acquire(0)];
	expect(underWay.acquire(1)).toBe(null);
	first?.();
	first?.();
	const third = underWay.acquire(2);
	expect(third).not.toBe(null);
	expect(underWay.acquire(3)).toBe(null);
	second?.();
	third?.();
	expect(underWay.acquire(4)).not.toBe(null);
});

test("what was cancelled without a word keeps no place for ever", () => {
	const underWay = new ConcurrencyLimiter(1, 1000);
	const lost = underWay.acquire(0);
	expect(underWay.acquire(999)).toBe(null);
	expect(underWay.acquire(1000)).not.toBe(null);
	lost?.();
	expect(underWay.acquire(1001)).toBe(null);
});
