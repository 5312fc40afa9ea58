import type { Child } from "hono/jsx";
import type { Temporal } from "temporal-polyfill";
import type { Span } from "../booking/spans.ts";
import { Panel } from "../pages/components/parts.tsx";
import { Alarm } from "../pages/layout.tsx";
import { Steps } from "./frame.tsx";
import { timesOf, weeksOf } from "./months.ts";
import type { BookableType, BookingPlace } from "./place.ts";
import { depositOf, lengthOf, policyOf, priceOf } from "./words.ts";

export interface MonthProps {
	/** The address of the page, which takes a month or a day. */
	path: string;
	month: Temporal.PlainYearMonth;
	/** The first month that can be shown. */
	present: Temporal.PlainYearMonth;
	/** The days of the month on which a time is free. */
	free: ReadonlySet<string>;
	day: Temporal.PlainDate | undefined;
	/** The free times of the day. */
	slots: Span[];
	/** The next free day after a month without one. */
	nextFree: string | undefined;
}

interface Props extends MonthProps {
	place: BookingPlace;
	type: BookableType;
	/** Why the time that was asked for cannot be had, and what else is free. */
	refused?: { text: string; suggested: Span[] } | undefined;
	/** Where the times are sent. */
	action: string;
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const longMonth = (month: Temporal.PlainYearMonth): string =>
	month.toPlainDate({ day: 1 }).toLocaleString("en-GB", { month: "long", year: "numeric" });
const longDay = (day: Temporal.PlainDate): string =>
	day.toLocaleString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });

export const TimesPage = (props: Props) => {
	const { place, type, day, refused, slots, action } = props;
	const zone = place.artist.timezone;
	return (
		<>
			<TypeHead place={place} type={type} />
			<Steps at={1} />
			{refused && (
				<Alarm>
					<p>{refused.text}</p>
					{refused.suggested.length > 0 && <p>These times are free and near it:</p>}
					<Times zone={zone} slots={refused.suggested} action={action} withDay />
				</Alarm>
			)}
			<Panel title="Choose a day">
				<Month {...props} />
			</Panel>
			{day && (
				<Panel id="times" title={longDay(day)}>
					{slots.length === 0 ? (
						<p>No time is free on this day. Choose another one.</p>
					) : (
						<Times zone={zone} slots={slots} action={action} />
					)}
				</Panel>
			)}
			<p class="dim after">Times are those of {zone.replaceAll("_", " ")}.</p>
		</>
	);
};

export const TypeHead = ({ place, type }: { place: BookingPlace; type: BookableType }) => {
	const deposit = depositOf(type.details);
	const policy = policyOf(type.details);
	return (
		<header class="who-books">
			<p class="dim">
				<a href={`/${place.artist.slug}`}>{place.artist.name}</a>, {place.shop?.name ?? place.studio.name}
			</p>
			<h1>{type.row.name}</h1>
			<p class="dim">{[lengthOf(type), priceOf(type.details)].filter(Boolean).join(" · ")}</p>
			{type.details.description && <p>{type.details.description}</p>}
			{deposit && <p>{deposit}</p>}
			{policy.length > 0 && (
				<details>
					<summary>If you cannot come</summary>
					{policy.map((words) => (
						<p>{words}</p>
					))}
				</details>
			)}
		</header>
	);
};

export const Month = ({ path, month, present, free, day, nextFree }: Omit<MonthProps, "slots">) => {
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

interface TimesProps {
	zone: string;
	slots: Span[];
	/** Where the chosen time is sent. */
	action: string;
	withDay?: boolean;
	/** What is sent along. */
	children?: Child;
}

export const Times = ({ zone, slots, action, withDay, children }: TimesProps) => {
	return (
		<form method="post" action={action}>
			{children}
			<div class="times">
				{timesOf(slots, zone).map(({ start, text }) => (
					<button type="submit" name="start_at" value={new Date(start).toISOString()}>
						<time datetime={new Date(start).toISOString()} data-zone={zone}>
							{withDay ? `${dayText(start, zone)}, ${text}` : text}
						</time>
					</button>
				))}
			</div>
		</form>
	);
};

export const dayText = (instant: number, zone: string): string =>
	new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "short", day: "numeric", month: "short" }).format(
		instant,
	);

/** A time as people read it, such as `Tuesday, 3 November 2026, 14:30`. */
export const Moment = ({ at, zone }: { at: number; zone: string }) => {
	const text = new Intl.DateTimeFormat("en-GB", {
		...{ timeZone: zone, weekday: "long", day: "numeric", month: "long", year: "numeric" },
		...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" },
	}).format(at);
	return (
		<time datetime={new Date(at).toISOString()} data-zone={zone}>
			{text}
		</time>
	);
};
