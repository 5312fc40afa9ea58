import { randomFrom } from "../harness/random.ts";

// Assumptions: the studios of the simulation, and the work that an appointment brings along.

export interface Studio {
	/** Appointments on an average day. */
	perDay: number;
	/** The average number of webhook endpoints of a studio of this size. They listen to all events. */
	endpoints: number;
	/** The clients that the studio imports when it signs up. */
	imported: number;
	/** The time at which it signs up, from 0 to 1 of the first year. */
	joins: number;
}

/** The appointments of the median studio on an average day. */
const medianPerDay = 2;
/** With this sigma, the largest of ten thousand studios has some 500 times the appointments of the median. */
const spread = 1.5;
/** The endpoints of the largest studios, of the next ones and so on, each with the share of all that are larger. */
const endpointsBySize = [
	[0.01, 4],
	[0.05, 2],
	[0.2, 1.2],
	[0.4, 0.7],
	[1, 0.4],
] as const;
/** A program that asks for new events every quarter of an hour: every other studio has one. */
export const pollsPerDay = 0.5 * 96;

/** Makes studios whose sizes are log-normal: many small ones, and a few giants. The first one signs up first. */
export function studiosOf(count: number): Studio[] {
	const random = randomFrom(1);
	const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	const sizes = Array.from({ length: count }, () => Math.exp(spread * normal())).sort((a, b) => b - a);
	return sizes
		.map((size, rank) => ({
			perDay: medianPerDay * size,
			endpoints: endpointsBySize.find(([share]) => rank < share * count)?.[1] ?? 0,
			imported: Math.round(300 * size),
			joins: random(),
		}))
		.sort((a, b) => a.joins - b.joins);
}

/** The mails to the client: a reminder, a confirmation of every second appointment, a notice of every fifth that moves or ends. */
export const mailsPerAppointment = 1 + 0.5 + 0.2;

export interface Work {
	name: string;
	/** How often programs do it for each appointment. */
	perAppointment: number;
	/** As the database counts them: tests hold those that are written. */
	rowsRead: number;
	rowsWritten: number;
}

/** The changes make an event and store an answer. */
export const changes: Work[] = [
	{ name: "a booking", perAppointment: 1, rowsRead: 66, rowsWritten: 18 },
	{ name: "a changed appointment", perAppointment: 1, rowsRead: 63, rowsWritten: 11 },
	{ name: "a new client", perAppointment: 0.5, rowsRead: 29, rowsWritten: 14 },
	{ name: "a changed client", perAppointment: 0.8, rowsRead: 28, rowsWritten: 11 },
	{ name: "a lead", perAppointment: 0.7, rowsRead: 25, rowsWritten: 14 },
	{ name: "an idea", perAppointment: 0.4, rowsRead: 27, rowsWritten: 14 },
	{ name: "a form submission", perAppointment: 0.6, rowsRead: 28, rowsWritten: 14 },
];
export const reads: Work[] = [
	{ name: "one client", perAppointment: 4, rowsRead: 1, rowsWritten: 0 },
	{ name: "free times of a week", perAppointment: 3, rowsRead: 18, rowsWritten: 0 },
	{ name: "a page of appointments", perAppointment: 3, rowsRead: 14, rowsWritten: 0 },
	{ name: "a page of clients", perAppointment: 1, rowsRead: 14, rowsWritten: 0 },
];
export const poll: Work = { name: "a page of events", perAppointment: 0, rowsRead: 45, rowsWritten: 0 };

export const timesOf = (works: Work[]): number => works.reduce((sum, { perAppointment }) => sum + perAppointment, 0);

/** The bytes of a record with its entries in the indexes. docs/scale.md tells how they were measured. */
const bytes = {
	client: 733,
	wordsOfClient: 508,
	appointment: 1384,
	lead: 938,
	idea: 864,
	submission: 1233,
	auditEntry: 410,
	event: 2866,
	delivery: 374,
	storedAnswer: 2080,
};
const keptDays = 30;

const bytesOfClient = bytes.client + bytes.wordsOfClient;
/** The bytes that an appointment and the requests for it leave for long. */
export const lastingBytes =
	bytes.appointment +
	0.5 * bytesOfClient +
	0.7 * bytes.lead +
	0.4 * bytes.idea +
	0.6 * bytes.submission +
	timesOf(changes) * bytes.auditEntry;
/** The bytes that they leave for 30 days. */
export const temporaryBytes = (endpoints: number): number =>
	timesOf(changes) * (bytes.event + endpoints * bytes.delivery);

/** The bytes that a studio stores after so many days. A stored answer stays for a day. */
export function bytesAfter({ perDay, imported, endpoints }: Studio, days: number): number {
	const appointments = lastingBytes * days + temporaryBytes(endpoints) * Math.min(days, keptDays);
	const answers = timesOf(changes) * bytes.storedAnswer * Math.min(days, 1);
	return imported * bytesOfClient + perDay * (appointments + answers);
}
