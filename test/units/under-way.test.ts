import { expect, test } from "vitest";
import { UnderWay } from "../../src/domain/events/attempts/under-way.ts";

test("no more are under way than may be, and each that ends makes room for one, once", () => {
	const underWay = new UnderWay(2, 1000);
	const [first, second] = [underWay.begin(0), underWay.begin(0)];
	expect(underWay.begin(1)).toBe(null);
	first?.();
	first?.();
	const third = underWay.begin(2);
	expect(third).not.toBe(null);
	expect(underWay.begin(3)).toBe(null);
	second?.();
	third?.();
	expect(underWay.begin(4)).not.toBe(null);
});

test("what was cancelled without a word keeps no place for ever", () => {
	const underWay = new UnderWay(1, 1000);
	const lost = underWay.begin(0);
	expect(underWay.begin(999)).toBe(null);
	expect(underWay.begin(1000)).not.toBe(null);
	lost?.();
	expect(underWay.begin(1001)).toBe(null);
});
