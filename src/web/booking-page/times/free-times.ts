import type { Temporal } from "temporal-polyfill";
import {
	bookingRulesOf,
	calendarOf,
	longestAppointmentMs,
	readBookingContext,
} from "../../../domain/booking/appointments/booking-context.ts";
import { freeSlots } from "../../../platform/booking-rules/availability.ts";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { dayMs, minuteMs } from "../../../platform/lib/time.ts";
import type { BookableArtist, BookableType } from "../bookable-artist.ts";
import { dateOf, spanOfDay, spanOfMonth } from "./months.ts";

/** The visitor's own hold, or the appointment that moves. It does not block a time. */
export interface OwnBooking {
	visitor?: string | undefined;
	appointmentId?: string;
	/** An appointment that moves keeps its length. */
	durationMs?: number;
}

/** The page looks this far for the next free day if a month has none. */
const lookAheadMs = 120 * dayMs;

export interface MonthTimes {
	/** The days with a free time. */
	free: Set<string>;
	/** The free times of the requested day. */
	slots: Span[];
	/** The next free day if the month has none. */
	nextFree: string | undefined;
}

/** Finds the free days of a month and the free times of a day. */
export async function readMonthTimes(
	bookable: Pick<BookableArtist, "ctx" | "artist">,
	type: Pick<BookableType, "row">,
	month: Temporal.PlainYearMonth,
	day: Temporal.PlainDate | undefined,
	own: OwnBooking,
): Promise<MonthTimes> {
	const zone = bookable.artist.timezone;
	const inMonth = await freeSlotsIn(bookable, type, spanOfMonth(month, zone), own);
	const free = new Set(inMonth.map(({ start }) => dateOf(start, zone)));
	const { end } = spanOfMonth(month, zone);
	const ahead = free.size > 0 ? [] : await freeSlotsIn(bookable, type, { start: end, end: end + lookAheadMs }, own, 1);
	const span = day && spanOfDay(day, zone);
	return {
		free,
		slots: span ? inMonth.filter(({ start }) => span.start <= start && start < span.end) : [],
		nextFree: ahead[0] && dateOf(ahead[0].start, zone),
	};
}

async function freeSlotsIn(
	{ ctx, artist }: Pick<BookableArtist, "ctx" | "artist">,
	type: Pick<BookableType, "row">,
	range: Span,
	{ visitor, appointmentId, durationMs = type.row.durationMinutes * minuteMs }: OwnBooking,
	limit?: number,
): Promise<Span[]> {
	if (range.end <= ctx.now) return [];
	const start = Math.max(range.start, ctx.now);
	const context = await readBookingContext(ctx, {
		visitor,
		...(appointmentId === undefined ? {} : { appointmentId }),
		artistId: sql`${artist.id}`,
		from: sql`${start}`,
		to: sql`${range.end + longestAppointmentMs}`,
	});
	return freeSlots({
		calendar: calendarOf(artist, context),
		rules: bookingRulesOf(type.row),
		durationMs,
		range: { start, end: range.end },
		now: ctx.now,
		...(limit === undefined ? {} : { limit }),
	});
}
