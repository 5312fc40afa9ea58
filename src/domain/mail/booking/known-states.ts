import { and, eq, sql } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import type { Times } from "../../languages/local-times.ts";
import type { BookingMail } from "./booking-text.ts";

/** The times and the artist of an appointment at one SEQUENCE of its calendar file. */
export interface KnownState extends Times {
	artistId: string;
	sequence: number;
}

export const stateOf = (appointment: Omit<KnownState, "sequence"> & { calendarSequence: number }): KnownState => {
	const { startAt, endAt, artistId, calendarSequence: sequence } = appointment;
	return { startAt, endAt, artistId, sequence };
};

export interface BookingMailData {
	appointment_id: string;
	/** The client whom the mail tells. A reminder names none: it tells whoever has the appointment. */
	client_id?: string;
	/** For a move: the state before it, the SEQUENCE after it, and the time of the move. */
	before?: KnownState;
	sequence?: number;
	moved_at?: number;
	/** The states that the mail service was given. It may have taken each of them. */
	told?: KnownState[];
}

export interface WaitingBookingMail {
	id: string;
	kind: BookingMail;
	data: BookingMailData;
}

/** In the order of the moves, without reminders. */
export async function waitingMailsAbout(
	{ db, tenantId }: Ctx,
	appointmentId: string,
	clientId: string,
): Promise<WaitingBookingMail[]> {
	const rows = await db
		.select({ id: mails.id, kind: mails.kind, data: mails.data })
		.from(mails)
		.where(and(eq(mails.tenantId, tenantId), aboutAppointment(appointmentId, clientId)))
		.orderBy(sql`json_extract(data, '$.sequence')`);
	return rows as unknown as WaitingBookingMail[];
}

/** The index of waiting mails has the first condition. */
export const aboutAppointment = (appointmentId: string, clientId: string) =>
	sql`kind <> 'booking_reminder' AND json_extract(data, '$.appointment_id') = ${appointmentId}
		AND json_extract(data, '$.client_id') = ${clientId}`;

/**
 * The states that the client may know of, the latest last: the one before the first move that waits, and those that the
 * mail service was given since and may have taken.
 */
export function knownStates(waiting: readonly WaitingBookingMail[]): KnownState[] {
	const before = waiting.find(({ kind }) => kind === "booking_moved")?.data.before;
	return [...(before ? [before] : []), ...toldStates(waiting)];
}

/** In their order, with `now` as the last one. */
export function toldStates(waiting: readonly WaitingBookingMail[], now?: KnownState): KnownState[] {
	const told = [...waiting.flatMap(({ data }) => data.told ?? []), ...(now ? [now] : [])];
	const bySequence = new Map(told.map((state) => [state.sequence, state]));
	return [...bySequence.values()].toSorted((one, other) => one.sequence - other.sequence);
}

/** The state that a mail names as the old one; undefined if the client cannot know of any but the present state. */
export const staleState = (known: readonly KnownState[], present: KnownState): KnownState | undefined =>
	known.findLast((state) => !isSameState(state, present));

const isSameState = (one: KnownState, other: KnownState): boolean =>
	one.startAt === other.startAt && one.endAt === other.endAt && one.artistId === other.artistId;

/** The mails to a merged client are for the target of the merge. */
export const renameInMails = ({ tenantId }: Ctx, from: string, to: string): Write =>
	sql`UPDATE ${mails} SET data = json_set(data, '$.client_id', ${to})
		WHERE tenant_id = ${tenantId} AND kind <> 'booking_reminder' AND json_extract(data, '$.client_id') = ${from}`;
