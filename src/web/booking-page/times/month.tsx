import type { Child } from "hono/jsx";
import type { Temporal } from "temporal-polyfill";
import { longDay, longMonth } from "../components/dates.tsx";
import { weeksOf } from "./months.ts";

export interface MonthProps {
	path: string;
	/** The id of a form that takes the month or the day with its own values. Without it they are links. */
	form?: string | undefined;
	month: Temporal.PlainYearMonth;
	/** The date in the artist's zone. Its month is the first that can be shown. */
	today: string;
	free: ReadonlySet<string>;
	day: Temporal.PlainDate | undefined;
	/** The next free day if the month has none. */
	nextFree: string | undefined;
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

interface StepProps extends Pick<MonthProps, "path" | "form"> {
	to: "month" | "day";
	value: string;
	label?: string;
	isChosen?: boolean;
	children: Child;
}

const Step = ({ path, form, to, value, label, isChosen, children }: StepProps) => {
	const described = { "aria-label": label, "aria-current": isChosen ? ("true" as const) : undefined };
	const at = to === "day" ? "#times" : "";
	return form === undefined ? (
		<a href={`${path}?${to}=${value}${at}`} {...described}>
			{children}
		</a>
	) : (
		<button
			class="link"
			type="submit"
			name={to}
			value={value}
			form={form}
			formnovalidate
			formaction={path + at}
			{...described}
		>
			{children}
		</button>
	);
};

export const Month = ({ path, form, month, today, free, day, nextFree }: MonthProps) => {
	const isPresent = today.startsWith(month.toString());
	return (
		<>
			<div class="month-nav">
				{isPresent ? (
					<span />
				) : (
					<Step path={path} form={form} to="month" value={month.subtract({ months: 1 }).toString()}>
						Earlier
					</Step>
				)}
				<strong>{longMonth(month)}</strong>
				<Step path={path} form={form} to="month" value={month.add({ months: 1 }).toString()}>
					Later
				</Step>
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
								<td aria-current={one?.date === today ? "date" : undefined}>
									{one?.isFree ? (
										<Step
											path={path}
											form={form}
											to="day"
											value={one.date}
											isChosen={day?.toString() === one.date}
											label={longDay(month.toPlainDate({ day: one.number })) + (one.date === today ? ", today" : "")}
										>
											{one.number}
										</Step>
									) : (
										one && (
											<span>
												{one.number}
												{one.date === today && <span class="hidden">, today</span>}
											</span>
										)
									)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
			{free.size === 0 && (
				<p class="after">
					{nextFree ? (
						<>
							No time is free in this month.{" "}
							<Step path={path} form={form} to="day" value={nextFree}>
								Show the next free day
							</Step>
						</>
					) : (
						"No time is free in this month or in the year after it."
					)}
				</p>
			)}
		</>
	);
};
