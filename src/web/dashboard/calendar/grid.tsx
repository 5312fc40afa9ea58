import type { Child } from "hono/jsx";
import type { Day } from "../../../domain/booking/calendar/days.ts";
import type { ArtistDays } from "../../../domain/booking/calendar/read-calendar.ts";
import type { Span } from "../../../platform/booking-rules/spans.ts";
import { zoned } from "../../../platform/booking-rules/working-time.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import type { Visit } from "../frame/visit.ts";
import {
	Axis,
	clickableParts,
	type DayEntry,
	entriesOn,
	freeTimes,
	inLanes,
	type Placed,
	type Rows,
	shownRows,
	wallAt,
} from "./geometry.ts";
import { type CalendarItem, ItemView, isTaken, itemsOf } from "./item.tsx";
import { path } from "./paths.ts";
import { changeWords, timeOn, timesOf, wallText } from "./words.ts";

/** A day of an artist. */
export interface Column {
	/** The id of the heading. */
	id: string;
	of: ArtistDays;
	day: Day;
	heading: Child;
	/** The name of the link that books. */
	bookWords: string;
	isToday: boolean;
}

interface FilledColumn extends Column {
	open: DayEntry<Span>[];
	openRows: Rows[];
	placed: Placed<CalendarItem>[];
	free: Span[];
	/** The present moment, if it is on this day. */
	now: number | undefined;
}

/** To scale on a wide screen; on a narrow one a list for each column, in order of time. */
export const Grid = ({ visit, columns }: { visit: Visit; columns: readonly Column[] }) => {
	const axis = new Axis({ days: columns.map(({ day }) => day) });
	const filled = columns.map((column) => fill(column, axis, visit.ctx.now));
	const rows = shownRows(
		filled.flatMap(({ day, openRows, placed }) => [
			...openRows,
			...placed.filter(({ entry }) => stretchesGrid(entry, day)).map((one) => one.rows),
		]),
		axis,
	);
	const nowRow = filled.flatMap(({ day, now }) => (now === undefined ? [] : [axis.rowAt(day, now)]))[0];
	return (
		<calendar-grid data-zone={columns[0]?.of.timezone}>
			<div class="timetable">
				<div class="axis" aria-hidden="true">
					{axis
						.hours()
						.filter(({ row }) => rows.start <= row && row < rows.end)
						.map(({ row, text }) => (
							<span class={row === nowRow ? `at-${row - rows.start + 1} dim` : `at-${row - rows.start + 1}`}>
								{text}
							</span>
						))}
				</div>
				{filled.map((column) => (
					<ColumnView visit={visit} of={column} rows={rows} axis={axis} />
				))}
			</div>
			<p class="hint">
				Drag an appointment to move it, and its lower edge to change its length. With the keyboard: M on an appointment,
				then the arrow keys.
			</p>
		</calendar-grid>
	);
};

/** A block or a busy time that reaches beyond the day does not stretch the grid. It is shown at the edge. */
const stretchesGrid = ({ of, span }: DayEntry<CalendarItem>, day: Day): boolean =>
	of.kind === "appointment" || (span.start > day.span.start && span.end < day.span.end);

function fill(column: Column, axis: Axis, now: number): FilledColumn {
	const { of, day } = column;
	const items = itemsOf(of);
	const open = entriesOn(day, of.openings);
	const taken = items.filter(isTaken).map(withBuffers);
	return {
		...column,
		open,
		openRows: open.map(({ span }) => axis.rowsOf(day, span)),
		placed: inLanes(entriesOn(day, items), day, axis),
		free:
			of.artist.status === "ACTIVE"
				? freeTimes(
						open.map(({ span }) => span),
						taken,
						now,
					)
				: [],
		now: day.span.start <= now && now < day.span.end ? now : undefined,
	};
}

const withBuffers = ({ start, end, bufferBeforeMs, bufferAfterMs }: CalendarItem): Span => ({
	start: start - bufferBeforeMs,
	end: end + bufferAfterMs,
});

interface ColumnProps {
	visit: Visit;
	of: FilledColumn;
	rows: Rows;
	axis: Axis;
}

const ColumnView = ({ visit, of: column, rows, axis }: ColumnProps) => {
	const { id, of, day, heading, bookWords, isToday, open, openRows, placed } = column;
	return (
		<section class={isToday ? "day today" : "day"} aria-labelledby={id}>
			<header>
				<h2 id={id}>{heading}</h2>
				<p class="hours">{open.map((entry) => timesOf(entry, day)).join(", ") || "Closed"}</p>
				{day.change && <p class="change">{changeWords(day)}</p>}
				<a
					class="add"
					href={visit.to(`${path}/new`, { artist_id: of.artist.id, day: day.date })}
					aria-label={bookWords}
				>
					Book
				</a>
			</header>
			<div
				class="slots"
				data-artist={of.artist.id}
				data-row-count={rows.end - rows.start}
				data-rows={JSON.stringify(axis.stretches(day, rows))}
			>
				<Band kind="ground" of={rows} within={rows} />
				{openRows.map((one) => (
					<Band kind="open" of={one} within={rows} />
				))}
				{axis.missing(day).map((one) => (
					<Band kind="missing" of={one} within={rows} />
				))}
				{placed.map((one) => (
					<BufferBands of={one} day={day} axis={axis} within={rows} />
				))}
				<Entries visit={visit} of={column} rows={rows} axis={axis} />
				<MorePlaces visit={visit} of={column} rows={rows} axis={axis} />
			</div>
		</section>
	);
};

