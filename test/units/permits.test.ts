import { describe, expect, it, test } from "vitest";
import { Permits } from "../../src/domain/events/attempts/permits.ts";

type Permit = ReturnType<Permits["take"]>;

const holder = (tenant_id: string, endpoint_id = tenant_id, host = endpoint_id) => ({ tenant_id, endpoint_id, host });
const isPermit = (permit: Permit): permit is () => void => typeof permit === "function";
const end = (permit: Permit | undefined) => (isPermit(permit as Permit) ? (permit as () => void)() : undefined);

/** Permits are taken in turn for each holder, until nobody gets one. Returns how many each took. */
function takeAll(permits: Permits, holders: ReturnType<typeof holder>[]): number[] {
	const taken = holders.map(() => 0);
	for (let got = true; got; ) {
		got = false;
		for (const [n, one] of holders.entries())
			if (isPermit(permits.take(one, 0))) {
				taken[n] = (taken[n] ?? 0) + 1;
				got = true;
			}
	}
	return taken;
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

test("no more are under way than may be, and each that ends makes room for one, once", () => {
	const permits = new Permits(2, 1000);
	const [first, second] = [permits.take(holder("a"), 0), permits.take(holder("b"), 0)];
	expect(permits.take(holder("c"), 1)).toBeUndefined();
	end(first);
	end(first);
	const third = permits.take(holder("c"), 2);
	expect(isPermit(third)).toBe(true);
	expect(permits.take(holder("d"), 3)).toBeUndefined();
	end(second);
	end(third);
	expect(isPermit(permits.take(holder("d"), 4))).toBe(true);
});

test("what was cancelled without a word keeps no permit for ever", () => {
	const permits = new Permits(1, 1000);
	const lost = permits.take(holder("a"), 0);
	expect(permits.take(holder("b"), 999)).toBeUndefined();
	expect(isPermit(permits.take(holder("b"), 1000))).toBe(true);
	end(lost);
	expect(permits.take(holder("c"), 1001)).toBeUndefined();
});

describe("of 64 permits", () => {
	it("a tenant with 14 slow endpoints takes at most half, and its next endpoint finds one, too", () => {
		const permits = new Permits(64, 1000);
		const slow = Array.from({ length: 14 }, (_, n) => holder("slow", `endpoint-${n}`));
		expect(sum(takeAll(permits, slow))).toBeLessThanOrEqual(32);
		expect(isPermit(permits.take(holder("slow", "good"), 0))).toBe(true);
		expect(sum(takeAll(permits, [holder("other")]))).toBeGreaterThanOrEqual(10);
	});

	it("a slow host takes at most half over all tenants, and a tenant that is new there finds one", () => {
		const permits = new Permits(64, 1000);
		const tenants = Array.from({ length: 8 }, (_, n) => holder(`tenant-${n}`, `endpoint-${n}`, "slow.example"));
		const taken = takeAll(permits, tenants);
		expect(sum(taken)).toBeLessThanOrEqual(32);
		expect(Math.min(...taken)).toBeGreaterThanOrEqual(3);
		expect(isPermit(permits.take(holder("new", "new", "slow.example"), 0))).toBe(true);
		expect(sum(takeAll(permits, [holder("tenant-0", "elsewhere")]))).toBeGreaterThanOrEqual(10);
	});

	it("thirty tenants with twenty slow endpoints each leave a permit for the next tenant", () => {
		const permits = new Permits(64, 1000);
		const slow = Array.from({ length: 600 }, (_, n) => holder(`tenant-${n % 30}`, `endpoint-${n}`));
		takeAll(permits, slow);
		expect(isPermit(permits.take(holder("next"), 0))).toBe(true);
	});

	it("one endpoint alone, and one tenant alone at a host, have as many as the database lets them", () => {
		expect(takeAll(new Permits(64, 1000), [holder("one")])[0]).toBeGreaterThanOrEqual(10);
		const atOneHost = Array.from({ length: 4 }, (_, n) => holder("one", `endpoint-${n}`, "host.example"));
		expect(sum(takeAll(new Permits(64, 1000), atOneHost))).toBeGreaterThanOrEqual(20);
	});
});
