import { describe, expect, it } from "vitest";
import { alone, billOf, dollarsOf, inStream, usageOf } from "../../lab/simulate/costs.ts";
import { GateUse } from "../../lab/simulate/gate-use.ts";
import { Limits } from "../../lab/simulate/limits.ts";
import { Load } from "../../lab/simulate/load.ts";
import { Random } from "../../lab/simulate/random.ts";
import { simulate } from "../../lab/simulate/simulation.ts";
import { tenantsOf } from "../../lab/simulate/tenants.ts";
import { type Sent, sentBy } from "../../lab/simulate/traffic.ts";
import { page, perAppointment } from "../../lab/simulate/work.ts";
import { bytesAfter, maxDatabaseBytes, movesToEven, year } from "../../lab/simulate/year.ts";

const options = { tenants: 400, days: 60, seed: 7, databases: [1, 2, 3, 8], service: { readMs: 1, commitMs: 5 } };
const simulation = simulate(options);
const tenants = tenantsOf(400, new Random(7));

describe("the simulation", () => {
	it("shows the same numbers for the same seed, and others for another one", () => {
		expect(simulate(options)).toEqual(simulation);
		expect(simulate({ ...options, seed: 8 }).storedBytes).not.toBe(simulation.storedBytes);
	});

	it("sends everything that was admitted to some database, however many there are", () => {
		const { admitted, changes, attempts, sent, refused } = simulation.day;
		expect(sent).toBe(admitted + refused);
		expect(attempts).toBeGreaterThan(0);
		for (const { calls } of simulation.rows) expect(calls).toBe(admitted + changes + 2 * attempts);
	});

	it("asks the control database for a credential that neither the isolate nor its location knows", () => {
		const { control } = simulation.day;
		expect(control.lookUpsPerSecond).toBeGreaterThan(0);
		expect(control.lookUpsWithoutLocations).toBeGreaterThan(3 * control.lookUpsPerSecond);
		expect(control.longestWaitMs).toBeLessThanOrEqual(control.longestWaitWithoutLocationsMs);
		expect(control.sizeBytes / options.tenants).toBeGreaterThan(2000);
	});

	it("has a fullest database that is less full with each further database, and less to do", () => {
		const { rows } = simulation;
		for (const [n, row] of rows.slice(1).entries()) expect(row.fullestBytes).toBeLessThan(rows[n]?.fullestBytes ?? 0);
		// The busiest second of few studios depends on chance: two databases may have nearly the same one.
		expect(rows.at(-1)?.callsPerSecond).toBeLessThan(rows[0]?.callsPerSecond ?? 0);
	});

	it("has studios of which a few are giants", () => {
		const sizes = tenantsOf(10_000, new Random(1))
			.map(({ perDay }) => perDay)
			.sort((a, b) => b - a);
		expect(sizes[5000]).toBeCloseTo(2, 0);
		expect(sizes[0]).toBeGreaterThan(200);
	});
});

describe("the year", () => {
	const grown = tenantsOf(400, new Random(7)).map((tenant) => ({ ...tenant, perDay: 10 * tenant.perDay }));

	it("places every tenant, and all that they store is in some database", () => {
		const { databaseOfTenant: places, sizes } = year(tenants, { databases: 3, days: 60, grows: false });
		const stored = tenants.reduce((sum, tenant) => sum + bytesAfter(tenant, 60 - tenant.joins * 60), 0);
		expect(places).toHaveLength(400);
		expect(sizes.reduce((a, b) => a + b, 0) / stored).toBeCloseTo(1, 6);
	});

	it("tells when the next database is needed, before one has more than it holds", () => {
		const { fullOn, overOn } = year(grown, { databases: 1, days: 700, grows: false });
		expect(fullOn).toBeGreaterThan(0);
		expect(overOn).toBeGreaterThan(fullOn ?? 0);
	});

	it("never has a database that is too full where databases are added and tenants moved", () => {
		const { sizes, overOn, addedOn, moves } = year(grown, { databases: 1, days: 700, grows: true });
		expect(overOn).toBeNull();
		expect(sizes).toHaveLength(1 + addedOn.length);
		expect(addedOn.length).toBeGreaterThan(2);
		expect(moves).toBeGreaterThan(0);
		expect(Math.max(...sizes)).toBeLessThan(maxDatabaseBytes);
	});

	it("cannot help a tenant that stores more than one database holds", () => {
		const giant = { ...(tenants[0] as (typeof tenants)[0]), joins: 0, perDay: 10_000 };
		expect(year([giant], { databases: 1, days: 365, grows: true }).overOn).toBeGreaterThan(0);
	});

	it("moves none where databases are even, and few where one has nearly all", () => {
		expect(movesToEven([5, 5], [0, 1], 2)).toBe(0);
		expect(movesToEven([4, 3, 2, 1], [0, 0, 0, 0], 2)).toBeLessThanOrEqual(2);
	});
});

