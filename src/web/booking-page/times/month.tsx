import type { Child } from "hono/jsx";
import type { Temporal } from "temporal-polyfill";
import type { Words } from "../../../domain/languages/words.ts";
import { longDay, longMonth } from "../components/dates.tsx";
import { weeksOf } from "./months.ts";

export interface MonthProps {
	words: Words;
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

export const Month = ({ words, path, form, month, today, free, day, nextFree }: MonthProps) => {
	const { page, formats } = words;
	const isPresent = today.startsWith(month.toString());
	return (
		<>
			<div class="month-nav">
				{isPresent ? (
					<span />
				) : (
					<Step path={path} form={form} to="month" value={month.subtract({ months: 1 }).toString()}>
						{page.earlier}
					</Step>
				)}
				<strong>{longMonth(month, words)}</strong>
				<Step path={path} form={form} to="month" value={month.add({ months: 1 }).toString()}>
					{page.later}
				</Step>
			</div>
			<table class="month">
				<caption class="hidden">{page.freeDaysIn(longMonth(month, words))}</caption>
				<thead>
					<tr>
						{formats.weekdays.map((name) => (
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
											label={
												longDay(month.toPlainDate({ day: one.number }), words) +
												(one.date === today ? `, ${page.today}` : "")
											}
										>
											{one.number}
										</Step>
									) : (
										one && (
											<span>
												{one.number}
												{one.date === today && <span class="hidden">, {page.today}</span>}
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
							{page.noneThisMonth}{" "}
							<Step path={path} form={form} to="day" value={nextFree}>
								{page.nextFreeDay}
							</Step>
						</>
					) : (
						page.noneThisYear
					)}
				</p>
			)}
		</>
	);
};
