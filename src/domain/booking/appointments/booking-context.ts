import type { SQL } from "drizzle-orm";
import type { BookingRules, Calendar } from "../../../platform/booking-rules/availability.ts";
import type { Ctx } from "../../../platform/context.ts";
import { and, eq, gt, lt, ne, sql } from "../../../platform/db/statements/expression.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { externalBusy, timeBlocks } from "../../../platform/db/tables/data/calendars.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { holds } from "../../../platform/db/tables/data/holds.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { dayMs, minuteMs } from "../../../platform/lib/time.ts";
import type { AppointmentRow } from "./schema.ts";

/**
 * No appointment is longer, so a range of start times finds all that overlap. Triggers of the database rely on it, too.
 */
export const longestAppointmentMs = 7 * dayMs;

/** Longer time blocks are refused. */
export const longestTimeBlockMs = 366 * dayMs;

export type ArtistRow = typeof artists.$inferSelect;
export type EventTypeRow = typeof eventTypes.$inferSelect;
type ClientRow = typeof clients.$inferSelect;

/** Everything that a decision about an appointment needs. */
export interface BookingContext {
	appointment: AppointmentRow | undefined;
	artist: ArtistRow | undefined;
	client: ClientRow | undefined;
	eventType: EventTypeRow | undefined;
	tenant: { name: string; email: string } | undefined;
	calendar: Omit<Calendar, "timezone" | "workingHours" | "maxAppointmentsPerDay">;
}

/** The keys and the range of a read. Each SQL is a value, or a subquery on the appointment that is to change. */
interface ContextQuery {
	appointmentId?: string;
	/** The visitor of the booking page. Their own hold does not block them. */
	visitor?: string | undefined;
	artistId: SQL;
	clientId: SQL;
	eventTypeId: SQL;
	from: SQL;
	to: SQL;
}

/** Takes one round trip, because the database client sends queries of the same moment together. */
export async function readBookingContext({ db, tenantId, now }: Ctx, query: ContextQuery): Promise<BookingContext> {
	const { appointmentId = "", visitor = "", artistId, clientId, eventTypeId, from, to } = query;
	const ofArtist = (table: typeof appointments | typeof holds | typeof timeBlocks | typeof externalBusy) =>
		and(eq(table.tenantId, tenantId), sql`${table.artistId} = ${artistId}`);
	// Two more days on each side, for the buffers and the local day of the start.
	const [earliest, latest] = [sql`(${from}) - ${2 * dayMs}`, sql`(${to}) + ${2 * dayMs}`];
	const [found, ofArtists, ofClients, ofTypes, ofTenant, live, held, blocks, busy] = await Promise.all([
		db
			.select()
			.from(appointments)
			.where(and(eq(appointments.tenantId, tenantId), eq(appointments.id, appointmentId))),
		db
			.select()
			.from(artists)
			.where(and(eq(artists.tenantId, tenantId), sql`${artists.id} = ${artistId}`)),
		db
			.select()
			.from(clients)
			.where(and(eq(clients.tenantId, tenantId), sql`${clients.id} = ${clientId}`)),
		db
			.select()
			.from(eventTypes)
			.where(and(eq(eventTypes.tenantId, tenantId), sql`${eventTypes.id} = ${eventTypeId}`)),
		db.select({ name: studios.name, email: studios.email }).from(studios).where(eq(studios.tenantId, tenantId)),
		db
			.select({
				start: appointments.startAt,
				end: appointments.endAt,
				bufferBeforeMs: appointments.bufferBeforeMs,
				bufferAfterMs: appointments.bufferAfterMs,
			})
			.from(appointments)
			.where(
				and(
					ofArtist(appointments),
					// SQLite uses the partial index of live appointments only with a literal, not with a parameter.
					sql`${appointments.status} = 'SCHEDULED'`,
					ne(appointments.id, appointmentId),
					sql`${appointments.startAt} > ${earliest} - ${longestAppointmentMs}`,
					sql`${appointments.startAt} < ${latest}`,
				),
			),
		db
			.select({
				start: holds.startAt,
				end: holds.endAt,
				bufferBeforeMs: holds.bufferBeforeMs,
				bufferAfterMs: holds.bufferAfterMs,
			})
			.from(holds)
			.where(
				and(
					ofArtist(holds),
					gt(holds.expiresAt, now),
					ne(holds.visitor, visitor),
					sql`${holds.startAt} > ${earliest} - ${longestAppointmentMs}`,
					sql`${holds.startAt} < ${latest}`,
				),
			),
		db
			.select({ start: timeBlocks.startAt, end: timeBlocks.endAt })
			.from(timeBlocks)
			.where(
				and(
					ofArtist(timeBlocks),
					gt(timeBlocks.endAt, earliest),
					lt(timeBlocks.endAt, sql`${latest} + ${longestTimeBlockMs}`),
					lt(timeBlocks.startAt, latest),
				),
			),
		db
			.select({ start: externalBusy.startAt, end: externalBusy.endAt })
			.from(externalBusy)
			.where(
				and(
					ofArtist(externalBusy),
					gt(externalBusy.startAt, sql`${earliest} - ${dayMs}`),
					lt(externalBusy.startAt, latest),
				),
			),
	]);
	return {
		appointment: found[0],
		artist: ofArtists[0],
		client: ofClients[0],
		eventType: ofTypes[0],
		tenant: ofTenant[0],
		calendar: { appointments: live, holds: held, timeBlocks: blocks, externalBusy: busy },
	};
}

export const calendarOf = (artist: ArtistRow, context: BookingContext): Calendar => ({
	timezone: artist.timezone,
	workingHours: artist.workingHours,
	maxAppointmentsPerDay: artist.maxAppointmentsPerDay,
	...context.calendar,
});

export const bookingRulesOf = (type: EventTypeRow | undefined): BookingRules | null =>
	type
		? {
				bufferBeforeMs: type.bufferBeforeMinutes * minuteMs,
				bufferAfterMs: type.bufferAfterMinutes * minuteMs,
				minimumNoticeMs: type.minimumNoticeMinutes === null ? null : type.minimumNoticeMinutes * minuteMs,
				bookingWindowMs: type.bookingWindowDays === null ? null : type.bookingWindowDays * dayMs,
			}
		: null;
