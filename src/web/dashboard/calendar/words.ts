import type { Day } from "../../../domain/booking/calendar/days.ts";
import type { CalendarAppointment } from "../../../domain/booking/calendar/read-calendar.ts";
import { zoned } from "../../../platform/booking-rules/working-time.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { dateFormat } from "../../ui/date-format.ts";
import { depositMark } from "../deposits/words.ts";
import { type DayEntry, wallAt } from "./geometry.ts";

/** A time of day, such as `02:30`. The second one of a repeated hour is `02:30 again`. */
export function clockTime(instant: number, timezone: string): string {
	const wall = zoned(instant, timezone);
	const text = wall.toPlainTime().toString({ smallestUnit: "minute" });
	const first = wall.toPlainDateTime().toZonedDateTime(timezone, { disambiguation: "earlier" });
	return first.epochMilliseconds < instant - (instant % minuteMs) && first.offset !== wall.offset
		? `${text} again`
		: text;
}

/** The same for an instant of the day. It needs no rules of time zones. */
export function timeOn(day: Day, instant: number): string {
	const { minutes, isRepeated } = wallAt(day, instant);
	return `${wallText(minutes)}${isRepeated ? " again" : ""}`;
}

export const wallText = (minutes: number): string =>
	[Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** The times of an entry of a day, such as `10:00–18:00` or `until 02:00`. */
export function timesOf({ span, startsEarlier, endsLater }: Omit<DayEntry<unknown>, "of">, day: Day): string {
	if (span.start === day.span.start && span.end === day.span.end) return "all day";
	const end = span.end === day.span.end ? "24:00" : timeOn(day, span.end);
	if (startsEarlier) return `until ${end}`;
	const start = timeOn(day, span.start);
	if (endsLater) return `from ${start}`;
	return `${start}–${end}`;
}

const dayFormat = dateFormat({ weekday: "short", day: "numeric", month: "short" });
const longFormat = dateFormat({ day: "numeric", month: "long", year: "numeric" });
const weekdayFormat = dateFormat({ weekday: "long" });

const midnightOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Such as `Mon, 23 Nov`. */
export const dayName = (date: string): string => dayFormat().format(midnightOf(date));

/** Such as `Monday, 23 November 2026`. */
export const longDay = (date: string): string =>
	`${weekdayFormat().format(midnightOf(date))}, ${longFormat().format(midnightOf(date))}`;

/** Such as `23–29 November 2026`. */
export const weekName = (first: string, last: string): string =>
	longFormat().formatRange(midnightOf(first), midnightOf(last));

/** A date and a time in a zone, such as `Monday, 23 November 2026, 10:00`. */
export const dayAndTime = (instant: number, timezone: string): string =>
	`${longDay(zoned(instant, timezone).toPlainDate().toString())}, ${clockTime(instant, timezone)}`;

/** A sentence about the change of the clock on a day. */
export function changeWords({ change, span }: Day): string | undefined {
	if (!change) return undefined;
	const hours = (span.end - span.start) / (60 * minuteMs);
	const amount = Math.abs(change.minutes) === 60 ? "an hour" : `${Math.abs(change.minutes)} minutes`;
	return `The clock is set ${change.minutes > 0 ? "forward" : "back"} by ${amount}: the day has ${hours} hours.`;
}

export const zoneName = (timezone: string): string => timezone.replaceAll("_", " ");

/** The state of a deposit that the studio must not forget, such as `Deposit not paid`. */
export const depositWords = (
	{ deposit, depositDueAt, status }: Pick<CalendarAppointment, "deposit" | "depositDueAt" | "status">,
	now: number,
): string | undefined => {
	const mark = deposit && depositMark({ status: deposit, due_at: depositDueAt ?? 0 }, status, now);
	return mark ? `Deposit ${mark.text.toLowerCase()}` : undefined;
};
