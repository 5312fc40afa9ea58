import { dayMs, minuteMs } from "../lib/time.ts";
import type { Span } from "./spans.ts";
import { localDay, openings, type WorkingHours, zoned } from "./working-time.ts";

export interface Booked extends Span {
	bufferBeforeMs: number;
	bufferAfterMs: number;
}

export interface Calendar {
	timezone: string;
	workingHours: WorkingHours[];
	maxAppointmentsPerDay: number | null;
	appointments: Booked[];
	/** Times that visitors of the booking page hold while they fill in the form. */
	holds: Booked[];
	timeBlocks: Span[];
	externalBusy: Span[];
}

/** The rules of an event type. An appointment without one (null) only must not overlap another appointment. */
export interface BookingRules {
	bufferBeforeMs: number;
	bufferAfterMs: number;
	minimumNoticeMs: number | null;
	bookingWindowMs: number | null;
}

export const failureCodes = [
	"appointment_conflict",
	"held",
	"outside_working_hours",
	"max_appointments_per_day",
	"time_block",
	"external_calendar_busy",
	"minimum_notice",
	"beyond_booking_window",
] as const;

type FailureCode = (typeof failureCodes)[number];

export interface Failure {
	code: FailureCode;
	message: string;
}

type Messages = Partial<Record<FailureCode, string>>;

export function failuresOf(span: Span, calendar: Calendar, rules: BookingRules | null, now: number): Failure[] {
	const messages = {
		...obstaclesMet(span, calendar, rules),
		...(rules && hoursExceeded(span, calendar)),
		...(rules && limitsExceeded(span.start, calendar, rules, now)),
	};
	return failureCodes.flatMap((code) => {
		const message = messages[code];
		return message ? [{ code, message: `${message} (${calendar.timezone}).` }] : [];
	});
}

export interface Search {
	calendar: Calendar;
	rules: BookingRules | null;
	durationMs: number;
	/** The slots start in this range. */
	range: Span;
	now: number;
	/** The search ends after this many slots. If absent, it finds all. */
	limit?: number;
}

const gridMs = 15 * minuteMs;

/** The times of this length without a failure, every 15 minutes from each opening (contract: Availability 2). */
export function freeSlots(search: Search): Span[] {
	const { calendar, rules, durationMs, range, now, limit } = search;
	const earliest = Math.max(range.start, earliestStart(rules, now));
	const latest = latestStart(rules, now);
	const isBlocked = blockedInOrder(calendar, rules);
	const isDayFull = dayFullInOrder(calendar, rules);
	const slots: Span[] = [];
	for (const opening of openingsFor(search)) {
		const steps = Math.max(0, Math.ceil((earliest - opening.start) / gridMs));
		for (let start = opening.start + steps * gridMs; start + durationMs <= opening.end; start += gridMs) {
			if (start >= range.end || start > latest || slots.length === limit) return slots;
			const slot = { start, end: start + durationMs };
			if (!isBlocked(slot) && !isDayFull(start)) slots.push(slot);
		}
	}
	return slots;
}

/** Without rules there are no working hours: the whole range is open from its first quarter of an hour in UTC. */
function openingsFor({ calendar, rules, durationMs, range }: Search): Span[] {
	const end = range.end + durationMs;
	if (!rules) return [{ start: Math.ceil(range.start / gridMs) * gridMs, end }];
	return openings(calendar.workingHours, calendar.timezone, { start: range.start - longestOpeningMs, end });
}

/**
 * How far before the range the search looks for the start of an opening. An opening that ends lasts at most two weeks: a
 * clock change can remove the only gap of one week, but not the gap of the next week, too. The slots of an opening that
 * never ends are counted from a midnight before the range.
 */
const longestOpeningMs = 15 * dayMs;

interface Obstacle {
	code: FailureCode;
	taken: Span;
	/** `taken` with the buffers around it. A new appointment must not overlap this, but its own buffers may. */
	withBuffers: Span;
}

/**
 * Buffers keep other appointments and busy times away (contract: Availability 6, Availability 8). A time block
 * has no buffers: the artist chose its ends with the breaks in mind (contract: Availability 7).
 */
function obstaclesOf(
	{ appointments, holds, timeBlocks, externalBusy }: Calendar,
	rules: BookingRules | null,
): Obstacle[] {
	const booked = [
		...appointments.map((other) => ({ code: "appointment_conflict", other }) as const),
		...holds.map((other) => ({ code: "held", other }) as const),
	];
	const obstacle = (code: FailureCode, taken: Span, beforeMs = 0, afterMs = 0): Obstacle => ({
		code,
		taken,
		withBuffers: { start: taken.start - beforeMs, end: taken.end + afterMs },
	});
	if (!rules) return booked.map(({ code, other }) => obstacle(code, other));
	const { bufferBeforeMs: before, bufferAfterMs: after } = rules;
	return [
		...booked.map(({ code, other }) =>
			obstacle(code, other, other.bufferBeforeMs + after, other.bufferAfterMs + before),
		),
		...timeBlocks.map((block) => obstacle("time_block", block)),
		...externalBusy.map((busy) => obstacle("external_calendar_busy", busy, after, before)),
	];
}

