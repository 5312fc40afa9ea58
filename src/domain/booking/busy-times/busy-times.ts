import { type SQL, sql } from "drizzle-orm";
import type { Calendar } from "../../../platform/booking-rules/availability.ts";
import { longestTimeBlockMs } from "../../../platform/booking-rules/longest.ts";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { externalBusy, timeBlocks } from "../../../platform/db/tables/data/calendars.ts";
import { holds } from "../../../platform/db/tables/data/holds.ts";
import { dayMs } from "../../../platform/lib/time.ts";

/**
 * No appointment is longer, so a range of start times finds all that overlap. Triggers of the database rely on it, too.
 */
export const longestAppointmentMs = 7 * dayMs;

/** The id of a record, or a subquery on the appointment that is to change. */
export type Key = string | SQL;

/** The times are values, or subqueries on the appointment. A record without a key is not read. */
export interface BusyTimesQuery {
	/** An appointment that does not make the artist busy, because it is to change. */
	appointmentId?: string;
	/** The visitor of the booking page. Their hold does not block them. */
	visitor?: string | undefined;
	artistId: Key;
	eventTypeId?: Key | undefined;
	from: SQL | number;
	to: SQL | number;
}

interface HeldTime {
	start: number;
	expiresAt: number;
}

export interface BusyTimes {
	calendar: Omit<Calendar, "timezone" | "workingHours" | "maxAppointmentsPerDay">;
	/** The visitor's hold of a time near the range, for this event type. */
	holdOfVisitor: HeldTime | undefined;
}

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
export async function readBusyTimes(
	{ db, tenantId, now }: Ctx,
	{ appointmentId = "", visitor = "", artistId, eventTypeId = sql`NULL`, from, to }: BusyTimesQuery,
): Promise<BusyTimes> {
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
		holdOfVisitor: ofKind(heldByVisitor)[0],
	};
}
