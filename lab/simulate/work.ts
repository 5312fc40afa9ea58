import measured from "./measured.json" with { type: "json" };

type Operation = keyof typeof measured.operations;

export interface Work {
	operation: Operation;
	/** Whether it is a change, which makes an event. */
	changes: boolean;
	/** The endpoint's own cap, if it has one: requests a minute of one key. */
	capPerMinute?: number;
}

const read = (operation: Operation): Work => ({ operation, changes: false });
const change = (operation: Operation): Work => ({ operation, changes: true });

/** The average requests of programs for each appointment: assumptions. The caps are the product's. */
export const perAppointment: readonly (readonly [Work, number])[] = [
	[{ ...change("createAppointment"), capPerMinute: 30 }, 1],
	[change("updateAppointment"), 1],
	[change("createClient"), 0.5],
	[change("updateClient"), 0.8],
	[change("createLead"), 0.7],
	[change("createIdea"), 0.4],
	[{ ...change("createFormSubmission"), capPerMinute: 60 }, 0.6],
	[read("getClient"), 4],
	[read("listAvailability"), 3],
	[read("listAppointments"), 3],
	[read("listClients"), 1],
];

export const requestsPerAppointment = perAppointment.reduce((sum, [, many]) => sum + many, 0);
const changesPerAppointment = perAppointment.reduce((sum, [{ changes }, many]) => sum + (changes ? many : 0), 0);

/** The request of a program that polls for changes every quarter of an hour. */
export const poll: Work = read("listEvents");
/** The request of a program that copies all clients every night, for each page. */
export const page: Work = read("listClients");

/** The time for which one call keeps a database busy, in milliseconds. */
export interface DatabaseTimes {
	readMs: number;
	commitMs: number;
}

/** A change reads once and commits once. An operation without a database takes no time of it. */
export const busyMs = ({ operation, changes }: Work, { readMs, commitMs }: DatabaseTimes): number =>
	changes ? readMs + commitMs : measured.operations[operation].calls * readMs;

const bytesOf = (table: keyof typeof measured.records): number => measured.records[table].bytesPerRow;

/** The bytes that an appointment and the requests for it leave for long. Audit entries stay for two years. */
export const lastingBytesPerAppointment =
	bytesOf("appointments") +
	0.5 * (bytesOf("clients") + bytesOf("client_search")) +
	0.7 * bytesOf("leads") +
	0.4 * bytesOf("ideas") +
	0.6 * bytesOf("form_submissions") +
	changesPerAppointment * bytesOf("audit_entries");

/** The bytes of a client that a studio imports. */
export const bytesPerClient = bytesOf("clients") + bytesOf("client_search");

/** The bytes that are kept for 30 days: an event for each change, and a delivery with an attempt for each endpoint. */
export const temporaryBytesPerAppointment = (endpoints: number): number =>
	changesPerAppointment * (bytesOf("events") + endpoints * bytesOf("fan_outs"));

/** The bytes of the answers that are stored under Idempotency-Keys for a day. */
export const replayBytesPerAppointment = changesPerAppointment * bytesOf("idempotency_records");

/** The rows that an operation writes, including those that retention deletes later. */
export const rowsOf = ({ operation, changes }: Work): number =>
	measured.operations[operation].rowsWritten +
	(changes ? measured.removed.events + measured.removed.idempotency_records : 0);
export const rowsOfDelivery = measured.delivery.rowsWritten + measured.attempt.rowsWritten + measured.removed.fan_outs;
export const rowsReadOf = ({ operation }: Work): number => measured.operations[operation].rowsRead;
