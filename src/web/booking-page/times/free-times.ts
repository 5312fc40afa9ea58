import type { Temporal } from "temporal-polyfill";
import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { longestAppointmentMs } from "../../../domain/booking/busy-times/busy-times.ts";
import { bookingRulesOf, calendarOf, readBookingContext } from "../../../domain/booking/slots/booking-context.ts";
import { bookableStarts, freeSlots } from "../../../platform/booking-rules/availability.ts";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { runYielding } from "../../../platform/lib/async/yielding.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import type { BookableArtist } from "../bookable-artist.ts";
import { dateOf, spanOfDay, spanOfMonth } from "./months.ts";

/** The visitor's own hold, or the appointment that moves. It does not block a time. */
export interface VisitorsBooking {
	visitor?: string | undefined;
	appointmentId?: string;
	/** An appointment that moves keeps its length. */
	durationMs?: number;
}

export interface MonthTimes {
	month: Temporal.PlainYearMonth;
	/** The days with a free time. */
	free: Set<string>;
	slots: Span[];
	/** The next free day if the month has none. */
	nextFree: string | undefined;
}

interface Wanted {
	month: Temporal.PlainYearMonth;
	day?: Temporal.PlainDate | undefined;
	/** If the month has no free day, the first later one that has is shown in its place. */
	orLater?: boolean;
}

type Bookable = Pick<BookableArtist, "ctx" | "artist">;
type Type = Pick<BookableType, "row">;

/** The days are those of a month, the times those of a day. */
export async function readMonthTimes(
	bookable: Bookable,
	type: Type,
	{ month, day, orLater = false }: Wanted,
	own: VisitorsBooking,
): Promise<MonthTimes> {
	const zone = bookable.artist.timezone;
	const ofMonth = spanOfMonth(month, zone);
	const found = (await readFreeTimes(bookable, type, ofMonth, own))(ofMonth);
	const span = day && spanOfDay(day, zone);
	const slots = span ? found.filter(({ start }) => span.start <= start && start < span.end) : [];
	const next = found.length > 0 ? undefined : await firstFreeMonth(bookable, type, month, own);
	return next && orLater
		? { month: next.month, free: daysOf(next.found(), zone), slots, nextFree: undefined }
		: { month, free: daysOf(found, zone), slots, nextFree: next && dateOf(next.first.start, zone) };
}

const daysOf = (slots: Span[], zone: string) => new Set(slots.map(({ start }) => dateOf(start, zone)));

/** The later months that each read of the calendar looks through: a year, and a visitor of most artists waits for one read. */
const monthsOfReads = [4, 8];

interface FreeMonth {
	month: Temporal.PlainYearMonth;
	first: Span;
	/** All its free times. */
	found: () => Span[];
}

async function firstFreeMonth(
	bookable: Bookable,
	type: Type,
	after: Temporal.PlainYearMonth,
	own: VisitorsBooking,
): Promise<FreeMonth | undefined> {
	const { artist, ctx } = bookable;
	const zone = artist.timezone;
	if (artist.workingHours.length === 0) return undefined;
	const { end: lastBookable } = bookableStarts(bookingRulesOf(type.row), ctx.now);
	let month = after.add({ months: 1 });
	for (const count of monthsOfReads) {
		const months = Array.from({ length: count }, (_, n) => month.add({ months: n }));
		month = month.add({ months: count });
		const { start } = spanOfMonth(months[0] ?? month, zone);
		const { start: end } = spanOfMonth(month, zone);
		if (start >= lastBookable) return undefined;
		const find = await readFreeTimes(bookable, type, { start, end: Math.min(end, lastBookable) }, own);
		const free = await runYielding(firstFreeIn(months, zone, find));
		if (free) return free;
	}
	return undefined;
}

function* firstFreeIn(
	months: Temporal.PlainYearMonth[],
	zone: string,
	find: FindFreeTimes,
): Generator<void, FreeMonth | undefined> {
	for (const month of months) {
		const span = spanOfMonth(month, zone);
		const [first] = find(span, 1);
		if (first) return { month, first, found: () => find(span) };
		yield;
	}
	return undefined;
}

/** The free times that start in a part of the range that was read. */
type FindFreeTimes = (part: Span, limit?: number) => Span[];

async function readFreeTimes(
	{ ctx, artist }: Bookable,
	type: Type,
	range: Span,
	{ visitor, appointmentId, durationMs = type.row.durationMinutes * minuteMs }: VisitorsBooking,
): Promise<FindFreeTimes> {
	if (range.end <= ctx.now) return () => [];
	const context = await readBookingContext(ctx, {
		visitor,
		...(appointmentId === undefined ? {} : { appointmentId }),
		artistId: artist.id,
		from: Math.max(range.start, ctx.now),
		to: range.end + longestAppointmentMs,
	});
	const calendar = calendarOf(artist, context);
	const rules = bookingRulesOf(type.row);
	return (part, limit) =>
		freeSlots({
			calendar,
			rules,
			durationMs,
			now: ctx.now,
			range: { start: Math.max(part.start, ctx.now), end: Math.min(part.end, range.end) },
			...(limit === undefined ? {} : { limit }),
		});
}
