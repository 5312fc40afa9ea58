import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type BookingRules,
	type Calendar,
	failuresOf,
	freeSlots,
} from "../../src/platform/booking-rules/availability.ts";
import type { Span } from "../../src/platform/booking-rules/spans.ts";
import { suggest } from "../../src/platform/booking-rules/suggestions.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const monday = Date.parse("2026-03-02T00:00Z");

const everyDay = (start: string, end: string) => [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start, end }));
const calendar: Calendar = {
	timezone: "UTC",
	workingHours: everyDay("09:00", "17:00"),
	maxAppointmentsPerDay: null,
	appointments: [],
	holds: [],
	timeBlocks: [],
	externalBusy: [],
};
const freely: BookingRules = { bufferBeforeMs: 0, bufferAfterMs: 0, minimumNoticeMs: null, bookingWindowMs: null };
const range = { start: monday - 2 * day, end: monday + 2 * day };

/** A time on the Monday, from one hour of the day to another. */
const time = (start: number, end: number): Span => ({ start: monday + start * hour, end: monday + end * hour });
const booked = (start: number, end: number) => ({ ...time(start, end), bufferBeforeMs: 0, bufferAfterMs: 0 });
const suggested = (span: Span, changes: Partial<Parameters<typeof suggest>[0]> = {}) =>
	suggest({ span, calendar, rules: freely, now: monday, range, ...changes });
const busy = { ...calendar, appointments: [booked(12, 13)] };

describe("the suggestions", () => {
	test("are the three nearest free starts, in order of time, of the same length", () => {
		expect(suggested(time(12.25, 13.25), { calendar: busy })).toEqual([time(11, 12), time(13, 14), time(13.25, 14.25)]);
		expect(suggested(time(12, 13.5), { calendar: busy })).toEqual([time(10.5, 12), time(13, 14.5), time(13.25, 14.75)]);
	});

	test("are the earlier of two equally near", () => {
		const other = { ...calendar, appointments: [booked(11.5, 12.5)] };
		expect(suggested(time(11.5, 12), { calendar: other })).toEqual([
			time(10.5, 11),
			time(10.75, 11.25),
			time(11, 11.5),
		]);
	});

	test("come from other days where the day is full", () => {
		const full = { ...calendar, maxAppointmentsPerDay: 1, appointments: [booked(12, 13)] };
		expect(suggested(time(10, 11), { calendar: full })).toEqual([time(-8.5, -7.5), time(-8.25, -7.25), time(-8, -7)]);
	});

	test("keep to the event type's notice", () => {
		const rules = { ...freely, minimumNoticeMs: 14 * hour };
		expect(suggested(time(10, 11), { rules })).toEqual([time(14, 15), time(14.25, 15.25), time(14.5, 15.5)]);
	});

	test("begin within the range", () => {
		expect(suggested(time(12, 13), { calendar: busy, range: time(13.5, 14) })).toEqual([
			time(13.5, 14.5),
			time(13.75, 14.75),
		]);
	});

	test("are none where nothing is free", () => {
		expect(suggested(time(12, 13), { calendar: { ...calendar, workingHours: [] } })).toEqual([]);
		expect(suggested(time(9, 18))).toEqual([]);
	});

	test("without event type are quarters of the hour in UTC, whatever the working hours", () => {
		const closed = { ...busy, timezone: "Asia/Kathmandu", workingHours: [], timeBlocks: [time(0, 24)] };
		const span = { start: monday + 12.5 * hour + 1, end: monday + 13 * hour + 1 };
		expect(suggested(span, { calendar: closed, rules: null })).toEqual([
			time(13, 13.5),
			time(13.25, 13.75),
			time(13.5, 14),
		]);
	});
});

const spans = fc
	.record({ start: fc.integer({ min: -36 * 60, max: 36 * 60 }), length: fc.integer({ min: 1, max: 300 }) })
	.map(({ start, length }) => ({ start: monday + start * minute, end: monday + (start + length) * minute }));
const buffers = fc.record({
	bufferBeforeMs: fc.integer({ min: 0, max: hour }),
	bufferAfterMs: fc.integer({ min: 0, max: hour }),
});
const limit = fc.option(fc.integer({ min: 0, max: 2 * day }));
const refused = fc.record({
	span: spans,
	calendar: fc.record({
		timezone: fc.constantFrom("Europe/Berlin", "Asia/Kathmandu", "America/New_York"),
		workingHours: fc.constantFrom(everyDay("09:00", "17:00"), everyDay("00:00", "24:00"), everyDay("20:07", "23:59")),
		maxAppointmentsPerDay: fc.option(fc.integer({ min: 1, max: 4 })),
		appointments: fc.array(
			fc.tuple(spans, buffers).map(([span, buffer]) => ({ ...span, ...buffer })),
			{ maxLength: 12 },
		),
		holds: fc.array(
			fc.tuple(spans, buffers).map(([span, buffer]) => ({ ...span, ...buffer })),
			{ maxLength: 3 },
		),
		timeBlocks: fc.array(spans, { maxLength: 4 }),
		externalBusy: fc.array(spans, { maxLength: 12 }),
	}),
	rules: fc.option(
		fc
			.record({ buffers, minimumNoticeMs: limit, bookingWindowMs: limit })
			.map(({ buffers, ...limits }) => ({ ...buffers, ...limits })),
	),
	now: fc.integer({ min: monday - 2 * day, max: monday + day }),
	range: fc.constant(range),
});

describe("whatever the calendar", () => {
	test("every suggestion is free, of the length asked for, within the range, and there are three at most, in order", () => {
		fc.assert(
			fc.property(refused, (asked) => {
				const found = suggest(asked);
				expect(found.length).toBeLessThanOrEqual(3);
				for (const [n, slot] of found.entries()) {
					expect(failuresOf(slot, asked.calendar, asked.rules, asked.now)).toEqual([]);
					expect(slot.end - slot.start).toBe(asked.span.end - asked.span.start);
					expect(range.start <= slot.start && slot.start < range.end).toBe(true);
					expect(slot.start).toBeGreaterThan(found[n - 1]?.start ?? Number.NEGATIVE_INFINITY);
				}
			}),
			{ numRuns: 300 },
		);
	});

	test("no free slot that is left out is nearer than a suggestion", () => {
		fc.assert(
			fc.property(refused, (asked) => {
				const found = suggest(asked);
				const { span, ...rest } = asked;
				const all = freeSlots({ ...rest, durationMs: span.end - span.start });
				const distance = (slot: Span) => Math.abs(slot.start - span.start);
				const chosen = new Set(found.map(({ start }) => start));
				const others = all.filter(({ start }) => !chosen.has(start));
				expect(found.length).toBe(Math.min(3, all.length));
				for (const other of others)
					for (const slot of found)
						if (distance(other) < distance(slot) || (distance(other) === distance(slot) && other.start < slot.start))
							expect.fail(`${new Date(other.start).toISOString()} is nearer`);
			}),
			{ numRuns: 300 },
		);
	});
});
