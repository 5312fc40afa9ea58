import ICAL from "ical.js";
import type { Span } from "../../../../platform/booking-rules/spans.ts";
import { mergeSpans, splitByDay } from "../../../../platform/booking-rules/spans.ts";
import { dayMs } from "../../../../platform/lib/time.ts";
import { parseCalendars, UnreadableCalendar } from "./ics-text.ts";
import { type FileTime, fileTimeOf, type Moment, timesIn } from "./moment.ts";
import { Budget, occurrences } from "./recurrence.ts";
import { clocksOf, ianaClock, utc } from "./wall-clock.ts";

const maxInstances = 20_000;

/** The cost of a date or an instance: little, but a file can have many. */
const momentSteps = 0.3;

/** No zone is this far from UTC. A wall time further outside the window cannot touch it. */
const marginMs = 2 * dayMs;

/** Days on the wall clock, then exact time (RFC 5545, 3.8.5.3). */
interface Length {
	days: number;
	ms: number;
}

/**
 * The times are sorted, merged, and none is longer than 24 hours. The generator yields where other requests may run.
 */
export function* busyTimes(text: string, window: Span, timezone: string): Generator<void, Span[]> {
	try {
		return [...splitByDay(mergeSpans(yield* busySpans(text, window, timezone)))];
	} catch (error) {
		if (error instanceof UnreadableCalendar) throw error;
		throw new UnreadableCalendar("The calendar has a time or a recurrence that cannot be read.", { cause: error });
	}
}

function* busySpans(text: string, window: Span, timezone: string): Generator<void, Span[]> {
	const calendars = yield* parseCalendars(text);
	const budget = new Budget();
	const artistClock = ianaClock(timezone, budget) ?? utc;
	const range = { from: window.start - marginMs, until: window.end + marginMs };
	const clockOf = clocksOf(calendars, artistClock, range.until, budget);
	const spans: Span[] = [];

	const momentOf = (property: ICAL.Property, { wall, isDate, isUtc }: FileTime): Moment => {
		budget.spend(momentSteps);
		const tzid = property.getParameter("tzid");
		const zoned = () => (typeof tzid === "string" ? clockOf(tzid) : artistClock);
		return { wall, isDate, clock: isDate ? artistClock : isUtc ? utc : zoned() };
	};
	const timesOf = function* (component: ICAL.Component, name: string): Generator<void, Moment[]> {
		const moments: Moment[] = [];
		for (const property of component.getAllProperties(name))
			for (const time of timesIn(property)) {
				moments.push(momentOf(property, time));
				if (budget.shouldYield()) yield;
			}
		return moments;
	};

	const add = (start: number, end: number): void => {
		const span = { start: Math.max(start, window.start), end: Math.min(end, window.end) };
		if (span.start >= span.end) return;
		if (spans.push(span) > maxInstances)
			throw new UnreadableCalendar(`The calendar has more than ${maxInstances} busy times.`);
	};
	const addInstance = ({ wall, clock }: Moment, { days, ms }: Length): void => {
		budget.spend(momentSteps);
		if (wall > range.until || wall + days * dayMs + ms < range.from) return;
		add(clock.toInstant(wall), clock.toInstant(wall + days * dayMs) + ms);
	};

	const addEvent = function* (event: ICAL.Component, replaced: Set<Key>): Generator<void> {
		const [start] = yield* timesOf(event, "dtstart");
		if (!start || isFree(event)) return;
		const length = lengthOf(event, start, (yield* timesOf(event, "dtend"))[0]);
		if (event.hasProperty("recurrence-id")) {
			addInstance(start, length);
			return;
		}
		const excluded = new Set<Key>();
		for (const moment of yield* timesOf(event, "exdate")) {
			for (const key of exceptionKeys(moment)) excluded.add(key);
			if (budget.shouldYield()) yield;
		}
		const addUnlessExcluded = (instance: Moment, instanceLength = length): void => {
			if (excluded.size + replaced.size > 0)
				for (const key of instanceKeys(instance)) if (excluded.has(key) || replaced.has(key)) return;
			addInstance(instance, instanceLength);
		};
		addUnlessExcluded(start);
		const touching = { from: range.from - length.days * dayMs - length.ms, until: range.until };
		for (const property of event.getAllProperties("rrule"))
			for (const wall of occurrences(property.getFirstValue() as ICAL.Recur, start, touching, budget)) {
				if (wall >= touching.from) addUnlessExcluded({ ...start, wall });
				if (budget.shouldYield()) yield;
			}
		for (const moment of yield* timesOf(event, "rdate")) {
			addUnlessExcluded(moment);
			if (budget.shouldYield()) yield;
		}
		for (const [moment, periodLength] of periodsOf(event, "rdate", momentOf)) {
			addUnlessExcluded(moment, periodLength);
			if (budget.shouldYield()) yield;
		}
	};

	for (const calendar of calendars) {
		const events = calendar.getAllSubcomponents("vevent");
		const replaced = new Map<string, Set<Key>>();
		for (const event of events)
			for (const moment of yield* timesOf(event, "recurrence-id")) {
				const keys = replaced.get(uidOf(event)) ?? new Set();
				for (const key of exceptionKeys(moment)) keys.add(key);
				replaced.set(uidOf(event), keys);
			}
		for (const event of events) {
			yield* addEvent(event, replaced.get(uidOf(event)) ?? new Set());
			if (budget.shouldYield()) yield;
		}
		for (const list of calendar.getAllSubcomponents("vfreebusy"))
			for (const [moment, length] of periodsOf(list, "freebusy", momentOf)) {
				addInstance(moment, length);
				if (budget.shouldYield()) yield;
			}
	}
	return spans;
}

