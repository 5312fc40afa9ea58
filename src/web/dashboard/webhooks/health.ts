import { hourOf, keptHours } from "../../../domain/events/attempts/hourly-counts.ts";
import type { Ctx } from "../../../platform/context.ts";
import { and, eq, gt, inArray } from "../../../platform/db/statements/expression.ts";
import { endpointHours } from "../../../platform/db/tables/data/webhooks.ts";
import { dayMs, hourMs } from "../../../platform/lib/time.ts";
import { dayIn } from "../parts/local-time.tsx";

/** The outcomes of the attempts of a day. */
export interface DayOfAttempts {
	day: string;
	succeeded: number;
	failed: number;
	/** The average duration of an attempt; 0 without attempts. */
	averageMs: number;
	slowestMs: number;
}

export type EndpointHours = (typeof endpointHours.$inferSelect)[];

const shownDays = 7;

/** Needs no limit: an endpoint has at most one row for each stored hour. */
export async function readHours({ db, tenantId, now }: Ctx, endpointIds: string[]): Promise<EndpointHours> {
	if (endpointIds.length === 0) return [];
	return await db
		.select()
		.from(endpointHours)
		.where(
			and(
				eq(endpointHours.tenantId, tenantId),
				inArray(endpointHours.endpointId, endpointIds),
				gt(endpointHours.hour, hourOf(now) - keptHours),
			),
		);
}

/** The last days in the studio's time zone, up to today. */
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
