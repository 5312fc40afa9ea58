import { dayMs, hourMs, minuteMs, secondMs } from "../lib/time.ts";

/** The waits between the twelve attempts (contract: Deliveries 8). */
const waitsMs = [
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

/** How far a receiver's Retry-After can put the next attempt off (contract: Deliveries 9). */
const longestRetryAfterMs = dayMs;

/** When the attempt after `attempt` is due; null when there is none. */
export function nextAttemptAt(attempt: number, attemptedAt: number, retryAfterAt: number | null): number | null {
	const wait = waitsMs[attempt - 1];
	if (wait === undefined) return null;
	return Math.max(attemptedAt + wait, Math.min(retryAfterAt ?? 0, attemptedAt + longestRetryAfterMs));
}

const imfDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

const weekdayLength = "Wed".length;

/** `Retry-After` as a time: seconds or an HTTP-date (RFC 9110, 10.2.3); null when it is neither. */
export function retryAfterTime(header: string | null, now: number): number | null {
	const value = header?.trim() ?? "";
	if (/^\d+$/.test(value)) return now + Number(value) * secondMs;
	if (!imfDate.test(value)) return null;
	// RFC 9110 has leap seconds, Date has none.
	const date = value.replace("23:59:60", "23:59:59");
	const at = Date.parse(date);
	// Date.parse carries the 31st of February over into March.
	return new Date(at).toUTCString().slice(weekdayLength) === date.slice(weekdayLength) ? at : null;
}
