import { describe, expect, it } from "vitest";
import { billOf, dollarsOf, monthOf, usageOf, usageOfMail } from "../../lab/simulate/costs.ts";
import { bytesAfter, reads, type Studio, studiosOf } from "../../lab/simulate/studios.ts";
import { maxDatabaseBytes, yearOf } from "../../lab/simulate/year.ts";

const studios = studiosOf(400).map((studio) => ({ ...studio, perDay: 10 * studio.perDay }));

describe("the year", () => {
	it("places every studio, and all that they store is in some database", () => {
		const stored = studios.reduce((sum, studio) => sum + bytesAfter(studio, 365 - studio.joins * 365), 0);
		for (const databases of [1, 3])
			expect(yearOf(studios, databases).sizes.reduce((a, b) => a + b, 0) / stored).toBeCloseTo(1, 6);
	});

	it("tells when the next database is needed, before one has more than it holds", () => {
		const { fullOn, overOn, sizes } = yearOf(studios, 1);
		expect(fullOn).toBeGreaterThan(0);
		expect(overOn).toBeGreaterThan(fullOn ?? 365);
		expect(sizes[0]).toBeGreaterThan(maxDatabaseBytes);
		expect(yearOf(studios, 16)).toMatchObject({ fullOn: null, overOn: null });
	});
});

it("a studio keeps its records, and its events for 30 days", () => {
	const studio: Studio = { perDay: 1, endpoints: 1, imported: 100, joins: 0 };
	const [first = 0, second = 0, third = 0] = [30, 60, 90].map((days) => bytesAfter(studio, days));
	expect(third - second).toBeCloseTo(second - first);
	expect(first).toBeGreaterThan(3 * (second - first));
});

describe("the bill", () => {
	it("is for a million reads what the prices say", () => {
		// A request, 2 ms, two calls to objects of 5 ms, one row read, three written there, 3 KB of log for seven days.
		const log = 3 * 0.25 + 3 * (7 / 30) * 0.1;
		const dollars = 0.3 + 2 * 0.02 + 2 * 0.15 + 2 * 0.005 * 0.128 * 12.5 + 0.001 + 3 + log;
		const [read] = reads;
		expect(1e6 * dollarsOf(usageOf(read ?? expect.fail("no read")))).toBeCloseTo(dollars, 6);
	});

	it("is for a thousand mails their price, and little more", () => {
		expect(billOf({ mails: 4000 }, 0).together).toBeCloseTo(5.35, 6);
		expect(1000 * dollarsOf(usageOfMail)).toBeCloseTo(0.36, 2);
	});

	it("is for many studios mails above all", () => {
		const { mails, together } = billOf(monthOf(studiosOf(10_000), 19).usage, 118);
		expect(mails).toBeGreaterThan(together / 2);
	});

	it("counts logs as they come in, and while they are kept", () => {
		expect(billOf({ logKb: 75e6, logKbMonths: 20e6 }, 0).logs).toBeCloseTo(7.05);
	});

	it("is the plan's price where everything is included, and otherwise what is beyond it", () => {
		expect(billOf({ rowsWritten: 50e6 }, 1).together).toBe(5);
		expect(billOf({ rowsWritten: 52e6 }, 9)).toMatchObject({ rowsWritten: 2, storage: 4 * 0.75, together: 10 });
	});
});