/** In order of time, as they are read out: entries, free times, the present moment. */
const Entries = ({ visit, of: column, rows, axis }: ColumnProps) => {
	const { day, placed, free, now } = column;
	const listed: [at: number, li: Child][] = [
		...placed.map(({ entry, rows: own, lane, lanes }): [number, Child] => {
			const shown = withinRows(own, rows);
			return [
				entry.span.start,
				<li class={`${rowClasses(shown, rows)} ${laneClass(lane, lanes)}`}>
					<ItemView visit={visit} item={entry} day={day} room={roomIn(shown)} />
				</li>,
			];
		}),
		...free.map((span): [number, Child] => {
			const [first = span] = clickableParts(day, span);
			return [
				span.start,
				<li class={`free ${rowClasses(withinRows(axis.rowsOf(day, first), rows), rows)}`}>
					<a href={placeHref(visit, column, span.start)}>
						Free {timeOn(day, span.start)}
						<span class="until">–{span.end === day.span.end ? "24:00" : timeOn(day, span.end)}</span>
						<span class="hidden">, book</span>
					</a>
				</li>,
			];
		}),
		...(now === undefined ? [] : [[now, nowLine(now, day, axis, rows)] satisfies [number, Child]]),
	];
	if (listed.length === 0) return null;
	return (
		// biome-ignore lint/a11y/noRedundantRoles: browsers drop the role of a list without markers
		<ul role="list">{listed.sort(([a], [b]) => a - b).map(([, li]) => li)}</ul>
	);
};

/** The mark stands within its quarter of an hour, in steps of five minutes. */
function nowLine(now: number, day: Day, axis: Axis, rows: Rows): Child {
	const row = axis.rowAt(day, now);
	const isShown = rows.start <= row && row < rows.end;
	const later = Math.floor((wallAt(day, now).minutes % 15) / 5) * 5;
	return (
		<li class={`now ${isShown ? `at-${row - rows.start + 1} later-${later}` : "outside"}`}>
			<span>
				Now <time datetime={timestamp(now)}>{timeOn(day, now)}</time>
			</span>
		</li>
	);
}

/** Further parts of the free times, for a pointer. The list has a link to each free time already. */
const MorePlaces = ({ visit, of: column, rows, axis }: ColumnProps) => {
	const { day, free } = column;
	const parts = free
		.flatMap((span) => clickableParts(day, span).slice(1))
		// The form names a time of the clock, and a repeated one would be the first.
		.filter(({ start }) => !wallAt(day, start).isRepeated);
	return (
		<div class="more-places" aria-hidden="true">
			{parts.map((part) => (
				<a class={rowClasses(axis.rowsOf(day, part), rows)} href={placeHref(visit, column, part.start)} tabindex={-1}>
					+ {timeOn(day, part.start)}
				</a>
			))}
		</div>
	);
};

/** The form to book is in the zone of the artist. */
function placeHref(visit: Visit, { of: { artist, timezone }, day }: Column, at: number): string {
	const place = artist.timezone === timezone ? placeOn(day, at) : placeIn(artist.timezone, at);
	return visit.to(`${path}/new`, { artist_id: artist.id, ...place });
}

function placeOn(day: Day, at: number) {
	const { minutes, isRepeated } = wallAt(day, at);
	return { day: day.date, time: isRepeated ? undefined : wallText(minutes) };
}

function placeIn(timezone: string, at: number) {
	const wall = zoned(at, timezone);
	return { day: wall.toPlainDate().toString(), time: wall.toPlainTime().toString({ smallestUnit: "minute" }) };
}

interface BandProps {
	kind: string;
	of: Rows;
	within: Rows;
	lane?: string;
	children?: Child;
}

/** The background behind the entries. The head of the day and the entries say the same in words. */
const Band = ({ kind, of, within, lane = "whole", children }: BandProps) => {
	const shown = { start: Math.max(of.start, within.start), end: Math.min(of.end, within.end) };
	if (shown.start >= shown.end) return null;
	return (
		<div class={`${kind} ${lane} ${rowClasses(shown, within)}`} aria-hidden="true">
			{children}
		</div>
	);
};

interface BufferProps {
	of: Placed<CalendarItem>;
	day: Day;
	axis: Axis;
	within: Rows;
}

const BufferBands = ({ of: { entry, lane, lanes }, day, axis, within }: BufferProps) => {
	const { start, end, bufferBeforeMs, bufferAfterMs } = entry.of;
	const spans = [
		{ start: start - bufferBeforeMs, end: start },
		{ start: end, end: end + bufferAfterMs },
	].filter((span) => span.start < span.end);
	return (
		<>
			{entriesOn(day, spans).map(({ span }) => (
				<Band kind="buffer" of={axis.rowsOf(day, span)} within={within} lane={laneClass(lane, lanes)}>
					Buffer
				</Band>
			))}
		</>
	);
};

const laneClass = (lane: number, lanes: number): string => (lanes > 1 ? `lane-${lane + 1}-of-${lanes}` : "whole");

const rowClasses = ({ start, end }: Rows, shown: Rows): string =>
	`at-${start - shown.start + 1} for-${Math.max(1, end - start)}`;

/** An entry outside the shown rows is in the first or the last of them. */
function withinRows({ start, end }: Rows, shown: Rows): Rows {
	const first = Math.min(Math.max(start, shown.start), shown.end - 1);
	return { start: first, end: Math.max(first + 1, Math.min(end, shown.end)) };
}

const roomIn = ({ start, end }: Rows) => (end - start <= 2 ? "short" : end - start === 3 ? "brief" : "enough");
