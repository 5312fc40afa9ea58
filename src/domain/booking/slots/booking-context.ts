import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { BookingRules, Calendar } from "../../../platform/booking-rules/availability.ts";
import type { Ctx } from "../../../platform/context.ts";
import { builder } from "../../../platform/db/statements/builder.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { together } from "../../../platform/db/together.ts";
import { dayMs, minuteMs } from "../../../platform/lib/time.ts";
import { detailsOf } from "../../studio/event-types/schema.ts";
import type { AppointmentRow } from "../appointments/schema.ts";
import { type BusyTimes, type BusyTimesQuery, type Key, readBusyTimes } from "../busy-times/busy-times.ts";

export type ArtistRow = typeof artists.$inferSelect;
export type EventTypeRow = typeof eventTypes.$inferSelect;
type ClientRow = typeof clients.$inferSelect;

export interface BookingContext extends BusyTimes {
	appointment: AppointmentRow | undefined;
	artist: ArtistRow | undefined;
	client: ClientRow | undefined;
	eventType: EventTypeRow | undefined;
}

interface ContextQuery extends BusyTimesQuery {
	clientId?: Key | undefined;
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
		(ctx) => readBusyTimes(ctx, query),
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
