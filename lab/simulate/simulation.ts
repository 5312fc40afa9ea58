import { type Bill, billOf, usageOfMonth } from "./costs.ts";
import { busiestDay, type Day } from "./day.ts";
import { Random } from "./random.ts";
import { tenantsOf } from "./tenants.ts";
import type { DatabaseTimes } from "./work.ts";
import { bytesAfter, maxDatabaseBytes, movesToEven, type Year, year } from "./year.ts";

export interface Options {
	tenants: number;
	days: number;
	seed: number;
	/** The numbers of databases to compare. */
	databases: number[];
	service: DatabaseTimes;
}

/** The results for one number of databases. */
export interface Row {
	databases: number;
	fullestBytes: number;
	/** The size of the fullest database, as a share of the maximum. */
	fullestShare: number;
	fullOn: number | null;
	overOn: number | null;
	movesToEven: number;
	callsPerSecond: number;
	busiestMinute: number;
	longestWaitMs: number;
	calls: number;
}

export interface Simulation {
	options: Options;
	storedBytes: number;
	rows: Row[];
	growing: Pick<Year, "addedOn" | "moves" | "movedBytes"> & { databases: number; fullestShare: number };
	day: Omit<Day, "loads">;
	bill: Bill;
	requestsPerMonth: number;
}

/** Simulates the growth of the studios, their busiest day with several numbers of databases, and the bill. */
export function simulate(options: Options): Simulation {
	const { tenants: count, days, seed, databases, service } = options;
	const random = new Random(seed);
	const tenants = tenantsOf(count, random);
	const years = databases.map((n) => year(tenants, { databases: n, days, grows: false }));
	const growing = year(tenants, { databases: 1, days, grows: true });
	const spreads = years.map(({ databaseOfTenant }, n) => ({ databaseOfTenant, databases: databases[n] ?? 1 }));
	const { loads, ...day } = busiestDay(tenants, spreads, { seed: seed + 1, service });
	const bytes = tenants.map((tenant) => bytesAfter(tenant, days - tenant.joins * days));
	const storedBytes = bytes.reduce((sum, one) => sum + one, 0);
	const gate = { rows: day.gateRows / day.admitted, calls: day.gateCalls / day.admitted };
	const usage = usageOfMonth(tenants, growing.sizes.length, gate);
	const rows = years.map(({ sizes, databaseOfTenant, fullOn, overOn }, n): Row => {
		const load = loads[n];
		if (!load) throw new Error("Each number of databases has its load.");
		const fullestBytes = Math.max(...sizes);
		return {
			databases: sizes.length,
			fullestBytes,
			fullestShare: fullestBytes / maxDatabaseBytes,
			fullOn,
			overOn,
			movesToEven: movesToEven(bytes, databaseOfTenant, sizes.length),
			callsPerSecond: load.mostCalls,
			busiestMinute: load.busiestMinute,
			longestWaitMs: load.longestWaitMs,
			calls: load.total,
		};
	});
	return {
		options,
		storedBytes,
		rows,
		growing: {
			databases: growing.sizes.length,
			fullestShare: Math.max(...growing.sizes) / maxDatabaseBytes,
			addedOn: growing.addedOn,
			moves: growing.moves,
			movedBytes: growing.movedBytes,
		},
		day,
		bill: billOf(usage, storedBytes / 1e9),
		requestsPerMonth: usage.logEvents / 2,
	};
}
