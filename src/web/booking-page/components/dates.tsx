import type { Temporal } from "temporal-polyfill";
import { localTimes, type Times } from "../../../domain/languages/local-times.ts";
import type { Words } from "../../../domain/languages/words.ts";

export const longMonth = ({ year, month }: Temporal.PlainYearMonth, { formats }: Words): string =>
	formats.longMonth(Date.UTC(year, month - 1));

export const longDay = ({ year, month, day }: Temporal.PlainDate, { formats }: Words): string =>
	formats.longDay(Date.UTC(year, month - 1, day));

/**
 * The times of an appointment, worded as in the mails. A line breaks after a day, and not within the time of day. The
 * script adds the visitor's own time.
 */
export const Period = ({ words, startAt, endAt, timezone }: Times & { timezone: string; words: Words }) => {
	const [day, ...times] = localTimes({ startAt, endAt }, timezone, words.language).split(/(?<=\d{4}), /);
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
