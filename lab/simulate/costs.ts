import { changes, mailsPerAppointment, poll, pollsPerDay, reads, type Studio, timesOf, type Work } from "./studios.ts";

/** Cloudflare's prices in dollars, as its pages showed them in November 2026. docs/scale.md names each page. */
const plan = 5;
const gbOfDatabase = { dollars: 0.75, included: 5 };
/** The price of a million, and the millions that each month includes. */
const prices = {
	workerRequests: [0.3, 10],
	workerCpuMs: [0.02, 30],
	objectRequests: [0.15, 1],
	/** GB-s: the working time of an object, with 128 MB. */
	objectGbSeconds: [12.5, 0.4],
	rowsRead: [0.001, 25_000],
	rowsWritten: [1, 50],
	queueOperations: [0.4, 1],
	/** From 1 December 2026. A million kilobytes are a GB. */
	logKb: [0.25, 50],
	logKbMonths: [0.1, 12],
	mails: [350, 0.003],
} as const;

type Metered = keyof typeof prices;
const metered = Object.keys(prices) as Metered[];
export type Usage = Partial<Record<Metered, number>>;

/** Assumptions: the CPU time of a request, the time that an object works for a call, and the size of an event in the log. */
const cpuMs = 2;
const objectMs = 5;
const objectGb = 0.128;
const logEventKb = 1.5;

const daysOfMonth = 30;
const keptLogDays = 7;

const usageOfCalls = (calls: number): Usage => ({
	objectRequests: calls,
	objectGbSeconds: (calls * objectMs * objectGb) / 1000,
});

/** The service writes an event into the log, in addition to the platform's own. */
const usageOfLog: Usage = { logKb: 2 * logEventKb, logKbMonths: (2 * logEventKb * keptLogDays) / daysOfMonth };

/**
 * The usage of a request that comes alone. Its objects decide, keep it and note the use of the key, in two calls and
 * three rows, one of which is the later deletion. A change also calls the gate to release its key and to announce its
 * event, and its event and its stored answer are deleted later.
 */
export function usageOf({ rowsRead, rowsWritten }: Work): Usage {
	const isChange = rowsWritten > 0;
	return {
		...usageOfLog,
		...usageOfCalls(isChange ? 3 : 2),
		workerRequests: 1,
		workerCpuMs: cpuMs,
		rowsRead,
		rowsWritten: 3 + rowsWritten + (isChange ? 2 : 0),
	};
}

/** The usage of a delivery with one attempt: a message is written, read and deleted, and so is the row of the delivery. */
export const usageOfDelivery: Usage = {
	...usageOfLog,
	workerRequests: 1,
	workerCpuMs: cpuMs,
	rowsRead: 57,
	rowsWritten: 7,
	queueOperations: 3,
};

/**
 * The usage of a mail to a client, which the schedule sends. It is written, claimed, handed over and deleted, and the
 * counters of the studio and of the recipient have a row each.
 */
export const usageOfMail: Usage = {
	...usageOfCalls(2),
	workerCpuMs: cpuMs,
	rowsRead: 20,
	rowsWritten: 7 + 2,
	mails: 1,
};

const minutes = daysOfMonth * 1440;

/** The scheduled work of a data database in a month: a message each minute, and 2 rows if something is due each time. */
const usageOfDatabase: Usage = {
	workerRequests: minutes,
	workerCpuMs: minutes * 10,
	rowsWritten: minutes * 2,
	queueOperations: minutes * 3,
};

const sum = (usages: [Usage, times: number][]): Usage =>
	Object.fromEntries(
		metered.map((name) => [name, usages.reduce((total, [usage, times]) => total + times * (usage[name] ?? 0), 0)]),
	);

export interface Month {
	requests: number;
	deliveries: number;
	usage: Usage;
}

/** Without their storage. */
export function monthOf(studios: Studio[], databases: number): Month {
	const appointments = studios.reduce((total, { perDay }) => total + perDay, 0) * daysOfMonth;
	const events = studios.reduce((total, { perDay, endpoints }) => total + perDay * endpoints, 0) * daysOfMonth;
	const deliveries = events * timesOf(changes);
	const polls = studios.length * pollsPerDay * daysOfMonth;
	const works = [...changes, ...reads];
	return {
		requests: appointments * timesOf(works) + polls,
		deliveries,
		usage: sum([
			...works.map((work): [Usage, number] => [usageOf(work), work.perAppointment * appointments]),
			[usageOf(poll), polls],
			[usageOfDelivery, deliveries],
			[usageOfMail, appointments * mailsPerAppointment],
			[usageOfDatabase, databases],
		]),
	};
}

/** Without what the plan includes. */
export const dollarsOf = (usage: Usage): number =>
	metered.reduce((total, name) => total + ((usage[name] ?? 0) * prices[name][0]) / 1e6, 0);

export interface Bill {
	mails: number;
	rowsWritten: number;
	storage: number;
	logs: number;
	rest: number;
	together: number;
}

/** The bill of a month: the plan, and the usage beyond the amounts that it includes. */
export function billOf(usage: Usage, storedGb: number): Bill {
	const beyond = (name: Metered) => Math.max(0, (usage[name] ?? 0) / 1e6 - prices[name][1]) * prices[name][0];
	const storage = Math.max(0, storedGb - gbOfDatabase.included) * gbOfDatabase.dollars;
	const together = metered.reduce((total, name) => total + beyond(name), plan + storage);
	const [mails, rowsWritten, logs] = [beyond("mails"), beyond("rowsWritten"), beyond("logKb") + beyond("logKbMonths")];
	return { mails, rowsWritten, storage, logs, rest: together - mails - rowsWritten - storage - logs, together };
}
