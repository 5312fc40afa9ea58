import type { Temporal } from "temporal-polyfill";
import { localTimes, type Times } from "../../../domain/mail/calendar.ts";
import { dateFormat } from "../../ui/date-format.ts";

const monthFormat = dateFormat({ month: "long", year: "numeric" });
const dayFormat = dateFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric" });

export const longMonth = ({ year, month }: Temporal.PlainYearMonth): string =>
	monthFormat().format(Date.UTC(year, month - 1));

export const longDay = ({ year, month, day }: Temporal.PlainDate): string =>
	dayFormat().format(Date.UTC(year, month - 1, day));

export const shortDay = (instant: number, zone: string): string =>
	new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "short", day: "numeric", month: "short" }).format(
		instant,
	);

/**
 * The times of an appointment, worded as in the mails. A line breaks after a day, and not within the time of day. The
 * script adds the visitor's own time.
 */
export const Period = ({ startAt, endAt, timezone }: Times & { timezone: string }) => {
	const [day, ...times] = localTimes({ startAt, endAt }, timezone).split(/(?<=\d{4}), /);
	return (
		<time datetime={new Date(startAt).toISOString()} data-zone={timezone}>
			{day}
			{times.map((time) => (
				<>
					, <span class="nowrap">{time}</span>
				</>
			))}
		</time>
	);
};