const uidOf = (event: ICAL.Component): string => String(event.getFirstPropertyValue("uid") ?? "");

const wordOf = (event: ICAL.Component, name: string): string =>
	String(event.getFirstPropertyValue(name) ?? "").toUpperCase();

const isFree = (event: ICAL.Component): boolean =>
	wordOf(event, "transp") === "TRANSPARENT" || wordOf(event, "status") === "CANCELLED";

type Key = string | number;

const dayOf = (kind: "date" | "time", { wall }: Moment): Key => `${kind} ${Math.floor(wall / dayMs)}`;

/** The keys of a moment that excludes or replaces an instance (EXDATE, RECURRENCE-ID). */
const exceptionKeys = (moment: Moment): Key[] =>
	moment.isDate ? [dayOf("date", moment)] : [moment.clock.toInstant(moment.wall), dayOf("time", moment)];

/** The exception keys that match an instance: its instant, and its day if the instance or the exception is a date. */
const instanceKeys = (instance: Moment): Key[] =>
	instance.isDate
		? [dayOf("date", instance), dayOf("time", instance)]
		: [instance.clock.toInstant(instance.wall), dayOf("date", instance)];

function lengthOf(event: ICAL.Component, start: Moment, end: Moment | undefined): Length {
	if (end) {
		if (start.isDate && end.isDate) return { days: Math.round((end.wall - start.wall) / dayMs), ms: 0 };
		return { days: 0, ms: end.clock.toInstant(end.wall) - start.clock.toInstant(start.wall) };
	}
	const duration = event.getFirstPropertyValue("duration");
	if (duration instanceof ICAL.Duration) return lengthOfDuration(duration);
	return { days: start.isDate ? 1 : 0, ms: 0 };
}

function lengthOfDuration({ isNegative, weeks, days, hours, minutes, seconds }: ICAL.Duration): Length {
	if (isNegative) return { days: 0, ms: 0 };
	return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

function* periodsOf(
	component: ICAL.Component,
	name: string,
	momentOf: (property: ICAL.Property, time: FileTime) => Moment,
): Generator<[Moment, Length]> {
	for (const property of component.getAllProperties(name)) {
		if (String(property.getParameter("fbtype") ?? "").toUpperCase() === "FREE") continue;
		for (const period of property.getValues()) {
			if (!(period instanceof ICAL.Period)) continue;
			const start = momentOf(property, fileTimeOf(period.start));
			if (period.duration) yield [start, lengthOfDuration(period.duration)];
			else yield [start, lengthOf(component, start, momentOf(property, fileTimeOf(period.end)))];
		}
	}
}