const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end;

/** Tells whether an obstacle blocks a span. The caller must ask in order of time, with spans of one length. */
function blockedInOrder(calendar: Calendar, rules: BookingRules | null): (span: Span) => boolean {
	const blocked = obstaclesOf(calendar, rules).map((obstacle) => obstacle.withBuffers);
	blocked.sort((a, b) => a.start - b.start);
	let next = 0;
	let blockedUntil = Number.NEGATIVE_INFINITY;
	return (span) => {
		for (let other = blocked[next]; other && other.start < span.end; other = blocked[++next])
			blockedUntil = Math.max(blockedUntil, other.end);
		return span.start < blockedUntil;
	};
}

/** Tells whether the local day of a start has reached the daily cap (contract: Availability 9). The caller must ask in order of time. */
function dayFullInOrder(calendar: Calendar, rules: BookingRules | null): (start: number) => boolean {
	if (!rules || calendar.maxAppointmentsPerDay === null) return () => false;
	const max = calendar.maxAppointmentsPerDay;
	let day = { start: 0, end: Number.NEGATIVE_INFINITY };
	let full = false;
	return (start) => {
		if (start >= day.end) {
			day = localDay(start, calendar.timezone);
			full = countOn(day, calendar.appointments) + countOn(day, calendar.holds) >= max;
		}
		return full;
	};
}

const countOn = (day: Span, booked: Booked[]) =>
	booked.filter((other) => day.start <= other.start && other.start < day.end).length;

export const bookableStarts = (rules: BookingRules | null, now: number): Span => ({
	start: earliestStart(rules, now),
	end: latestStart(rules, now) + 1,
});

const earliestStart = (rules: BookingRules | null, now: number) =>
	rules?.minimumNoticeMs == null ? Number.NEGATIVE_INFINITY : now + rules.minimumNoticeMs;

const latestStart = (rules: BookingRules | null, now: number) =>
	rules?.bookingWindowMs == null ? Number.POSITIVE_INFINITY : now + rules.bookingWindowMs;

function obstaclesMet(span: Span, calendar: Calendar, rules: BookingRules | null): Messages {
	const words: Messages = {
		appointment_conflict: "The artist has another appointment",
		held: "Somebody is about to book the time",
		time_block: "The artist has blocked the time",
		external_calendar_busy: "The artist's external calendar is busy",
	};
	const met: Messages = {};
	const obstacles = obstaclesOf(calendar, rules).filter((obstacle) => overlap(span, obstacle.withBuffers));
	for (const { code, taken } of obstacles.sort((a, b) => a.taken.start - b.taken.start)) {
		const tooNear = overlap(span, taken) ? "" : ", and the buffer in between is too short";
		met[code] ??= `${words[code]} ${fromTo(taken, calendar)}${tooNear}`;
	}
	return met;
}

function hoursExceeded(span: Span, calendar: Calendar): Messages {
	const open = openings(calendar.workingHours, calendar.timezone, span);
	if (open.some((opening) => opening.start <= span.start && span.end <= opening.end)) return {};
	return { outside_working_hours: `The artist does not work the whole time ${fromTo(span, calendar)}` };
}

function limitsExceeded(start: number, calendar: Calendar, rules: BookingRules, now: number): Messages {
	const exceeded: Messages = {};
	const { maxAppointmentsPerDay: max, timezone } = calendar;
	if (max !== null) {
		const day = localDay(start, timezone);
		const [count, held] = [countOn(day, calendar.appointments), countOn(day, calendar.holds)];
		const andHeld = held > 0 ? `, and ${held} more that somebody is about to book` : "";
		if (count + held >= max)
			exceeded.max_appointments_per_day = `The artist takes at most ${max} appointments a day, and ${zoned(start, timezone).toPlainDate()} has ${count}${andHeld}`;
	}
	const earliest = earliestStart(rules, now);
	if (start < earliest)
		// Rounded up to a minute that can be booked.
		exceeded.minimum_notice = `The earliest start that can be booked now is ${wallTime(Math.ceil(earliest / minuteMs) * minuteMs, timezone)}`;
	const latest = latestStart(rules, now);
	if (start > latest)
		exceeded.beyond_booking_window = `The latest start that can be booked now is ${wallTime(latest, timezone)}`;
	return exceeded;
}

const wallTime = (instant: number, timezone: string) => {
	const wall = zoned(instant, timezone);
	return `${wall.toPlainDate()} ${wall.toPlainTime().toString({ smallestUnit: "minute" })}`;
};

const fromTo = ({ start, end }: Span, { timezone }: Calendar) =>
	`from ${wallTime(start, timezone)} to ${wallTime(end, timezone)}`;
