import type { Temporal } from "temporal-polyfill";
import { longDay, longMonth } from "../parts/dates.tsx";
import { weeksOf } from "./months.ts";

export interface MonthProps {
	/** The address of the page, without `?month=` or `?day=`. */
	path: string;
	month: Temporal.PlainYearMonth;
	/** The first month that can be shown. */
	present: Temporal.PlainYearMonth;
	/** The days of the month on which a time is free. */
	free: ReadonlySet<string>;
	day: Temporal.PlainDate | undefined;
	/** The next free day if the month has none. */
	nextFree: string | undefined;
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

export const Month = ({ path, month, present, free, day, nextFree }: MonthProps) => {
	const isPresent = month.equals(present);
	return (
		<>
			<div class="month-nav">
				{isPresent ? <span /> : <a href={`${path}?month=${month.subtract({ months: 1 })}`}>Earlier</a>}
				<strong>{longMonth(month)}</strong>
				<a href={`${path}?month=${month.add({ months: 1 })}`}>Later</a>
			</div>
			<table class="month">
				<caption class="hidden">Days with free times in {longMonth(month)}</caption>
				<thead>
					<tr>
						{weekdays.map((name) => (
							<th scope="col">{name}</th>
						))}
					</tr>
				</thead>
				<tbody>
					{weeksOf(month, free).map((week) => (
						<tr>
							{week.map((one) => (
								<td>
									{one?.isFree ? (
										<a
											href={`${path}?day=${one.date}#times`}
											aria-current={day?.toString() === one.date ? "date" : undefined}
											aria-label={longDay(month.toPlainDate({ day: one.number }))}
										>
											{one.number}
										</a>
									) : (
										one && <span>{one.number}</span>
									)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
			{free.size === 0 && (
				<p class="after">
					No time is free in this month.{" "}
					{nextFree && <a href={`${path}?day=${nextFree}#times`}>Show the next free day</a>}
				</p>
			)}
		</>
	);
};
