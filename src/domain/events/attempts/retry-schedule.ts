import { dayMs, hourMs, minuteMs, secondMs } from "../../../platform/lib/time.ts";

/** The waits between the twelve attempts (contract: Deliveries 8). */
const retryDelaysMs = [
	30 * secondMs,
	minuteMs,
	5 * minuteMs,
	15 * minuteMs,
	30 * minuteMs,
	hourMs,
	2 * hourMs,
	4 * hourMs,
	8 * hourMs,
	12 * hourMs,
	dayMs,
];

/** A receiver's Retry-After can delay the next attempt by at most this (contract: Deliveries 9). */
const maxRetryAfterMs = dayMs;

/** The time at which the attempt after `attempt` is due. Null: it was the last one. */
export function nextAttemptAt(attempt: number, attemptedAt: number, retryAfterAt: number | null): number | null {
	const wait = retryDelaysMs[attempt - 1];
	if (wait === undefined) return null;
	return Math.max(attemptedAt + wait, Math.min(retryAfterAt ?? 0, attemptedAt + maxRetryAfterMs));
}

/** The obsolete forms of a date. Recipients must understand them, too (RFC 9110, 5.6.7). */
const rfc850Date =
	/^((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day), (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}:\d{2}:\d{2}) GMT$/;
const asctimeDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}:\d{2}:\d{2}) (\d{4})$/;

const imfDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

const weekdayLength = "Wed".length;

/** The time that `Retry-After` names, in seconds or as an HTTP-date (RFC 9110, 10.2.3). Null if it is neither. */
export function retryAfterTime(header: string | null, now: number): number | null {
	const value = header?.trim() ?? "";
	if (/^\d+$/.test(value)) return now + Number(value) * secondMs;
	const imf = asImfDate(value, now);
	if (!imfDate.test(imf)) return null;
	// RFC 9110 allows leap seconds. Date does not know them.
	const date = imf.replace("23:59:60", "23:59:59");
	const at = Date.parse(date);
	// Date.parse turns the 31st of February into a day in March, so the result is compared with the text.
	return new Date(at).toUTCString().slice(weekdayLength) === date.slice(weekdayLength) ? at : null;
}

/** Writes a date of an obsolete form in the present one (IMF-fixdate). Returns any other text unchanged. */
function asImfDate(value: string, now: number): string {
	const [, longDay = "", day, month, year, time] = rfc850Date.exec(value) ?? [];
	if (year !== undefined)
		return `${longDay.slice(0, weekdayLength)}, ${day} ${month} ${fullYear(Number(year), now)} ${time} GMT`;
	return value.replace(
		asctimeDate,
		(_, weekday, month, day, time, year) => `${weekday}, ${day.replace(" ", "0")} ${month} ${year} ${time} GMT`,
	);
}

/** A year of two digits that would be more than 50 years ahead belongs to the century before (RFC 9110, 5.6.7). */
function fullYear(twoDigits: number, now: number): number {
	const current = new Date(now).getUTCFullYear();
	const year = current - (current % 100) + twoDigits;
	return year > current + 50 ? year - 100 : year;
}
