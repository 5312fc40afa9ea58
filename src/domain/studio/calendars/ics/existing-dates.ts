import type ICAL from "ical.js";
import { dayMs } from "../../../../platform/lib/time.ts";
import type { Moment } from "./moment.ts";

/**
 * Writes the month and the day of the start into a rule that leaves them to it. The library would go from 29 February to
 * 1 March in a year without that day, and stay there.
 */
export function nameDay({ freq, parts }: ICAL.Recur, { wall }: Pick<Moment, "wall">): void {
	const date = new Date(wall);
	if (date.getUTCDate() < 29 || (freq !== "YEARLY" && freq !== "MONTHLY")) return;
	if (parts.BYDAY || parts.BYMONTHDAY || parts.BYYEARDAY || parts.BYWEEKNO) return;
	if (freq === "YEARLY" && !parts.BYMONTH) parts.BYMONTH = [date.getUTCMonth() + 1];
	parts.BYMONTHDAY = [date.getUTCDate()];
}

export const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/**
 * Whether a date that the library found is one of the rule. The library makes 2 March of 30 February, which the rule
 * leaves out (RFC 5545, 3.3.10), and it adds days at the ends of months when a rule has several hours.
 */
export function existsIn({ parts }: ICAL.Recur, wall: number): boolean {
	const date = new Date(wall);
	const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
	const { BYMONTH, BYMONTHDAY, BYDAY } = parts;
	if (BYMONTH && !BYMONTH.includes(month)) return false;
	const weekday = weekdays[date.getUTCDay()] ?? "";
	if (BYDAY && !BYDAY.some((one) => String(one).toUpperCase().endsWith(weekday))) return false;
	if (!BYMONTHDAY) return true;
	const daysInMonth = Math.round(
		(Date.UTC(date.getUTCFullYear(), month, 1) - Date.UTC(date.getUTCFullYear(), month - 1, 1)) / dayMs,
	);
	return BYMONTHDAY.some((one) => one === day || one === day - daysInMonth - 1);
}