describe("what a studio sends", () => {
	it("is in the order of time, within the day", () => {
		const sent = tenants.slice(0, 50).flatMap((tenant) => {
			const times = sentBy(tenant, new Random(1)).map(({ at }) => at);
			expect(times).toEqual([...times].sort((a, b) => a - b));
			return times;
		});
		expect(Math.min(...sent)).toBeGreaterThanOrEqual(0);
		expect(Math.max(...sent)).toBeLessThan(86_400);
	});

	it("is a hundred times as much on a flash day", () => {
		const usual = { ...(tenants[0] as (typeof tenants)[0]), perDay: 20, programs: 0, imported: 0, flash: false };
		const [few, many] = [false, true].map((flash) => sentBy({ ...usual, flash }, new Random(1)).length);
		expect((many ?? 0) / (few ?? 1)).toBeGreaterThan(90);
	});

	it("is limited as the product limits it: by plan, by endpoint and by tenant", () => {
		const [solo, empire] = (["solo", "empire"] as const).map((plan) => ({
			...(tenants[0] as (typeof tenants)[0]),
			plan,
		}));
		const [[booking] = []] = perAppointment;
		const admitted = (limits: Limits, sent: Omit<Sent, "at">, many = 2000) =>
			Array.from({ length: many }).filter(() => limits.admits({ at: 0, ...sent })).length;
		if (!solo || !empire || !booking) throw new Error("There are plans and bookings.");
		expect(admitted(new Limits(solo), { work: page, key: "programs" })).toBe(100);
		expect(admitted(new Limits(empire), { work: booking, key: "site" })).toBe(30);
		const limits = new Limits(empire);
		expect(admitted(limits, { work: page, key: "programs" })).toBe(500);
		expect(admitted(limits, { work: page, key: "site" })).toBe(500);
		expect(limits.admits({ at: 30, work: page, key: "programs" })).toBe(true);
	});
});

describe("the objects of a studio", () => {
	const read = (at: number): Sent => ({ at, work: page, key: "programs" });
	const use = (times: number[]) => {
		const gate = new GateUse();
		const limits = new Limits(tenants[0] as (typeof tenants)[0]);
		for (const at of times) {
			limits.admits(read(at));
			gate.add(read(at), limits.written(read(at)));
		}
		return gate.end();
	};

	it("write three rows for a request that comes alone, and are called twice", () => {
		expect(use([0])).toMatchObject(alone);
		expect(use([0, 600])).toMatchObject({ rows: 2 * alone.rows, calls: 2 * alone.calls });
	});

	it("write little more than two rows for each of many requests in a second", () => {
		const { rows, calls } = use(Array.from({ length: 1000 }, (_, n) => n / 100));
		expect(rows / 1000).toBeCloseTo(inStream.rows, 1);
		expect(calls / 1000).toBeCloseTo(inStream.calls, 1);
	});
});

describe("the load of a database", () => {
	it("waits as long as what came before it keeps the database busy", () => {
		const load = new Load(2, 120);
		for (let call = 0; call < 300; call++) load.add(0, 10, 1, 5);
		load.add(1, 10, 1, 5);
		expect(load).toMatchObject({ total: 301, mostCalls: 300, longestWaitMs: 500, busiestMinute: 1500 / 60_000 });
	});
});

describe("the bill", () => {
	const [read] = perAppointment.map(([work]) => work).filter(({ operation }) => operation === "getClient");

	it("is for a million reads what the prices say", () => {
		if (!read) throw new Error("A client is read.");
		// A request, 2 ms, two calls to objects of 5 ms, one row read, two written there, two lines of the log.
		const dollars = 0.3 + 2 * 0.02 + 2 * 0.15 + 2 * 0.005 * 0.128 * 12.5 + 0.001 + 2 + 2 * 0.6;
		expect(1e6 * dollarsOf(usageOf(read, inStream))).toBeCloseTo(dollars, 6);
	});

	it("is the plan's price where everything is included, and otherwise what is beyond it", () => {
		const usage = usageOf(perAppointment[0]?.[0] ?? page, alone);
		expect(billOf(usage, 1).dollars).toBe(5);
		expect(billOf(usage, 9).dollars).toBe(5 + 4 * 0.75);
	});
});
