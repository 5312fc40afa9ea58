import ICAL from "ical.js";
import { dayMs, hourMs, minuteMs, secondMs } from "../../../../platform/lib/time.ts";
import { existsIn, nameDay } from "./existing-dates.ts";
import { UnreadableCalendar } from "./ics-text.ts";
import { type Moment, wallOf } from "./moment.ts";
import { chosenDates, setsOf } from "./set-positions.ts";

/** The steps that a calendar may take in all: rules, dates, instances, time zones. A step takes about 10 µs of CPU. */
export class Budget {
	private left: number;
	private yieldsAt: number;
	private readonly parent: Budget | undefined;

	constructor(steps = 28_000, parent?: Budget) {
		this.left = steps;
		this.yieldsAt = steps - stepsBetweenYields;
		this.parent = parent;
	}

	/** A limit for a part of the calendar during which no other request can run. */
	part(steps: number): Budget {
		return new Budget(steps, this);
	}

	spend(steps: number): void {
		this.parent?.spend(steps);
		this.left -= steps;
		if (!(this.left >= 0)) throw new UnreadableCalendar("The calendar's recurrences and dates are too many to follow.");
	}

	/** Whether the caller should yield, so that other requests can run. */
	shouldYield(): boolean {
		if (this.left > this.yieldsAt) return false;
		this.yieldsAt = this.left - stepsBetweenYields;
		return true;
	}
}

const stepsBetweenYields = 100;
/** From one date to the next no other request can run. A rule with an hour may have to search a whole year. */
const maxSearchSteps = 10_000;

/** The library's iterator may search for the next occurrence for ever. This one counts every step. */
class BoundedIterator extends ICAL.RecurIterator {
	// The parent's constructor calls `fromData`, which sets these fields. Without `declare` they would be emptied after
	// it.
	declare private budget: Budget;
	declare private searched: number;

	override fromData(options: { rule: ICAL.Recur; dtstart: ICAL.Time; budget: Budget }): void {
		this.budget = options.budget;
		this.searched = 0;
		// The library sorts the weekdays in quadratic time.
		this.spend(1 + valuesOf(options.rule, "BYDAY") ** 2 / 20);
		super.fromData(options as never);
	}

	private spend(steps: number): void {
		this.budget.spend(steps);
		this.searched += steps;
		if (this.searched > maxSearchSteps)
			throw new UnreadableCalendar("A recurrence of the calendar has no date in reach.");
	}

	override next(again?: boolean): ICAL.Time {
		if (!again) this.searched = 0;
		return super.next(again);
	}

	/** Also true past the end of the rule. Otherwise the library would search for ever if no date fulfils the rule. */
	override check_contracting_rules(): boolean {
		this.spend(1);
		return super.check_contracting_rules() || this.last.compare(this.rule.until as ICAL.Time) > 0;
	}

	override is_day_in_byday(day: ICAL.Time): 0 | 1 {
		this.spend(valuesOf(this.rule, "BYDAY") / 10);
		return super.is_day_in_byday(day);
	}

	override expand_year_days(year: number): number {
		const days = valuesOf(this.rule, "BYDAY") + valuesOf(this.rule, "BYMONTHDAY") + valuesOf(this.rule, "BYYEARDAY");
		this.spend(1 + (days * Math.max(1, valuesOf(this.rule, "BYMONTH"))) / 10);
		return super.expand_year_days(year);
	}

	override increment_month(): void {
		this.spend(1 + (valuesOf(this.rule, "BYDAY") * valuesOf(this.rule, "BYMONTHDAY")) / 10);
		super.increment_month();
	}

	override increment_monthday(days: number): void {
		this.spend(Math.ceil(days / 10));
		super.increment_monthday(days);
	}

	/** The library reads only one digit of the number in `20MO`, so this reads the number itself. */
	override ruleDayOfWeek(day: string, weekStart?: number): number[] {
		const [, weekday = 0] = super.ruleDayOfWeek(day as never, weekStart as never);
		return [Number.parseInt(day, 10) || 0, weekday];
	}
}

const valuesOf = ({ parts }: ICAL.Recur, part: keyof ICAL.Recur["parts"]): number => parts[part]?.length ?? 0;

const units: Partial<Record<ICAL.Recur["freq"], number>> = {
	SECONDLY: secondMs,
	MINUTELY: minuteMs,
	HOURLY: hourMs,
	DAILY: dayMs,
	WEEKLY: 7 * dayMs,
};

/**
 * The wall times after `start` at which a rule lets an event with this start begin. Some of those before `from` may be missing.
 * None is after `until`.
 */
export function* occurrences(
	rule: ICAL.Recur,
	start: Moment,
	{ from, until }: { from: number; until: number },
	budget: Budget,
): Generator<number> {
	const end = Math.min(until, rule.until ? lastWall(rule.until, start) : until);
	const { count } = rule;
	// The library counts dates that do not exist, so they are counted here.
	rule.count = null;
	const positions = rule.parts.BYSETPOS;
	const set = positions && setsOf(rule, start);
	const dates = set
		? chosenDates(walls(rule, set.start, { from: count ? set.start.wall : from, until: end + set.longestMs }, budget), {
				positions,
				periodOf: set.periodOf,
			})
		: walls(rule, start, { from: count ? start.wall : from, until: end }, budget);
	// The start counts as the first one, whether it is a date of the rule or not (RFC 5545, 3.3.10).
	let counted = 1;
	for (const wall of dates) {
		if (wall <= start.wall) continue;
		if (wall > end || (count && ++counted > count)) return;
		yield wall;
	}
}

/** The dates of a rule without regard to its count and its set positions. */
function* walls(
	rule: ICAL.Recur,
	start: Moment,
	{ from, until }: { from: number; until: number },
	budget: Budget,
): Generator<number> {
	const unit = units[rule.freq];
	const period = unit ? unit * rule.interval : null;
	// Whole periods before `from` are skipped, so that the years since the start cost no steps.
	const first = period && from > start.wall ? from - ((from - start.wall) % period) : start.wall;
	if (first > until) return;
	nameDay(rule, start);
	rule.until = timeOf({ ...start, wall: until });
	sortRuleParts(rule);
	const dtstart = timeOf({ ...start, wall: first });
	const iterator = new BoundedIterator({ rule, dtstart, budget } as never);
	for (let next = iterator.next(); next; next = iterator.next()) {
		const wall = wallOf(next);
		if (existsIn(rule, wall)) yield wall;
	}
}

/** The last wall time at which the rule lets an event begin. An end that is a date includes the whole day. */
function lastWall(until: ICAL.Time, { isDate, clock }: Moment): number {
	const wall = wallOf(until);
	if (until.isDate) return isDate ? wall : wall + dayMs - secondMs;
	return until.zone === ICAL.Timezone.utcTimezone && !isDate ? clock.toWall(wall) : wall;
}

/** The iterator takes the values of a part in the order of the file. Without this sorting it could go back in time. */
function sortRuleParts(rule: ICAL.Recur): void {
	for (const part of ["BYSECOND", "BYMINUTE", "BYHOUR", "BYMONTH"] as const)
		rule.parts[part]?.sort((a: number, b: number) => a - b);
}

/** The time has no zone, so that the iterator calculates with wall times alone. */
function timeOf({ wall, isDate }: Moment): ICAL.Time {
	const date = new Date(wall);
	const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), isDate };
	if (isDate) return ICAL.Time.fromData(day);
	const time = { hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() };
	return ICAL.Time.fromData({ ...day, ...time });
}
