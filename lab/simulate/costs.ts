import { included, includedDatabaseGb, type Metered, prices } from "./prices.ts";
import type { Tenant } from "./tenants.ts";
import { page, perAppointment, poll, rowsOf, rowsOfDelivery, rowsReadOf, type Work } from "./work.ts";

/** The used amount of each metered thing. */
export type Usage = Record<Metered, number>;

const nothing: Usage = {
	workerRequests: 0,
	workerCpuMs: 0,
	objectRequests: 0,
	objectGbSeconds: 0,
	rowsRead: 0,
	rowsWritten: 0,
	queueOperations: 0,
	logEvents: 0,
};

const sum = (usages: readonly (readonly [Usage, number])[]): Usage =>
	usages.reduce<Usage>(
		(total, [usage, times]) => {
			for (const name of Object.keys(total) as Metered[]) total[name] += times * usage[name];
			return total;
		},
		{ ...nothing },
	);

/** An assumption. `npm run bench` measures it for a machine. */
const cpuMs = 2;
/** An assumption: the time that an object works for a call. */
const objectMs = 5;
const objectGb = 0.128;

/** The usage of calls to objects, with their working time. */
const calls = (many: number): Partial<Usage> => ({
	objectRequests: many,
	objectGbSeconds: (many * objectMs * objectGb) / 1000,
});

/** The work of a tenant's objects for a request, on average. */
export interface PerRequest {
	rows: number;
	calls: number;
}

/** For a request that is the only one in its minute, which costs more than one of many: see gate-use.ts. */
export const alone: PerRequest = { rows: 3, calls: 2 };
export const inStream: PerRequest = { rows: 2, calls: 2 };

/**
 * The usage of one request. It writes a line to the log, in addition to the platform's own line. A change also calls
 * the gate to release its key and to announce its event.
 */
export const usageOf = (work: Work, gate: PerRequest): Usage => ({
	...nothing,
	...calls(gate.calls + (work.changes ? 1 : 0)),
	workerRequests: 1,
	workerCpuMs: cpuMs,
	rowsRead: rowsReadOf(work),
	rowsWritten: gate.rows + rowsOf(work),
	logEvents: 2,
});

/** The usage of one delivery with one attempt: a message is written, read and deleted. */
export const usageOfDelivery: Usage = {
	...nothing,
	workerRequests: 1,
	workerCpuMs: cpuMs,
	rowsRead: 50,
	rowsWritten: rowsOfDelivery,
	queueOperations: 3,
	logEvents: 2,
};

const days = 30;

/** The scheduled work of a data database in a month: a message each minute, and 2 rows if something is due each time. */
const usageOfDatabase: Usage = {
	...nothing,
	workerRequests: days * 1440,
	workerCpuMs: days * 1440 * 10,
	rowsWritten: days * 1440 * 2,
	queueOperations: days * 1440 * 3,
};

/** The usage of the studios in a month, without their storage. */
export function usageOfMonth(tenants: Tenant[], databases: number, gate: PerRequest): Usage {
	const total = { ...nothing };
	const add = (usage: Usage, times: number) => {
		for (const name of Object.keys(total) as Metered[]) total[name] += times * usage[name];
	};
	add(usageOfDatabase, databases);
	const appointment = sum(perAppointment.map(([work, many]) => [usageOf(work, gate), many]));
	const deliveries = perAppointment.reduce((count, [{ changes }, many]) => count + (changes ? many : 0), 0);
	for (const { perDay, endpoints, programs, imported } of tenants) {
		add(appointment, perDay * days);
		add(usageOfDelivery, perDay * days * deliveries * endpoints);
		add(usageOf(poll, gate), programs * 96 * days);
		if (programs > 0) add(usageOf(page, gate), Math.ceil(imported / 100) * days);
	}
	return total;
}

export const dollarsOf = (usage: Usage): number =>
	(Object.keys(usage) as Metered[]).reduce((total, name) => total + (usage[name] * prices.perMillion[name]) / 1e6, 0);

export interface Bill {
	dollars: number;
	lines: Record<Metered | "plan" | "storage", number>;
}

/** The bill of a month: the usage beyond the amounts that the plan includes. */
export function billOf(usage: Usage, storedGb: number): Bill {
	const metered = (Object.keys(usage) as Metered[]).map((name): [Metered, number] => [
		name,
		Math.max(0, usage[name] / 1e6 - included[name]) * prices.perMillion[name],
	]);
	const lines = {
		...(Object.fromEntries(metered) as Usage),
		plan: prices.plan,
		storage: Math.max(0, storedGb - includedDatabaseGb) * prices.databaseGb,
	};
	return { dollars: Object.values(lines).reduce((a, b) => a + b, 0), lines };
}
