import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { BookingRules, Calendar } from "../../../platform/booking-rules/availability.ts";
import { longestTimeBlockMs } from "../../../platform/booking-rules/longest.ts";
import type { Ctx } from "../../../platform/context.ts";
import { builder } from "../../../platform/db/statements/builder.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { externalBusy, timeBlocks } from "../../../platform/db/tables/data/calendars.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { holds } from "../../../platform/db/tables/data/holds.ts";
import { together } from "../../../platform/db/together.ts";
import { dayMs, minuteMs } from "../../../platform/lib/time.ts";
import { detailsOf } from "../../studio/event-types/schema.ts";
import type { AppointmentRow } from "./schema.ts";

/**
 * No appointment is longer, so a range of start times finds all that overlap. Triggers of the database rely on it, too.
 */
export const longestAppointmentMs = 7 * dayMs;

export type ArtistRow = typeof artists.$inferSelect;
export type EventTypeRow = typeof eventTypes.$inferSelect;
type ClientRow = typeof clients.$inferSelect;

export interface BookingContext {
	appointment: AppointmentRow | undefined;
	artist: ArtistRow | undefined;
	client: ClientRow | undefined;
	eventType: EventTypeRow | undefined;
	calendar: Omit<Calendar, "timezone" | "workingHours" | "maxAppointmentsPerDay">;
	/** The visitor's hold of a time near the range, for this event type. */
	ownHold: OwnHold | undefined;
}

interface OwnHold {
	start: number;
	expiresAt: number;
}

/** The id of a record, or a subquery on the appointment that is to change. */
type Key = string | SQL;

/** The times are values, or subqueries on the appointment. A record without a key is not read. */
interface ContextQuery {
	appointmentId?: string;
	/** The visitor of the booking page. Their own hold does not block them. */
	visitor?: string | undefined;
	artistId: Key;
	clientId?: Key | undefined;
	eventTypeId?: Key | undefined;
	from: SQL | number;
	to: SQL | number;
}

/** Takes one round trip. */
export async function readBookingContext(ctx: Ctx, query: ContextQuery): Promise<BookingContext> {
	const { appointmentId, artistId, clientId, eventTypeId } = query;
	const [[appointment], [artist], [client], [eventType], times] = await together(
		ctx,
		(ctx) => readAppointment(ctx, appointmentId),
		(ctx) => readArtist(ctx, artistId),
		(ctx) => readClient(ctx, clientId),
		(ctx) => readEventType(ctx, eventTypeId),
		(ctx) => readCalendar(ctx, query),
	);
	return { appointment, artist, client, eventType, ...times };
}

function readerOf<T extends typeof appointments | typeof artists | typeof clients | typeof eventTypes>(table: T) {
	const where = (tenantId: string | SQL, key: Key) => and(eq(table.tenantId, tenantId), eq(table.id, key));
	const { placeholder } = sql;
	const byId = builder
		.select()
		.from(table as SQLiteTable)
		.where(where(sql`${placeholder("tenantId")}`, sql`${placeholder("id")}`))
		.prepare();
	return async ({ db, tenantId }: Ctx, key: Key | undefined) => {
		if (key === undefined) return [];
		const rows =
			typeof key === "string"
				? await db.execute(byId, { tenantId, id: key })
				: await db
						.select()
						.from(table as SQLiteTable)
						.where(where(tenantId, key));
		return rows as T["$inferSelect"][];
	};
}

const [readAppointment, readArtist] = [readerOf(appointments), readerOf(artists)];
const [readClient, readEventType] = [readerOf(clients), readerOf(eventTypes)];

/** The kinds of times that an artist is busy, and the hold of the visitor who asks. */
const [live, held, blocked, busyElsewhere, heldByVisitor] = [0, 1, 2, 3, 4] as const;

/**
 * A row as the database gives it: two months can have hundreds of rows, and Drizzle takes longer to map them than to
 * read them.
 */
type BusyRow = [kind: number, start: number, end: number, before: number, after: number, expiresAt: number];

const timeOf = ([, start, end, bufferBeforeMs, bufferAfterMs, expiresAt]: BusyRow) => ({
	start,
	end,
	bufferBeforeMs,
	bufferAfterMs,
	expiresAt,
});

/** All busy times of the artist, in one statement: each further statement takes longer than its rows. */
async function readCalendar(
	{ db, tenantId, now }: Ctx,
	{ appointmentId = "", visitor = "", artistId, eventTypeId = sql`NULL`, from, to }: ContextQuery,
): Promise<Pick<BookingContext, "calendar" | "ownHold">> {
	const ofArtist = sql`tenant_id = ${tenantId} AND artist_id = ${artistId}`;
	// Two more days on each side, for the buffers and the local day of the start.
	const [earliest, latest] = [sql`(${from}) - ${2 * dayMs}`, sql`(${to}) + ${2 * dayMs}`];
	const isNear = sql`start_at > ${earliest} - ${longestAppointmentMs} AND start_at < ${latest} AND end_at > ${earliest}`;
	// SQLite uses the partial index of live appointments only with a literal, not with a parameter.
	const times = sql`(
		SELECT ${live} AS kind, start_at, end_at, buffer_before_ms, buffer_after_ms, NULL AS expires_at FROM ${appointments}
			WHERE ${ofArtist} AND status = 'SCHEDULED' AND id <> ${appointmentId} AND ${isNear}
		UNION ALL SELECT iif(visitor = ${visitor}, ${heldByVisitor}, ${held}),
				start_at, end_at, buffer_before_ms, buffer_after_ms, expires_at FROM ${holds}
			WHERE ${ofArtist} AND expires_at > ${now} AND (visitor <> ${visitor} OR event_type_id = ${eventTypeId}) AND ${isNear}
		UNION ALL SELECT ${blocked}, start_at, end_at, 0, 0, NULL FROM ${timeBlocks}
			WHERE ${ofArtist} AND end_at > ${earliest} AND end_at < ${latest} + ${longestTimeBlockMs} AND start_at < ${latest}
		UNION ALL SELECT ${busyElsewhere}, start_at, end_at, 0, 0, NULL FROM ${externalBusy}
			WHERE ${ofArtist} AND start_at > ${earliest} - ${dayMs} AND start_at < ${latest}
	)`;
	const rows = await db.values<BusyRow>(
		sql`SELECT kind, start_at, end_at, buffer_before_ms, buffer_after_ms, expires_at FROM ${times}`,
	);
	const ofKind = (wanted: number) => rows.filter(([kind]) => kind === wanted).map(timeOf);
	return {
		calendar: {
			appointments: ofKind(live),
			holds: ofKind(held),
			timeBlocks: ofKind(blocked),
			externalBusy: ofKind(busyElsewhere),
		},
		ownHold: ofKind(heldByVisitor)[0],
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

/** The currency of a price that comes without one (contract: Errors 18). */
export const currencyOf = (type: EventTypeRow | undefined): string | null => (type ? detailsOf(type).currency : null);
