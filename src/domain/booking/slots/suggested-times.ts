import { type BookingRules, bookableStarts, freeSlots } from "../../../platform/booking-rules/availability.ts";
import { mergeSpans, type Span } from "../../../platform/booking-rules/spans.ts";
import { nearestTo, suggest } from "../../../platform/booking-rules/suggestions.ts";
import type { Ctx } from "../../../platform/context.ts";
import { runYielding } from "../../../platform/lib/async/yielding.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import {
	type ArtistRow,
	type BookingContext,
	calendarOf,
	type EventTypeRow,
	readBookingContext,
} from "./booking-context.ts";

export interface WantedSlot {
	artist: ArtistRow;
	eventType: EventTypeRow | undefined;
	rules: BookingRules | null;
	/** The visitor holds the time. The hold keeps the notice that it was taken under (contract: Booking page 6). */
	isNoticeKept?: boolean;
	span: Span;
	/** The id of the appointment, if it exists already. */
	appointmentId?: string;
	/** The visitor of the booking page who wants it. */
	visitor?: string | undefined;
}

/**
 * The search begins near the wanted time, and goes on only while it has fewer times than it suggests: most refusals
 * cost one read, and a calendar that is full for long costs three.
 */
const reaches = [
	{ before: 7 * dayMs, after: 21 * dayMs },
	{ before: 112 * dayMs, after: 112 * dayMs },
	{ before: 112 * dayMs, after: 448 * dayMs },
];

const enough = 3;

interface Suggestions {
	/** At most three, in order of time (contract: Appointments 20). */
	free: Span[];
	around: BookingContext;
}

export async function suggestTimes(ctx: Ctx, slot: WantedSlot): Promise<Suggestions> {
	const [near, ...further] = reaches.map((reach) => rangeOf(slot, reach, ctx.now));
	if (!near) throw new Error("there is no first reach");
	const around = await readRange(ctx, slot, near);
	const { artist, rules, span } = slot;
	let found = suggest({ span, calendar: calendarOf(artist, around), rules, now: ctx.now, range: near });
	let searched = near;
	for (const range of further) {
		const parts = [
			{ start: range.start, end: Math.min(range.end, searched.start) },
			{ start: Math.max(range.start, searched.end), end: range.end },
		].filter(({ start, end }) => start < end);
		const [first, last = first] = parts;
		if (found.length >= enough || isClosed(slot) || !first || !last) break;
		const context = await readRange(ctx, slot, { start: first.start, end: last.end });
		for (const part of parts)
			found = nearestTo(span, [...found, ...(await runYielding(freeIn(ctx, slot, context, part)))]);
		searched = range;
	}
	return { free: found, around };
}

/** An artist without working hours is closed, however far the search goes. */
const isClosed = ({ rules, artist }: WantedSlot): boolean => rules !== null && artist.workingHours.length === 0;

/**
 * A range around the wanted start, or around the nearest start that the notice and the booking window allow. If the wanted
 * time is in the future, the service suggests no past times.
 */
function rangeOf({ span, rules }: WantedSlot, { before, after }: (typeof reaches)[number], now: number): Span {
	const bookable = bookableStarts(rules, now);
	const earliest = span.start >= now ? Math.max(bookable.start, now) : bookable.start;
	const middle = Math.min(Math.max(span.start, earliest), bookable.end - 1);
	return { start: Math.max(middle - before, earliest), end: Math.min(middle + after, bookable.end) };
}

/** The working hours of so many days are worked out at once. Other requests may run in between. */
const stepMs = 31 * dayMs;

/** The search runs from the wanted time on, or back from it, and finds at least the three nearest times. */
function* freeIn({ now }: Ctx, slot: WantedSlot, context: BookingContext, range: Span): Generator<void, Span[]> {
	const { artist, rules, span } = slot;
	const calendar = calendarOf(artist, context);
	const away = rules ? mergeSpans([...calendar.timeBlocks, ...calendar.externalBusy]) : [];
	const isBack = range.end <= span.start;
	let found: Span[] = [];
	for (let rest = range; rest.start < rest.end && found.length < enough; ) {
		const step = isBack
			? { start: Math.max(rest.start, rest.end - stepMs), end: rest.end }
			: { start: rest.start, end: Math.min(rest.start + stepMs, rest.end) };
		const limit = step.start >= span.start ? { limit: enough } : {};
		const search = { calendar, rules, durationMs: span.end - span.start, range: step, now, ...limit };
		if (!away.some(({ start, end }) => start <= step.start && step.end <= end))
			found = nearestTo(span, [...found, ...freeSlots(search)]);
		rest = isBack ? { start: rest.start, end: step.start } : { start: step.end, end: rest.end };
		yield;
	}
	return found;
}

/** The range limits the starts, so the calendar must reach further by the length of the appointment. */
const readRange = (
	ctx: Ctx,
	{ artist, appointmentId, visitor, span }: WantedSlot,
	range: Span,
): Promise<BookingContext> =>
	readBookingContext(ctx, {
		...(appointmentId === undefined ? {} : { appointmentId }),
		visitor,
		artistId: artist.id,
		from: range.start,
		to: range.end + (span.end - span.start),
	});
