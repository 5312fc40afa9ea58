import type { EndpointHours } from "../../../domain/events/endpoints/hours.ts";
import { dayMs, hourMs } from "../../../platform/lib/time.ts";
import { dayIn } from "../components/local-time.tsx";

/** The outcomes of the attempts of a day. */
export interface DayOfAttempts {
	day: string;
	succeeded: number;
	failed: number;
	averageMs: number;
	slowestMs: number;
}

const shownDays = 7;

/** In the studio's time zone, up to today. */
export function daysOf(hours: EndpointHours, zone: string, now: number): DayOfAttempts[] {
	const days = Array.from({ length: shownDays }, (_, n) => dayIn(zone, now - (shownDays - 1 - n) * dayMs));
	return days.map((day) => {
		const own = hours.filter(({ hour }) => dayIn(zone, hour * hourMs) === day);
		const total = (pick: (hour: EndpointHours[number]) => number) => own.reduce((sum, hour) => sum + pick(hour), 0);
		const [succeeded, failed] = [total((hour) => hour.succeeded), total((hour) => hour.failed)];
		const attempts = succeeded + failed;
		return {
			day,
			succeeded,
			failed,
			averageMs: attempts === 0 ? 0 : Math.round(total(({ durationMs }) => durationMs) / attempts),
			slowestMs: Math.max(0, ...own.map(({ slowestMs }) => slowestMs)),
		};
	});
}
